#include "estimate/solve.h"

#include <algorithm>
#include <optional>

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

/// The job again with another option.
template <typename Set>
Margin margin_with(const Job& job, Set set) {
  Request request = *job.request;
  set(request.options);
  Job trial = job;
  trial.request = &request;
  lay_out_stages(trial);
  return margin_of(trial, trial.workload);
}

/// The first count from 0 to `most` of which `fits` holds, which it goes on doing.
template <typename Fits>
std::optional<double> first_fitting(uint64_t most, Fits fits) {
  if (!fits(most)) return std::nullopt;
  uint64_t low = 0;
  uint64_t high = most;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return static_cast<double>(low);
}

/// Layers for the card: as many as fit. Fewer never take more but for what is copied for a step, so
/// the last that fits is sought from the top.
Limit most_gpu_layers(const Job& job) {
  const uint64_t all = job.spec->num_hidden_layers() + 1;
  const auto search = [&](double Margin::*bound) -> std::optional<double> {
    const auto left = first_fitting(all, [&](uint64_t behind) {
      return margin_with(job, [&](InferenceOptions& o) { o.gpu_layers = all - behind; }).*bound >=
             0;
    });
    if (!left) return std::nullopt;
    return static_cast<double>(all) - *left;
  };
  return {search(&Margin::low), search(&Margin::high), static_cast<double>(all)};
}

/// Layers whose experts stay in CPU memory: as few as need be.
Limit fewest_cpu_moe(const Job& job) {
  const uint64_t all = job.spec->num_hidden_layers();
  const auto search = [&](double Margin::*bound) {
    return first_fitting(all, [&](uint64_t count) {
      return margin_with(job, [&](InferenceOptions& o) { o.cpu_moe = count; }).*bound >= 0;
    });
  };
  return {search(&Margin::low), search(&Margin::high), static_cast<double>(all)};
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
  const bool offload = answer.target == "gpu_layers" || answer.target == "cpu_moe";
  if (offload && (job.training || job.engine->cache != CacheRule::LlamaCpp)) {
    return Problem{"solve.for", "engine_other_task", {{"engine", std::string(job.engine->id)}}};
  }
  if (answer.target == "gpu_layers") answer.limit = most_gpu_layers(job);
  if (answer.target == "cpu_moe") answer.limit = fewest_cpu_moe(job);
  if (answer.target == "best_weights") {
    if (job.training)
      return Problem{"solve.for", "engine_other_task", {{"engine", "best_weights"}}};
    answer.best_weights = best_weights(job);
  }
  return answer;
}

}  // namespace vramscope
