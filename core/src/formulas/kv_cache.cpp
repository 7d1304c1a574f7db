// KV cache: every cached layer keeps a key and a value vector for each live token.
// What counts as live differs by engine: padding, blocks, windows. Source: Ainslie et al. 2023.
#include "formulas/formulas.h"

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

/// llama.cpp gives a window of its own only to families that mix sliding and full layers.
bool slides_in_llama_cpp(const Job& job, const Attention& a) {
  if (a.kind == AttentionKind::Full || job.request->options.swa_full) return false;
  for (const LayerGroup& group : job.spec->groups) {
    if (group.attention && group.attention->kind == AttentionKind::Full) return true;
  }
  return false;
}

Expr llama_cpp_cells(Trace& t, const Job& job, const Attention& a, const Workload& load) {
  const Expr padding = t.symbol(Symbol::Padding, kLlamaCppPadding);
  const Expr all = pad_to(tokens(t, load), padding);
  if (!slides_in_llama_cpp(job, a)) return all;
  const Expr ubatch = t.symbol(Symbol::UBatch, static_cast<double>(job.request->options.ubatch));
  return min(pad_to(window(t, a) + ubatch, padding), all);
}

/// A window needs the tokens of the next step too, and one more block for its unaligned start.
Expr vllm_cells(Trace& t, const Job& job, const Attention& a, const Workload& load) {
  const Expr block =
      t.symbol(Symbol::BlockSize, static_cast<double>(job.request->options.block_size));
  const Expr all = pad_to(tokens(t, load), block);
  if (a.kind == AttentionKind::Full) return all;
  const auto step = static_cast<double>(
      job.request->options.max_batched_tokens.value_or(job.engine->max_batched_tokens));
  const Expr live = window(t, a) - 1 + t.symbol(Symbol::BatchedTokens, step);
  return min(pad_to(min(live, tokens(t, load)), block) + block, all);
}

/// Cells that one sequence takes in one layer.
Expr cells(Trace& t, const Job& job, const Attention& a, const Workload& load) {
  switch (job.engine->cache) {
    case CacheRule::Exact:
    case CacheRule::Transformers:
      if (a.kind == AttentionKind::Full) return tokens(t, load);
      return min(tokens(t, load), window(t, a));
    case CacheRule::LlamaCpp:
      return llama_cpp_cells(t, job, a, load);
    case CacheRule::Vllm:
      return vllm_cells(t, job, a, load);
  }
  return tokens(t, load);
}

/// Heads on one device: at least one, so heads are copied where there are fewer than devices.
Expr local_kv_heads(Trace& t, const Job& job, const Attention& a, std::string_view which) {
  const Expr heads = t.symbol(Symbol::KvHeads, static_cast<double>(a.num_key_value_heads), which);
  if (job.layout.tensor == 1) return heads;
  return ceil_div(heads, t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor)));
}

/// Elements of one token's keys and values in these layers.
Expr keys_and_values(Trace& t, const Job& job, double layers, const Attention& a,
                     std::string_view which) {
  const Expr count = t.symbol(Symbol::Layers, layers, which);
  const Expr heads = local_kv_heads(t, job, a, which);
  const Expr key = t.symbol(Symbol::HeadDim, static_cast<double>(a.head_dim), which);
  if (a.value_dim() == a.head_dim) return 2 * count * heads * key;
  return count * heads *
         (key + t.symbol(Symbol::ValueDim, static_cast<double>(a.value_dim()), which));
}

/// Length of the encoder's output, whose keys and values cross-attention keeps.
Expr encoder_length(Trace& t, const Job& job, const Workload& load) {
  const uint64_t fixed = job.spec->encoder_tokens;
  if (fixed == 0) return cells(t, job, {}, load);  // a text as long as the one that is written
  return t.symbol(Symbol::EncoderTokens, static_cast<double>(fixed));
}

/// A window of keys that are values too, and one key more for each `compress_ratio` tokens.
Expr compressed(Trace& t, const Job& job, double layers, const CompressedAttention& a,
                const Workload& load, const Expr& each, Expr sum) {
  const Attention window_only{.kind = AttentionKind::Sliding, .sliding_window = a.sliding_window};
  const Expr count = t.symbol(Symbol::Layers, layers, "csa");
  const Expr key = t.symbol(Symbol::HeadDim, static_cast<double>(a.head_dim));
  sum = t.sum_item(sum, count * key * cells(t, job, window_only, load) * each);
  if (a.compress_ratio == 0) return sum;
  const Expr ratio = t.symbol(Symbol::CompressRatio, static_cast<double>(a.compress_ratio));
  Expr kept = key;
  if (a.index_n_heads > 0) {
    kept = kept + t.symbol(Symbol::IndexDim, static_cast<double>(a.index_head_dim));
  }
  return t.sum_item(sum, count * kept * (cells(t, job, {}, load) / ratio) * each);
}

/// Keys of the sparse-attention indexer: fp8 with an fp32 scale for each 128 numbers.
constexpr double kIndexBytes = 132.0 / 128.0;

}  // namespace

Expr kv_cache(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const Expr element =
      t.symbol(Symbol::BytesKv, static_cast<double>(job.kv_key->bytes) / job.kv_key->elements);
  const Expr batch = t.symbol(Symbol::Batch, load.batch);
  Expr sum;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    const LayerGroup& group = job.spec->groups[i];
    const double layers = stage.group_layers[i];
    if (layers == 0 || group.encoder) continue;
    if (group.attention && !group.attention->shares_kv) {
      const Attention& a = *group.attention;
      sum = t.sum_item(sum, keys_and_values(t, job, layers, a, suffix(job, a)) *
                                cells(t, job, a, load) * batch * element);
    }
    if (group.latent) {  // each device of a tensor-parallel group keeps all of it
      const Expr count = t.symbol(Symbol::Layers, layers);
      const Expr live = cells(t, job, {}, load);
      const auto width = static_cast<double>(group.latent->cached());
      sum = t.sum_item(sum, count * t.symbol(Symbol::LatentDim, width) * live * batch * element);
      if (group.latent->index_n_heads > 0) {
        const auto index = static_cast<double>(group.latent->index_head_dim);
        sum = t.sum_item(sum, count * t.symbol(Symbol::IndexDim, index) * live * batch *
                                  t.symbol(Symbol::BytesIndex, kIndexBytes));
      }
    }
    if (group.compressed)
      sum = compressed(t, job, layers, *group.compressed, load, batch * element, sum);
    if (group.cross) {
      sum = t.sum_item(sum, keys_and_values(t, job, layers, *group.cross, "cross") *
                                encoder_length(t, job, load) * batch * element);
    }
  }
  return sum;
}

}  // namespace vramscope
