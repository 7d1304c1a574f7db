// Rules of thumb that people quote, computed beside the estimate so that both can be compared.
#include <algorithm>

#include "formulas/formulas.h"
#include "tables/coefficients.h"

namespace vramscope {
namespace {

Expr per_parameter(Trace& t, const Job& job, double bytes) {
  return t.symbol(Symbol::BytesParameter, bytes) * t.symbol(Symbol::Parameters, job.counts.total);
}

void inference_rules(Trace& t, const Job& job, const RuleSums& sums, RuleList& rules) {
  const Expr load = per_parameter(t, job, 2);
  rules.add({"rule_2n", load, sums.weights});
  rules.add(
      {"rule_1_2x", t.symbol(Symbol::RuleFactor, 1.2) * per_parameter(t, job, 2), sums.device});
}

void training_rules(Trace& t, const Job& job, const RuleSums& sums, RuleList& rules) {
  rules.add({"rule_16n", per_parameter(t, job, 16), sums.states});
  rules.add({"rule_18n", per_parameter(t, job, 18), sums.states});
  rules.add({"rule_20n", per_parameter(t, job, 20), sums.device});
  const ModelSpec& spec = *job.spec;
  const LayerGroup& group = spec.groups.front();
  const uint64_t width = group.ffn ? group.ffn->intermediate_size : 0;
  const Expr layers = t.symbol(Symbol::Layers, static_cast<double>(spec.num_hidden_layers()));
  const Expr tokens = t.symbol(Symbol::MicroBatch, job.workload.batch) *
                      t.symbol(Symbol::SequenceLength, job.workload.context);
  const Expr hidden = t.symbol(Symbol::Hidden, static_cast<double>(spec.hidden_size));
  const Expr ffn = t.symbol(Symbol::FfnSize, static_cast<double>(width));
  rules.add({"rule_activations", t.literal(1, kBytes) * (hidden + ffn) * tokens * layers,
             sums.activations});
  const Expr numbers = t.literal(1, kBytes) * (hidden + ffn) * tokens * layers;
  rules.add({"rule_int8",
             per_parameter(t, job, 4) + numbers + t.symbol(Symbol::RuleBytes, 1343 * kMiB),
             sums.device});
  const Expr heads = t.symbol(Symbol::Heads, static_cast<double>(group.num_attention_heads()));
  const Expr length = t.symbol(Symbol::SequenceLength, job.workload.context);
  rules.add(
      {"rule_34_5as",
       tokens * (t.literal(34, kBytes) * hidden + t.literal(5, kBytes) * heads * length) * layers,
       sums.activations});
}

}  // namespace

RuleSums rule_sums(std::span<const TermValue> terms, const Level& device) {
  RuleSums most;
  most.device = device.bytes.count();
  for (PhaseMask phase = 1; phase != 0; phase = static_cast<PhaseMask>(phase << 1)) {
    RuleSums now;
    for (const TermValue& term : terms) {
      if ((term.phases & phase) == 0) continue;
      const double bytes = term.size().bytes.count();
      if (term.id == TermId::Weights) now.weights += bytes;
      if (term.id == TermId::Activations) now.activations += bytes;
      if (term.id == TermId::RuntimeOverhead) now.overhead += bytes;
      const bool state = term.id == TermId::Weights || term.id == TermId::Gradients ||
                         term.id == TermId::OptimizerState || term.id == TermId::Adapter;
      if (state) now.states += bytes;
    }
    most.weights = std::max(most.weights, now.weights);
    most.states = std::max(most.states, now.states);
    most.activations = std::max(most.activations, now.activations);
    most.overhead = std::max(most.overhead, now.overhead);
  }
  return most;
}

RuleList rules_of_thumb(Trace& t, const Job& job, const RuleSums& sums) {
  RuleList rules;
  if (job.training) {
    training_rules(t, job, sums, rules);
  } else {
    inference_rules(t, job, sums, rules);
  }
  rules.add({"rule_cuda_1343", t.symbol(Symbol::RuleBytes, 1343 * kMiB), sums.overhead});
  return rules;
}

}  // namespace vramscope
