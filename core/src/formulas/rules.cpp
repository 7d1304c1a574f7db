// Rules of thumb that people quote, computed beside the estimate so that both can be compared.
#include "formulas/formulas.h"
#include "tables/coefficients.h"

namespace vramscope {
namespace {

struct Sums {
  double weights = 0;  ///< all weights, host too
  double states = 0;   ///< weights, gradients, optimizer state
  double activations = 0;
  double overhead = 0;
};

Sums sums_of(std::span<const TermValue> terms) {
  Sums sums;
  for (const TermValue& term : terms) {
    const double bytes = term.size().bytes.count();
    switch (term.id) {
      case TermId::Weights:
        sums.weights += bytes;
        sums.states += bytes;
        break;
      case TermId::Gradients:
      case TermId::OptimizerState:
        sums.states += bytes;
        break;
      case TermId::Activations:
        sums.activations += bytes;
        break;
      case TermId::RuntimeOverhead:
        sums.overhead += bytes;
        break;
      case TermId::KvCache:
      case TermId::RecurrentState:
      case TermId::Logits:
      case TermId::Adapter:
      case TermId::CommBuffers:
      case TermId::Workspace:
        break;
    }
  }
  return sums;
}

Expr per_parameter(Trace& t, const Job& job, double bytes) {
  return t.symbol(Symbol::BytesParameter, bytes) * t.symbol(Symbol::Parameters, job.counts.total);
}

void inference_rules(Trace& t, const Job& job, const Sums& sums, const Level& device,
                     RuleList& rules) {
  const Expr load = per_parameter(t, job, 2);
  rules.add({"rule_2n", load, sums.weights});
  rules.add({"rule_1_2x", t.symbol(Symbol::RuleFactor, 1.2) * per_parameter(t, job, 2),
             device.bytes.count()});
}

void training_rules(Trace& t, const Job& job, const Sums& sums, const Level& device,
                    RuleList& rules) {
  rules.add({"rule_16n", per_parameter(t, job, 16), sums.states});
  rules.add({"rule_18n", per_parameter(t, job, 18), sums.states});
  rules.add({"rule_20n", per_parameter(t, job, 20), device.bytes.count()});
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
             device.bytes.count()});
  const Expr heads = t.symbol(Symbol::Heads, static_cast<double>(group.num_attention_heads()));
  const Expr length = t.symbol(Symbol::SequenceLength, job.workload.context);
  rules.add(
      {"rule_34_5as",
       tokens * (t.literal(34, kBytes) * hidden + t.literal(5, kBytes) * heads * length) * layers,
       sums.activations});
}

}  // namespace

RuleList rules_of_thumb(Trace& t, const Job& job, std::span<const TermValue> terms,
                        const Level& device) {
  RuleList rules;
  const Sums sums = sums_of(terms);
  if (job.training) {
    training_rules(t, job, sums, device, rules);
  } else {
    inference_rules(t, job, sums, device, rules);
  }
  rules.add({"rule_cuda_1343", t.symbol(Symbol::RuleBytes, 1343 * kMiB), sums.overhead});
  return rules;
}

}  // namespace vramscope
