#include "formulas/vllm_pages.h"

#include <algorithm>
#include <array>

#include "formulas/state_size.h"

namespace vramscope {
namespace {

double token_bytes(const Job& job, const LayerGroup& group) {
  const auto each = [](const Format& format) {
    return static_cast<double>(format.bytes) / format.elements;
  };
  if (group.latent) return static_cast<double>(group.latent->cached()) * each(*job.kv_key);
  if (!group.attention) return 0;
  const Attention& a = *group.attention;
  const auto degree = static_cast<double>(job.layout.tensor);
  const double heads = rounded_up(static_cast<double>(a.num_key_value_heads) / degree);
  return heads * (static_cast<double>(a.head_dim) * each(*job.kv_key) +
                  static_cast<double>(a.value_dim()) * each(*job.kv_value));
}

enum Kind : uint8_t { Full, Sliding, State };

}  // namespace

double attention_token_bytes(const Job& job, const Stage& stage) {
  double most = 0;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] > 0) most = std::max(most, token_bytes(job, job.spec->groups[i]));
  }
  return most;
}

VllmPages vllm_pages(const Job& job, const Stage& stage) {
  std::array<double, 3> layers{};
  double state = 0;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    const LayerGroup& group = job.spec->groups[i];
    if (stage.group_layers[i] == 0 || group.encoder) continue;
    if (group.latent) layers[Full] += stage.group_layers[i];
    if (group.attention && !group.attention->shares_kv) {
      const bool full = group.attention->kind == AttentionKind::Full;
      layers[full ? Full : Sliding] += stage.group_layers[i];
    }
    if (group.recurrent) {
      layers[State] += stage.group_layers[i];
      state = std::max(state, layer_state_bytes(job, *group.recurrent));
    }
  }
  VllmPages pages{.block = static_cast<double>(job.request->options.block_size)};
  pages.states = layers[State] > 0 && layers[Full] + layers[Sliding] > 0;
  double least = 0;
  double most = 0;
  int kinds = 0;
  for (double count : layers) {
    if (count == 0) continue;
    ++kinds;
    least = least == 0 ? count : std::min(least, count);
    most = std::max(most, count);
  }
  if (kinds > 1) {
    pages.group = most < 1.25 * least ? most : least;
    const auto empty = [&](double count) {
      return rounded_up(count / pages.group) * pages.group - count;
    };
    pages.empty_full = empty(layers[Full]);
    pages.empty_sliding = empty(layers[Sliding]);
    pages.empty_states = empty(layers[State]);
  }
  if (pages.states) {
    constexpr double kKernelBlock = 16;
    const double tokens = state / attention_token_bytes(job, stage);
    pages.block = std::max(pages.block, rounded_up(tokens / kKernelBlock) * kKernelBlock);
  }
  return pages;
}

}  // namespace vramscope
