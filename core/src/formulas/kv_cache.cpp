// KV cache: every cached layer keeps a key and a value vector for each live token.
// What counts as live differs by engine: padding, blocks, windows. Source: Ainslie et al. 2023.
#include "formulas/formulas.h"

namespace vramscope {
namespace {

std::string_view suffix(const Job& job, const Attention& a) {
  if (job.spec->groups.size() == 1) return {};
  return a.kind == AttentionKind::Sliding ? "swa" : "full";
}

Expr tokens(Trace& t, const Workload& load) { return t.symbol(Symbol::Tokens, load.context); }

Expr window(Trace& t, const Attention& a) {
  return t.symbol(Symbol::Window, static_cast<double>(a.sliding_window));
}

/// llama.cpp gives a window of its own only to families that mix sliding and full layers.
bool slides_in_llama_cpp(const Job& job, const Attention& a) {
  if (a.kind != AttentionKind::Sliding || job.request->options.swa_full) return false;
  for (const LayerGroup& group : job.spec->groups) {
    if (group.attention.kind == AttentionKind::Full) return true;
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
  if (a.kind != AttentionKind::Sliding) return all;
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

}  // namespace

Expr kv_cache(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const Expr element =
      t.symbol(Symbol::BytesKv, static_cast<double>(job.kv_key->bytes) / job.kv_key->elements);
  const Expr batch = t.symbol(Symbol::Batch, load.batch);
  Expr sum;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const Attention& a = job.spec->groups[i].attention;
    const std::string_view which = suffix(job, a);
    sum = t.sum_item(sum, 2 * t.symbol(Symbol::Layers, stage.group_layers[i], which) *
                              local_kv_heads(t, job, a, which) *
                              t.symbol(Symbol::HeadDim, static_cast<double>(a.head_dim), which) *
                              cells(t, job, a, load) * batch * element);
  }
  return sum;
}

}  // namespace vramscope
