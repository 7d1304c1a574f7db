// Workspace: what the engine's compute graph holds beside weights and cache.
#include <algorithm>

#include "formulas/llama_cpp.h"

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
    case WorkspaceRule::Mlx:
      return use(t, kMlxPrefill);
  }
  return {};
}

Expr host_workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const bool keeps = job.engine->workspace == WorkspaceRule::LlamaCpp && stage.has_embedding;
  return keeps ? llama_cpp_host(t, job, load) : Expr{};
}

}  // namespace vramscope
