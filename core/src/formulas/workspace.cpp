// Workspace: what the engine's compute graph holds beside weights and cache.
#include <algorithm>

#include "formulas/formulas.h"

namespace vramscope {
namespace {

/// Feed-forward numbers that one token passes through.
double ffn_numbers(const Ffn& ffn) {
  const uint64_t always = ffn.shared_intermediate_size + ffn.dense_intermediate_size;
  const uint64_t routed = std::max<uint64_t>(1, ffn.num_experts_per_tok) * ffn.intermediate_size;
  return static_cast<double>(routed + always);
}

/// The widest layer decides the peak; of equals, one that attends fully.
const LayerGroup& widest_group(const Job& job, const Stage& stage) {
  const LayerGroup* widest = nullptr;
  double width = -1;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const LayerGroup& group = job.spec->groups[i];
    const bool full = group.attention && group.attention->kind == AttentionKind::Full;
    const double here = (group.ffn ? ffn_numbers(*group.ffn) : 0) + (full ? 0.5 : 0.0);
    if (here <= width) continue;
    width = here;
    widest = &group;
  }
  return widest ? *widest : job.spec->groups.front();
}

/// Feed-forward width that one token passes through.
Expr ffn_width(Trace& t, const LayerGroup& group) {
  if (!group.ffn) return t.symbol(Symbol::FfnSize, 0);
  const Ffn& ffn = *group.ffn;
  const Expr size = t.symbol(Symbol::FfnSize, static_cast<double>(ffn.intermediate_size));
  if (ffn.num_experts == 0) return size;
  const Expr routed =
      t.symbol(Symbol::ExpertsPerToken, static_cast<double>(ffn.num_experts_per_tok)) * size;
  const uint64_t always = ffn.shared_intermediate_size + ffn.dense_intermediate_size;
  return always ? routed + t.symbol(Symbol::SharedFfn, static_cast<double>(always)) : routed;
}

/// The buffer is as large as the largest moment of the graph. Three moments compete:
///   head       u × 4 B × (V + c_row × h)
///   feed-forw. u × 4 B × (3 d_ffn + 4 h) + u × cells × 2 B (mask)
///   attention  u × 4 B × (n_head × cells + cells + 4 h + d_q + 2 d_kv), only without flash
///   attention
/// Checked on logs of CPU runs: Llama-3-8B 266.50 MiB, Llama-2-7B 100.51 MiB; without flash
/// attention 572.01 and 320.01 MiB. GPU backends differ by the rows alive at the head.
Expr llama_cpp_graph(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const LayerGroup& group = widest_group(job, stage);
  const Expr rows = t.symbol(Symbol::UBatch, static_cast<double>(job.request->options.ubatch));
  const Expr hidden = t.symbol(Symbol::Hidden, static_cast<double>(job.spec->hidden_size));
  const Expr cells =
      pad_to(t.symbol(Symbol::Tokens, load.context), t.symbol(Symbol::Padding, kLlamaCppPadding));
  const Expr fp32 = t.literal(4, kBytes);

  Expr peak = rows * (fp32 * (3 * ffn_width(t, group) + 4 * hidden) + t.literal(2, kBytes) * cells);
  if (job.request->options.attention == "unfused" && group.num_attention_heads() > 0) {
    const uint64_t q = group.attention ? group.attention->q_size()
                       : group.latent  ? group.latent->q_size()
                                       : group.compressed->q_size();
    const uint64_t kv = group.attention ? group.attention->k_size()
                        : group.latent  ? group.latent->cached()
                                        : group.compressed->head_dim;
    const Expr heads = t.symbol(Symbol::Heads, static_cast<double>(group.num_attention_heads()));
    peak = max(peak, rows * fp32 *
                         (heads * cells + cells + 4 * hidden +
                          t.symbol(Symbol::QuerySize, static_cast<double>(q)) +
                          2 * t.symbol(Symbol::KvSize, static_cast<double>(kv))));
  }
  if (!stage.has_head) return peak;
  const Expr vocabulary = t.symbol(Symbol::Vocabulary, static_cast<double>(job.spec->vocab_size));
  return max(rows * fp32 * (vocabulary + use(t, kLlamaCppHeadRows) * hidden), peak);
}

/// vLLM measures its peak with a full step before it sizes the cache: the sampler's logits for
/// every sequence, and the widest layer for every token of the step.
Expr vllm_profile(Trace& t, const Job& job, const Stage& stage) {
  const InferenceOptions& options = job.request->options;
  const LayerGroup& group = widest_group(job, stage);
  const auto sequences =
      static_cast<double>(options.max_num_seqs.value_or(job.engine->max_num_seqs));
  const auto step =
      static_cast<double>(options.max_batched_tokens.value_or(job.engine->max_batched_tokens));
  const Expr sampler = t.literal(10, kBytes) * t.symbol(Symbol::MaxSequences, sequences) *
                       t.symbol(Symbol::Vocabulary, static_cast<double>(job.spec->vocab_size));
  const Expr layer = t.literal(2, kBytes) * t.symbol(Symbol::BatchedTokens, step) *
                     (3 * t.symbol(Symbol::Hidden, static_cast<double>(job.spec->hidden_size)) +
                      2 * ffn_width(t, group));
  return use(t, kVllmProfile) * (sampler + layer);
}

}  // namespace

Expr workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  switch (job.engine->workspace) {
    case WorkspaceRule::None:
      return {};
    case WorkspaceRule::LlamaCpp:
      return llama_cpp_graph(t, job, stage, load);
    case WorkspaceRule::Vllm:
      return vllm_profile(t, job, stage);
    case WorkspaceRule::Transformers:
      return use(t, kTorchMatrixLibrary);
  }
  return {};
}

}  // namespace vramscope
