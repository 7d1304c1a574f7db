// The formulas, one file each. All take the trace that records their working, the job, and the
// stage whose device they count; they return bytes.
#pragma once

#include "formulas/term_list.h"
#include "parallel/job.h"

namespace vramscope {

/// Stored weights of the stage, scales included. `host` picks those in CPU memory.
/// Σ elements × bytes of a block ÷ elements of a block. Exact.
Expr stored_weights(Trace& t, const Job& job, const Stage& stage, bool host);

/// vLLM's mxfp4 kernels fill expert matrices up to multiples of 256.
Expr padded_experts(Trace& t, const Job& job, const Stage& stage);

/// LoRA matrices that are served beside the model, in 16 bit.
Expr adapters(Trace& t, const Job& job, const Stage& stage);

/// llama.cpp allots cells in multiples of this. Source: llama.cpp src/llama-kv-cache.
inline constexpr double kLlamaCppPadding = 256;
/// mlx-lm's cache grows by this many tokens. Source: mlx_lm/models/cache.py.
inline constexpr double kMlxCacheStep = 256;
/// exllamav2 pages its cache by this many tokens. Source: exllamav2 generator, page size.
inline constexpr double kExllamaCacheStep = 256;

/// Keys and values of every cached layer for each live token. Exact for the engine's layout.
Expr kv_cache(Trace& t, const Job& job, const Stage& stage, const Workload& load);

/// State of recurrent layers and the past of their convolutions, for each sequence. Exact.
Expr recurrent_state(Trace& t, const Job& job, const Stage& stage, const Workload& load);

/// Buffers of the engine's compute graph. Bounded or empirical.
Expr workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load);

/// While a whole prompt is read at once: what the widest layer leaves, and the logits.
Expr prefill_workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load);

/// What is gone of a card before SGLang looks at what is free: context and communicators.
Expr taken_before_start(Trace& t, const Job& job);

/// What of the overhead an engine that fills its share counts as its own.
Expr charged_overhead(Trace& t, const Job& job);

/// What the engine keeps in CPU memory beside weights: inputs, embeddings, logits for the caller.
Expr host_workspace(Trace& t, const Job& job, const Stage& stage, const Workload& load);

/// Context, libraries, graphs, allocator slack: what a device shows beside live tensors.
/// `allocated` is the sum of live tensors at the peak, `cached` what the allocator holds beside.
Expr runtime_overhead(Trace& t, const Job& job, const Level& allocated, const Level& cached);
/// Reserved over allocated of the job's allocator; nullptr: the same.
const Coefficient* slack_of(const Job& job);

/// Figures of rules of thumb.
struct RuleValue {
  std::string_view id;  ///< of its message too
  Expr expr;
  double ours = 0;  ///< bytes that we give for the same thing
};
class RuleList {
 public:
  void add(const RuleValue& rule) {
    if (count_ < rules_.size()) rules_[count_++] = rule;
  }
  std::span<const RuleValue> all() const { return {rules_.data(), count_}; }

 private:
  std::array<RuleValue, 8> rules_;
  size_t count_ = 0;
};
/// What rules are compared with: the most that one device holds of each in any phase, host memory
/// too.
struct RuleSums {
  double weights = 0;
  double states = 0;  ///< weights, gradients, optimizer states, adapters
  double activations = 0;
  double overhead = 0;  ///< beside live tensors
  double device = 0;    ///< all of it
};
RuleSums rule_sums(std::span<const TermValue> terms, const Level& device);
RuleList rules_of_thumb(Trace& t, const Job& job, const RuleSums& sums);

}  // namespace vramscope
