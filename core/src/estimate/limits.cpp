#include "estimate/limits.h"

#include <algorithm>
#include <cmath>

namespace vramscope {
namespace {

constexpr double kMostTokens = 4294967296.0;   // 2^32
constexpr double kMostSequences = 16777216.0;  // 2^24
constexpr size_t kMostDevices = 1024;

/// Largest whole x in [1, most] whose margin is not negative, 0 when there is none. The margin
/// falls with x and is nearly a straight line, so cutting by the line finds the place in a few
/// steps; every third step halves the interval, which bounds the search for any shape.
template <typename MarginAt>
double largest_fitting(double most, MarginAt margin_at) {
  double inside = 1;
  double inside_margin = margin_at(inside);
  if (inside_margin < 0) return 0;
  double outside = most + 1;
  double outside_margin = margin_at(most);
  if (outside_margin >= 0) return most;
  outside = most;
  for (int step = 0; outside - inside > 1; ++step) {
    double x = inside + (outside - inside) * (inside_margin / (inside_margin - outside_margin));
    if (step % 3 == 2) x = (inside + outside) / 2;
    x = std::clamp(std::floor(x), inside + 1, outside - 1);
    const double margin = margin_at(x);
    if (margin >= 0) {
      inside = x;
      inside_margin = margin;
      // The line usually lands just inside: try its neighbour before cutting again.
      const double next = margin_at(std::min(x + 1, outside));
      if (next < 0) return x;
    } else {
      outside = x;
      outside_margin = margin;
    }
  }
  return inside;
}

Limit along(const Job& job, double Workload::* axis, double most) {
  const auto at = [&](double x, double Margin::* bound) {
    Workload load = job.workload;
    load.*axis = x;
    return margin_of(job, load).*bound;
  };
  Limit limit;
  limit.guaranteed = largest_fitting(most, [&](double x) { return at(x, &Margin::low); });
  limit.possible = limit.guaranteed;
  // One search answers both where the estimate is exact.
  const Margin here = margin_of(job, job.workload);
  if (here.low != here.high) {
    limit.possible = largest_fitting(most, [&](double x) { return at(x, &Margin::high); });
  }
  return limit;
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

std::optional<double> fewest(const Job& job, size_t start, double Margin::* bound) {
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
  Limit limit = along(job, &Workload::context, kMostTokens);
  if (job.spec->max_position_embeddings > 0) {
    limit.model = static_cast<double>(job.spec->max_position_embeddings);
  }
  return limit;
}

Limit max_batch(const Job& job) { return along(job, &Workload::batch, kMostSequences); }

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
    const double usable =
        one.devices.front().usable.count() - job.request->reserve.count();
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
