#include "estimate/limits.h"

#include <algorithm>
#include <cmath>

namespace vramscope {
namespace {

constexpr double kMostTokens = 4294967296.0;   // 2^32
constexpr double kMostSequences = 16777216.0;  // 2^24
constexpr size_t kMostDevices = 1024;

/// A place on an axis and what is left there.
struct Point {
  double x = 0;
  double margin = 0;
};

/// Largest whole x from `inside`, which fits, to `outside`, which does not. The margin falls with x
/// and is nearly a straight line, so cutting by the line finds the place in a few steps; every
/// third step halves the interval, which bounds the search for any shape.
template <typename MarginAt>
double last_fitting(Point inside, Point outside, MarginAt margin_at) {
  for (int step = 0; outside.x - inside.x > 1; ++step) {
    double x =
        inside.x + (outside.x - inside.x) * (inside.margin / (inside.margin - outside.margin));
    if (step % 3 == 2) x = (inside.x + outside.x) / 2;
    x = std::clamp(std::floor(x), inside.x + 1, outside.x - 1);
    const Point here{x, margin_at(x)};
    if (here.margin < 0) {
      outside = here;
      continue;
    }
    inside = here;
    // The line usually lands just inside: try its neighbour before cutting again.
    if (x + 1 == outside.x || margin_at(x + 1) < 0) return x;
  }
  return inside.x;
}

/// The estimate only changes at multiples of `step` along the axis.
Limit along(const Job& job, double Workload::*axis, double most, double step) {
  const auto at = [&](double steps) {
    Workload load = job.workload;
    load.*axis = steps * step;
    return margin_of(job, load);
  };
  const double most_steps = std::floor(most / step);
  const Margin least_load = at(1);
  const Margin most_load = at(most_steps);
  const auto search = [&](double Margin::*bound) {
    if (least_load.*bound < 0) return 0.0;
    if (most_load.*bound >= 0) return step * most_steps;
    return step * last_fitting({1, least_load.*bound}, {most_steps, most_load.*bound},
                               [&](double steps) { return at(steps).*bound; });
  };
  Limit limit;
  limit.guaranteed = search(&Margin::low);
  // One search answers both where the estimate is exact.
  const bool exact = least_load.low == least_load.high && most_load.low == most_load.high;
  limit.possible = exact ? limit.guaranteed : search(&Margin::high);
  return limit;
}

/// Tokens that the engine's cache allots together.
double context_step(const Job& job) {
  switch (job.engine->cache) {
    case CacheRule::Exact:
    case CacheRule::Transformers:
      return 1;
    case CacheRule::LlamaCpp:
      return kLlamaCppPadding;
    case CacheRule::Vllm:
      return static_cast<double>(job.request->options.block_size);
  }
  return 1;
}

/// The same work over `count` devices of the first kind; false when it cannot be laid out.
bool relay(const Job& job, size_t count, Job& out) {
  Job base = job;
  base.devices.clear();
  base.stages.clear();
  base.warnings.clear();
  Machine machine;
  machine.devices.push_back({});
  machine.devices.front().gpu = std::string(job.devices.front().spec->id);
  machine.devices.front().count = count;
  Result<Job> laid = resolve_machine(base, machine, "gpus");
  if (!laid.ok()) return false;
  out = std::move(laid.value());
  for (JobDevice& device : out.devices) device.usable = job.devices.front().usable;
  return true;
}

/// Up to eight cards any number; beyond, the numbers that machines come in.
size_t next_count(size_t count) { return count < 8 ? count + 1 : count * 2; }

std::optional<double> fewest(const Job& job, size_t start, double Margin::*bound) {
  for (size_t count = start; count <= kMostDevices; count = next_count(count)) {
    Job trial;
    if (!relay(job, count, trial)) continue;
    if (margin_of(trial, trial.workload).*bound >= 0) return static_cast<double>(count);
  }
  return std::nullopt;
}

bool more_cards_help(const Job& job) {
  const Parallel& p = job.request->parallel;
  if (job.training) return job.layout.zero > 0 && !p.data;
  return job.engine->split == Split::Tensor ? !p.tensor : !p.pipeline;
}

}  // namespace

Limit max_context(const Job& job) {
  Limit limit = along(job, &Workload::context, kMostTokens, job.training ? 1 : context_step(job));
  if (job.spec->max_position_embeddings > 0) {
    limit.model = static_cast<double>(job.spec->max_position_embeddings);
  }
  return limit;
}

Limit max_batch(const Job& job) { return along(job, &Workload::batch, kMostSequences, 1); }

Limit min_gpus(const Job& job) {
  Limit limit;
  const Margin here = margin_of(job, job.workload);
  if (job.devices.size() == 1 && here.low >= 0) {
    limit.guaranteed = 1;
    limit.possible = 1;
    return limit;
  }
  if (!more_cards_help(job)) return limit;
  // No layout is better than an even one: that many cards are needed at least.
  Job one;
  size_t start = 1;
  if (relay(job, 1, one)) {
    const double usable = one.devices.front().usable.count() - job.request->reserve.count();
    const double needed = usable - margin_of(one, one.workload).high;
    if (usable > 0 && needed > usable) {
      start = static_cast<size_t>(
          std::clamp(std::floor(needed / usable / 2), 1.0, static_cast<double>(kMostDevices)));
    }
  }
  limit.possible = fewest(job, start, &Margin::high);
  if (limit.possible) {
    limit.guaranteed = fewest(job, static_cast<size_t>(*limit.possible), &Margin::low);
  }
  return limit;
}

}  // namespace vramscope
