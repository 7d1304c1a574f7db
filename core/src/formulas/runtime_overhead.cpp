// Runtime overhead: what the card shows as used beside live tensors. Empirical throughout.
#include "formulas/formulas.h"

namespace vramscope {
namespace {

/// The context by the card's maker and the library's age.
const Coefficient* context_row(const Job& job) {
  const Engine& engine = *job.engine;
  if (engine.context != &kTorchContext) return engine.context;
  if (job.version && job.version->eager_kernels && engine.eager_context) {
    return engine.eager_context;
  }
  const bool amd = !job.devices.empty() && job.devices.front().spec->vendor == "amd";
  return amd ? &kHipContext : engine.context;
}

/// Captured graphs; few of them where the largest batch is small.
const Coefficient* graphs_row(const Job& job) {
  const InferenceOptions& options = job.request->options;
  if (!job.engine->graphs || options.enforce_eager) return nullptr;
  constexpr uint64_t kFewSizes = 32;  // batches of 1, 2, 4, 8, 16, 24, 32
  const bool few = options.graph_max_batch && *options.graph_max_batch <= kFewSizes;
  return few ? &kFewGraphs : job.engine->graphs;
}

Expr added(Trace& t, Expr sum, const Coefficient* row) {
  return row ? t.sum_item(sum, use(t, *row)) : sum;
}

const Coefficient* communication_row(const Job& job) {
  return job.devices.size() > 1 ? job.engine->communication : nullptr;
}

}  // namespace

const Coefficient* slack_of(const Job& job) {
  const bool expands = job.training && job.request->training.expandable_segments;
  return job.engine->slack && expands ? &kExpandableSlack : job.engine->slack;
}

Expr runtime_overhead(Trace& t, const Job& job, const Level& allocated, const Level& cached) {
  const Engine& engine = *job.engine;
  Expr sum;
  sum = added(t, sum, context_row(job));
  sum = added(t, sum, engine.other);
  sum = added(t, sum, graphs_row(job));
  sum = added(t, sum, communication_row(job));
  if (const Coefficient* slack = slack_of(job)) {
    const Expr live = t.ranged(Symbol::GivenBytes, allocated.low.count(), allocated.bytes.count(),
                               allocated.high.count(), "allocated");
    sum = t.sum_item(sum, (use(t, *slack) - 1) * live);
  }
  if (cached.high.count() > 0) {
    sum = t.sum_item(sum, t.ranged(Symbol::CachedBytes, cached.low.count(), cached.bytes.count(),
                                   cached.high.count()));
  }
  return sum;
}

Expr charged_overhead(Trace& t, const Job& job) {
  const Charged charged = job.version->charged;
  Expr sum;
  if (charged == Charged::Process) {
    sum = added(t, sum, context_row(job));
    sum = added(t, sum, communication_row(job));
  }
  if (charged == Charged::Growth || charged == Charged::Process) {
    sum = added(t, sum, job.engine->other);
  }
  if (job.version->graphs_charged) sum = added(t, sum, graphs_row(job));
  return sum;
}

}  // namespace vramscope
