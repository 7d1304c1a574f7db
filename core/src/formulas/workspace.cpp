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

Expr hidden(Trace& t, const Job& job) {
  return t.symbol(Symbol::Hidden, static_cast<double>(job.spec->hidden_size));
}
Expr vocabulary(Trace& t, const Job& job) {
  return t.symbol(Symbol::Vocabulary, static_cast<double>(job.spec->vocab_size));
}

/// Whether the stage's card is a Hopper, where the matrix library's workspace is larger.
bool on_hopper(const Job& job, const Stage& stage) {
  return stage.device < job.devices.size() &&
         job.devices[stage.device].spec->compute_capability.starts_with("9.");
}

/// Activations of the widest layer for a step's tokens, in 16 bit. The matrices are cut over a
/// tensor-parallel group, the hidden states are not.
Expr step_activations(Trace& t, const Job& job, const Stage& stage, const Expr& tokens) {
  Expr width = 2 * ffn_width(t, widest_group(job, stage));
  if (job.layout.tensor > 1) {
    width = width / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
  }
  return t.literal(2, kBytes) * tokens * (3 * hidden(t, job) + width);
}

/// Images that the profile run encodes: as many as fit a step; older versions as many as there may
/// be sequences.
Expr profiled_images(Trace& t, const Job& job, const Tower& tower, const Workload& load) {
  const double images =
      static_cast<double>(job.request->options.images_per_prompt) * most_sequences(job);
  const Expr all = t.symbol(Symbol::MaxSequences, images, "img") * use(t, kVllmImagePatches);
  const bool bounded = job.version->small_steps;
  const Expr patches =
      bounded ? min(all, t.symbol(Symbol::BatchedTokens, most_step_tokens(job, load))) : all;
  return use(t, kVllmImages) * patches *
         t.symbol(Symbol::TowerSize, static_cast<double>(tower.hidden_size));
}

/// Bytes of a number in 16 bit.
Expr half(Trace& t) { return t.literal(2, kBytes); }

Expr over_tensor(Trace& t, const Job& job, const Expr& width) {
  if (job.layout.tensor < 2) return width;
  return width / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
}

/// Workspace of routed experts: inputs of both matrices, for each expert that a token goes to.
Expr expert_workspace(Trace& t, const Job& job, const Ffn& ffn, const Expr& tokens) {
  const Expr width =
      over_tensor(t, job, t.symbol(Symbol::FfnSize, static_cast<double>(ffn.intermediate_size)));
  return half(t) * tokens *
         t.symbol(Symbol::ExpertsPerToken, static_cast<double>(ffn.num_experts_per_tok)) *
         (max(2 * width, hidden(t, job)) + max(width, hidden(t, job)));
}

/// The widest layer for a step's tokens: hidden states (a stage of a pipeline has two more, which
/// it receives), and gate, up and their product of the feed-forward.
Expr profiled_layer(Trace& t, const Job& job, const Stage& stage, const Expr& tokens) {
  const LayerGroup& group = widest_group(job, stage);
  const double copies = job.version->hidden_copies + (job.layout.pipeline > 1 ? 2 : 0);
  const Expr states = half(t) * tokens * (copies * hidden(t, job));
  if (!group.ffn) return use(t, kVllmProfile) * states;
  const Ffn& ffn = *group.ffn;
  if (ffn.num_experts > 0) {
    return use(t, kVllmProfile) * (states + expert_workspace(t, job, ffn, tokens));
  }
  const double parts = ffn.kind == FfnKind::Gated ? 3 : 2;
  const Expr width =
      over_tensor(t, job, t.symbol(Symbol::FfnSize, static_cast<double>(ffn.intermediate_size)));
  return use(t, kVllmProfile) * (states + half(t) * tokens * (parts * width));
}

/// The sampler on the whole vocabulary for every sequence that may run, beside the hidden states
/// of the step; tensor parallelism does not halve it.
Expr profiled_sampler(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const double step = most_step_tokens(job, load);
  const Expr sequences = t.symbol(Symbol::MaxSequences, std::min(most_sequences(job), step));
  const Expr tokens = t.symbol(Symbol::BatchedTokens, step);
  Expr rows = use(t, *job.version->sampler) * sequences;
  if (job.version->sampler_rows) rows = rows + t.literal(4, kBytes) * use(t, kVllmSamplerRows);
  Expr sum = rows * vocabulary(t, job) + half(t) * hidden(t, job) * (tokens + sequences);
  const LayerGroup& group = widest_group(job, stage);
  const bool plain = job.weights->plain() && !job.stored;  // other kernels keep nothing
  if (job.version->experts_stay && plain && group.ffn && group.ffn->num_experts > 0) {
    sum = sum + expert_workspace(t, job, *group.ffn, tokens);
  }
  return sum;
}

/// vLLM measures its peak with a full step before it sizes the cache: the widest layer for every
/// token of the step, then the sampler. The larger of them counts, and of a multimodal model its
/// images. In versions whose pieces of prompts were short a step of them sampled nothing.
Expr vllm_profile(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const Expr tokens = t.symbol(Symbol::BatchedTokens, most_step_tokens(job, load));
  Expr peak = profiled_layer(t, job, stage, tokens);
  const bool pieces = job.version->chunk_tokens > 0 && cuts_prompts(job, load);
  if (stage.has_head && !pieces) peak = max(profiled_sampler(t, job, stage, load), peak);
  if (job.request->options.images_per_prompt > 0) {
    for (const Tower& tower : job.spec->towers) {
      if (tower.module == Module::Vision) peak = max(peak, profiled_images(t, job, tower, load));
    }
  }
  return peak + use(t, on_hopper(job, stage) ? kTorchMatrixLibrary : kVllmLibrary);
}

/// SGLang: the activations of a chunk of prefill, and logits in 16 and 32 bit for what runs.
Expr sglang_step(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const Expr tokens = t.symbol(Symbol::BatchedTokens, most_step_tokens(job, load));
  return use(t, kSglangStep) *
         (step_activations(t, job, stage, tokens) +
          t.literal(6, kBytes) * t.symbol(Symbol::Batch, load.batch) * vocabulary(t, job));
}

/// The matrix library's workspace.
Expr matrix_library(Trace& t, const Job& job, const Stage& stage) {
  return use(t, on_hopper(job, stage) ? kTorchMatrixLibrary : kTorchSmallLibrary);
}

/// Whether sdpa repeats keys and values for each query head. Its range holds both where the request
/// does not say.
bool may_expand(const Job& job) {
  const std::string& asked = job.request->options.attention;
  return asked == "sdpa" || asked == "unfused" || (asked == "auto" && job.version->expands_kv);
}

/// Keys and values of one layer, repeated for all query heads while a token is written.
Expr expanded_cache(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const Attention* widest = nullptr;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    const auto& a = job.spec->groups[i].attention;
    if (stage.group_layers[i] == 0 || !a || a->num_key_value_heads == a->num_attention_heads) {
      continue;
    }
    if (!widest || a->q_size() > widest->q_size()) widest = &*a;
  }
  if (!widest || !may_expand(job)) return {};
  return 2 * t.symbol(Symbol::QuerySize, static_cast<double>(widest->q_size())) *
         t.symbol(Symbol::Tokens, load.context) * t.symbol(Symbol::Batch, load.batch) *
         t.symbol(Symbol::BytesKv, static_cast<double>(job.kv_key->bytes) / job.kv_key->elements);
}

/// Beside weights that are quantised. A kernel of AutoGPTQ has buffers of its own.
Expr beside_quantised(Trace& t, const Job& job, const Stage& stage) {
  if (!job.stored && job.weights->plain()) return {};
  const Expr beside = use(t, kTorchQuantised) * stored_weights(t, job, stage, false);
  if (job.weights->matrix != "gptq4-g128" || job.stored) return beside;
  constexpr double kKernelRows = 2048;
  const Expr width = ffn_width(t, widest_group(job, stage));
  return beside + use(t, kGptqKernel) * t.literal(2, kBytes) * width *
                      (hidden(t, job) + t.symbol(Symbol::BatchedTokens, kKernelRows));
}

/// What a prompt may still add where the request does not say how long it is: up to all of the
/// context.
Expr possible_prefill(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  if (prompt_tokens(job, load)) return {};
  Trace quiet(false);
  const Expr most = prefill_workspace(quiet, job, stage, load);
  return t.ranged(Symbol::PrefillBytes, 0, 0, most.high);
}

/// transformers while it writes tokens: the library, what sdpa repeats, what quantisation needs.
Expr library_run(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const Expr beside = plus(expanded_cache(t, job, stage, load), beside_quantised(t, job, stage));
  const Expr sum = plus(matrix_library(t, job, stage), beside);
  return plus(sum, possible_prefill(t, job, stage, load));
}

/// litgpt: a matrix that is quantised while it loads leaves copies behind.
Expr litgpt_run(Trace& t, const Job& job, const Stage& stage) {
  const Expr beside = use(t, kLitgptBeside);
  if (job.weights->plain()) return beside;
  const LayerGroup& group = widest_group(job, stage);
  return beside + use(t, kLitgptQuantise) * hidden(t, job) * ffn_width(t, group);
}

/// exllamav2: buffers of a step, and one matrix in 16 bit.
Expr exllama_buffers(Trace& t, const Job& job, const Stage& stage) {
  constexpr double kStep = 2048;
  const Expr width = ffn_width(t, widest_group(job, stage));
  const Expr tokens = t.symbol(Symbol::BatchedTokens, kStep);
  return use(t, kExllamaBuffers) * t.literal(2, kBytes) *
         (tokens * (2 * hidden(t, job) + 2 * width) + hidden(t, job) * width);
}

}  // namespace

Expr workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  switch (job.engine->workspace) {
    case WorkspaceRule::None:
      return {};
    case WorkspaceRule::LlamaCpp:
      return llama_cpp_graph(t, job, stage, load);
    case WorkspaceRule::Vllm:
      return vllm_profile(t, job, stage, load);
    case WorkspaceRule::Sglang:
      return sglang_step(t, job, stage, load);
    case WorkspaceRule::Transformers:
      return library_run(t, job, stage, load);
    case WorkspaceRule::Litgpt:
      return litgpt_run(t, job, stage);
    case WorkspaceRule::Mlx:
      return use(t, kMlxPrefill);
    case WorkspaceRule::Exllama:
      return exllama_buffers(t, job, stage);
  }
  return {};
}

// The prompt passes each layer whole: gate, activation and their product of the feed-forward,
// beside four hidden states (the embeddings, the layer's input, its residual and norm). Measured
// with transformers 4.46 at 0.5B and 1.5B; true while the engine does not cut the prompt into
// chunks.
Expr prefill_workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const double asked = prompt_tokens(job, load).value_or(load.context);
  const Expr tokens = t.symbol(Symbol::PromptTokens, asked) * t.symbol(Symbol::Batch, load.batch);
  const LayerGroup& group = widest_group(job, stage);
  const bool plain = group.ffn && group.ffn->kind != FfnKind::Gated;
  // The experts take turns.
  const Expr width =
      group.ffn && group.ffn->num_experts > 0
          ? t.symbol(Symbol::FfnSize, static_cast<double>(group.ffn->intermediate_size +
                                                          group.ffn->shared_intermediate_size))
          : ffn_width(t, group);
  Expr numbers = 4 * hidden(t, job) + (plain ? 2 : 3) * width;
  if (job.request->options.attention == "unfused") {  // scores, softmax in fp32 and back
    const auto heads = static_cast<double>(group.num_attention_heads());
    numbers = numbers + 4 * t.symbol(Symbol::Heads, heads) * t.symbol(Symbol::PromptTokens, asked);
  }
  const Expr layer = use(t, kHfPrefill) * t.literal(2, kBytes) * tokens * numbers;
  const bool all = job.version->all_logits || job.request->options.logits_to_keep == "all";
  Expr peak = layer;
  if (all && stage.has_head) {
    const Expr logits =
        t.literal(job.version->all_logits ? 6 : 2, kBytes) * tokens * vocabulary(t, job);
    peak = max(layer, logits);
  }
  const Expr sum = plus(matrix_library(t, job, stage), beside_quantised(t, job, stage));
  return sum + peak;
}

Expr host_workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const bool keeps = job.engine->workspace == WorkspaceRule::LlamaCpp && stage.has_embedding;
  return keeps ? llama_cpp_host(t, job, stage, load) : Expr{};
}

}  // namespace vramscope
