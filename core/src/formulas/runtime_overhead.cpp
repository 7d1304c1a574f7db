// Runtime overhead: what the card shows as used beside live tensors. Empirical throughout.
#include "formulas/formulas.h"

namespace vramscope {

const Coefficient* slack_of(const Job& job) {
  const bool expands = job.training && job.request->training.expandable_segments;
  return job.engine->slack && expands ? &kExpandableSlack : job.engine->slack;
}

Expr runtime_overhead(Trace& t, const Job& job, const Level& allocated, const Level& cached) {
  const Engine& engine = *job.engine;
  Expr sum;
  for (const Coefficient* row : {engine.context, engine.other, engine.graphs}) {
    if (row) sum = t.sum_item(sum, use(t, *row));
  }
  if (engine.communication && job.devices.size() > 1) {
    sum = t.sum_item(sum, use(t, *engine.communication));
  }
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

}  // namespace vramscope
