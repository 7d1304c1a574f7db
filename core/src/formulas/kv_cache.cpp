// KV cache: every cached layer keeps a key and a value vector for each live token.
// What counts as live differs by engine: padding, blocks, windows. Source: Ainslie et al. 2023.
#include <algorithm>

#include "formulas/llama_cpp.h"
#include "formulas/vllm_pages.h"

namespace vramscope {
namespace {

std::string_view suffix(const Job& job, const Attention& a) {
  if (job.spec->groups.size() == 1) return {};
  return a.kind == AttentionKind::Full ? "full" : "swa";
}

Expr tokens(Trace& t, const Workload& load) { return t.symbol(Symbol::Tokens, load.context); }

Expr window(Trace& t, const Attention& a) {
  return t.symbol(Symbol::Window, static_cast<double>(a.sliding_window));
}

/// A window needs the tokens of the next step too, and one more block for its unaligned start.
Expr vllm_cells(Trace& t, const Job& job, const Stage& stage, const Attention& a,
                const Workload& load) {
  const Expr block = t.symbol(Symbol::BlockSize, vllm_pages(job, stage).block);
  const Expr all = pad_to(tokens(t, load), block);
  if (a.kind == AttentionKind::Full) return all;
  const Expr live = window(t, a) - 1 + t.symbol(Symbol::BatchedTokens, most_step_tokens(job, load));
  return min(pad_to(min(live, tokens(t, load)), block) + block, all);
}

/// Older dynamic caches of Transformers keep all tokens of sliding layers; the others do not.
bool keeps_windows(const Job& job) {
  if (job.engine->cache != CacheRule::Transformers) return true;
  return job.version->keeps_windows || job.request->options.cache != "dynamic";
}

/// Cells that one sequence takes in one layer, for engines that count by sequence.
Expr cells(Trace& t, const Job& job, const Stage& stage, const Attention& a, const Workload& load) {
  switch (job.engine->cache) {
    case CacheRule::Exact:
    case CacheRule::Sglang:
    case CacheRule::Transformers:
      if (a.kind == AttentionKind::Full || !keeps_windows(job)) return tokens(t, load);
      return min(tokens(t, load), window(t, a));
    case CacheRule::Exllama:
      return pad_to(tokens(t, load), t.symbol(Symbol::Padding, kExllamaCacheStep));
    case CacheRule::LlamaCpp:
      return tokens(t, load);
    case CacheRule::Mlx: {
      const Expr all = pad_to(tokens(t, load), t.symbol(Symbol::Padding, kMlxCacheStep));
      return a.kind == AttentionKind::Full ? all : min(all, window(t, a));
    }
    case CacheRule::Vllm:
      return vllm_cells(t, job, stage, a, load);
  }
  return tokens(t, load);
}

/// Tokens of a common beginning that are kept once: whole blocks of them.
double shared_tokens(const Job& job, const Workload& load) {
  const bool exact = job.engine->any_format || job.engine->cache == CacheRule::Sglang;
  if (!exact && job.engine->cache != CacheRule::Vllm) return 0;
  const double asked = static_cast<double>(job.request->options.prefix_shared_tokens);
  const double block = exact ? 1 : static_cast<double>(job.request->options.block_size);
  const auto blocks = static_cast<int64_t>(std::min(asked, load.context) / block);
  return static_cast<double>(blocks) * block;
}

/// Cells of one layer, of each sequence and how many of those.
LayerCells layer_cells(Trace& t, const Job& job, const Stage& stage, const Attention& a,
                       const Workload& load) {
  if (job.engine->cache == CacheRule::LlamaCpp) {
    return llama_cpp_layer_cells(t, job, a.kind == AttentionKind::Full ? nullptr : &a, load);
  }
  LayerCells live{cells(t, job, stage, a, load), t.symbol(Symbol::Batch, load.batch), {}};
  const double shared = shared_tokens(job, load);
  if (shared > 0 && load.batch > 1 && a.kind == AttentionKind::Full) {
    live.shared = t.symbol(Symbol::SharedTokens, shared) * (live.streams - 1);
  }
  return live;
}

Expr in(const Expr& elements, const LayerCells& cells) {
  if (cells.shared.trace) return elements * (cells.each * cells.streams - cells.shared);
  const Expr each = elements * cells.each;
  return cells.streams.trace ? each * cells.streams : each;
}

Expr element(Trace& t, Symbol symbol, const Format& format) {
  return t.symbol(symbol, static_cast<double>(format.bytes) / format.elements);
}

/// Heads on one device: at least one, so heads are copied where there are fewer than devices.
Expr local_kv_heads(Trace& t, const Job& job, const Attention& a, std::string_view which) {
  const Expr heads = t.symbol(Symbol::KvHeads, static_cast<double>(a.num_key_value_heads), which);
  if (job.layout.tensor == 1) return heads;
  return ceil_div(heads, t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor)));
}

/// Bytes of the keys and values of `cells` tokens in these layers.
Expr keys_and_values(Trace& t, const Job& job, const Expr& count, const Attention& a,
                     std::string_view which, const LayerCells& cells) {
  const Expr heads = local_kv_heads(t, job, a, which);
  const Expr key = t.symbol(Symbol::HeadDim, static_cast<double>(a.head_dim), which);
  const bool alike = a.value_dim() == a.head_dim;
  const Expr value =
      alike ? key : t.symbol(Symbol::ValueDim, static_cast<double>(a.value_dim()), which);
  if (job.kv_key != job.kv_value) {
    return in(count * heads *
                  (key * element(t, Symbol::BytesKey, *job.kv_key) +
                   value * element(t, Symbol::BytesValue, *job.kv_value)),
              cells);
  }
  const Expr bytes = element(t, Symbol::BytesKv, *job.kv_key);
  if (alike) return in(2 * count * heads * key, cells) * bytes;
  return in(count * heads * (key + value), cells) * bytes;
}

/// Length of the encoder's output, whose keys and values cross-attention keeps.
LayerCells encoder_cells(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const uint64_t fixed = job.spec->encoder_tokens;
  if (fixed == 0) return layer_cells(t, job, stage, {}, load);  // a text as long as the one written
  return {t.symbol(Symbol::EncoderTokens, static_cast<double>(fixed)),
          t.symbol(Symbol::Batch, load.batch),
          {}};
}

/// A window of keys that are values too, and one key more for each `compress_ratio` tokens.
Expr compressed(Trace& t, const Job& job, const Stage& stage, double layers,
                const CompressedAttention& a, const Workload& load, Expr sum) {
  const Attention window_only{.kind = AttentionKind::Sliding, .sliding_window = a.sliding_window};
  const Expr each = element(t, Symbol::BytesKv, *job.kv_key);
  const Expr count = t.symbol(Symbol::Layers, layers, "csa");
  const Expr key = t.symbol(Symbol::HeadDim, static_cast<double>(a.head_dim));
  sum = t.sum_item(sum, in(count * key, layer_cells(t, job, stage, window_only, load)) * each);
  if (a.compress_ratio == 0) return sum;
  const Expr ratio = t.symbol(Symbol::CompressRatio, static_cast<double>(a.compress_ratio));
  Expr kept = key;
  if (a.index_n_heads > 0) {
    kept = kept + t.symbol(Symbol::IndexDim, static_cast<double>(a.index_head_dim));
  }
  LayerCells all = layer_cells(t, job, stage, {}, load);
  all.each = all.each / ratio;
  if (all.shared.trace) all.shared = all.shared / ratio;
  return t.sum_item(sum, in(count * kept, all) * each);
}

/// Latent attention as the fork may cache it: keys and values of every head, or the latent, with
/// or without a transposed copy of its values.
Expr latent_elements(Trace& t, const Job& job, const LatentAttention& a) {
  const std::string& mode = job.request->options.mla_mode;
  const Expr key = element(t, Symbol::BytesKv, *job.kv_key);
  if (job.engine->latent_modes && mode == "heads") {
    const Expr heads = t.symbol(Symbol::Heads, static_cast<double>(a.num_attention_heads));
    return heads * (t.symbol(Symbol::HeadDim, static_cast<double>(a.qk_head_dim())) *
                        element(t, Symbol::BytesKey, *job.kv_key) +
                    t.symbol(Symbol::ValueDim, static_cast<double>(a.v_head_dim)) *
                        element(t, Symbol::BytesValue, *job.kv_value));
  }
  const bool twice = job.engine->latent_modes && mode == "latent-transposed";
  const uint64_t width = a.cached() + (twice ? a.kv_lora_rank : 0);
  return t.symbol(Symbol::LatentDim, static_cast<double>(width)) * key;
}

/// Keys of the sparse-attention indexer: fp8 with an fp32 scale for each 128 numbers.
constexpr double kIndexBytes = 132.0 / 128.0;

}  // namespace

Expr kv_cache(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const bool paged = job.engine->cache == CacheRule::Vllm;
  VllmPages pages = paged ? vllm_pages(job, stage) : VllmPages{};
  Expr sum;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    const LayerGroup& group = job.spec->groups[i];
    const double layers = stage.group_layers[i];
    if (layers == 0 || group.encoder) continue;
    if (group.attention && !group.attention->shares_kv) {
      const Attention& a = *group.attention;
      const std::string_view which = suffix(job, a);
      const bool full = a.kind == AttentionKind::Full;
      double& empty = full ? pages.empty_full : pages.empty_sliding;
      const Expr count =
          t.symbol(empty > 0 ? Symbol::PaddedLayers : Symbol::Layers, layers + empty, which);
      empty = 0;  // counted with the first group of its kind
      sum = t.sum_item(
          sum, keys_and_values(t, job, count, a, which, layer_cells(t, job, stage, a, load)));
    }
    if (group.latent) {  // each device of a tensor-parallel group keeps all of it
      const Expr count = t.symbol(Symbol::Layers, layers);
      const LayerCells live = layer_cells(t, job, stage, {}, load);
      sum = t.sum_item(sum, in(count * latent_elements(t, job, *group.latent), live));
      if (group.latent->index_n_heads > 0) {
        const auto index = static_cast<double>(group.latent->index_head_dim);
        sum = t.sum_item(sum, in(count * t.symbol(Symbol::IndexDim, index), live) *
                                  t.symbol(Symbol::BytesIndex, kIndexBytes));
      }
    }
    if (group.compressed) sum = compressed(t, job, stage, layers, *group.compressed, load, sum);
    if (group.cross) {
      const bool as_text = paged && job.version->pages_cross && !group.attention;
      sum = t.sum_item(sum, keys_and_values(t, job, t.symbol(Symbol::Layers, layers, "cross"),
                                            *group.cross, "cross",
                                            as_text ? layer_cells(t, job, stage, {}, load)
                                                    : encoder_cells(t, job, stage, load)));
    }
  }
  return sum;
}

}  // namespace vramscope
