// Runtime overhead: what the card shows as used beside live tensors. Empirical throughout.
#include "formulas/formulas.h"

namespace vramscope {

Expr runtime_overhead(Trace& t, const Job& job, const Level& allocated) {
  const Engine& engine = *job.engine;
  Expr sum;
  for (const Coefficient* row : {engine.context, engine.other, engine.graphs}) {
    if (row) sum = t.sum_item(sum, use(t, *row));
  }
  if (engine.communication && job.devices.size() > 1) {
    sum = t.sum_item(sum, use(t, *engine.communication));
  }
  if (engine.slack) {
    const Expr live = t.ranged(Symbol::GivenBytes, allocated.low.count(), allocated.bytes.count(),
                               allocated.high.count(), "allocated");
    sum = t.sum_item(sum, (use(t, *engine.slack) - 1) * live);
  }
  return sum;
}

}  // namespace vramscope
