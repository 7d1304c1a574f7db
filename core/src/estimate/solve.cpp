#include "estimate/solve.h"

#include <algorithm>

#include "estimate/limits.h"

namespace vramscope {
namespace {

double bytes_with(const Job& job, const WeightPlan& plan, Job& trial) {
  trial = job;
  trial.weights = &plan;
  lay_out_stages(trial);
  Trace trace(false);
  double bytes = 0;
  for (const Stage& stage : trial.stages) bytes += stored_weights(trace, trial, stage, false).value;
  return bytes;
}

/// The weight format with the most bytes that surely fits, of those the engine can load and not
/// beyond what the checkpoint stores. Between equals the stored type wins.
std::string best_weights(const Job& job) {
  const WeightPlan* stored = find_weight_plan(job.spec->stored_dtype);
  Job trial;
  const double ceiling = stored ? bytes_with(job, *stored, trial) : 0;
  if (stored && loads(*job.engine, *stored) && margin_of(trial, trial.workload).low >= 0) {
    return std::string(stored->id);
  }
  std::string best;
  double most = 0;
  for (const WeightPlan& plan : weight_plans()) {
    if (!loads(*job.engine, plan)) continue;
    const double bytes = bytes_with(job, plan, trial);
    const bool beyond = stored && bytes > ceiling;
    if (beyond || bytes <= most || margin_of(trial, trial.workload).low < 0) continue;
    most = bytes;
    best = plan.id;
  }
  return best;
}

}  // namespace

Result<SolveAnswer> solve(const Job& base) {
  Result<Job> laid = resolve_machine(base, base.request->machine, "gpu");
  if (!laid.ok()) return laid.errors();
  const Job& job = laid.value();
  SolveAnswer answer{.target = base.request->solve.target};
  if (answer.target == "max_context") answer.limit = max_context(job);
  if (answer.target == "max_batch") answer.limit = max_batch(job);
  if (answer.target == "min_gpus") answer.limit = min_gpus(job);
  if (answer.target == "best_weights") {
    if (job.training)
      return Problem{"solve.for", "engine_other_task", {{"engine", "best_weights"}}};
    answer.best_weights = best_weights(job);
  }
  return answer;
}

}  // namespace vramscope
