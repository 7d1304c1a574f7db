// The view of Holistic Trace Analysis. Source: facebookresearch/HolisticTraceAnalysis,
// hta/common/trace.py (which activities count) and hta/analyzers/breakdown_analysis.py.
#include <algorithm>

#include "lab/collected.h"
#include "lab/sweep.h"

namespace vramscope::lab {
namespace {

/// HTA's threshold is 30 in the unit of the trace's own times, which are microseconds.
constexpr int64_t kKernelWait = 30000;

/// What was launched before the last ProfilerStep began; all of it where there are no steps.
class Counted {
 public:
  explicit Counted(const Collected& c) {
    for (const HostStep& step : c.steps) before_ = std::max(before_, step.start);
    all_ = c.steps.empty();
  }
  bool operator()(const Activity& activity) const {
    return all_ || (activity.launch != kNoLaunch && activity.launch < before_);
  }

 private:
  int64_t before_ = INT64_MIN;
  bool all_ = false;
};

TimeSplit spend_time(const Collected& c, const Counted& counted) {
  std::array<int64_t, 8> together = {};
  SortedLog<Activity>::Reader log(c.gpu);
  Activity activity;
  sweep(
      [&](SweepItem& item) {
        do {
          if (!log.next(activity)) return false;
        } while (!counted(activity));
        const Kind kind = c.names[activity.name].what.kind_hta;
        item = {activity.start, activity.end(), static_cast<uint8_t>(kind), 0};
        return true;
      },
      [&](int64_t from, int64_t to, const Running& running) {
        size_t bits = 0;
        for (size_t kind = 0; kind < kKinds; ++kind) {
          if (running.count[kind] > 0) bits |= size_t{1} << kind;
        }
        together[bits] += to - from;
      });
  return split_of(together);
}

struct IdleSums {
  bool begun = false;
  int64_t last_end = 0;
  int64_t host = 0, kernel = 0, other = 0;
};

/// Gaps between one activity and the next of the same stream, whatever other streams do.
void wait_reasons(const Collected& c, const Counted& counted, HtaView& view) {
  std::vector<IdleSums> sums(c.streams.size());
  Activity activity;
  for (SortedLog<Activity>::Reader log(c.gpu); log.next(activity);) {
    if (!counted(activity)) continue;
    ++view.activities;
    IdleSums& sum = sums[activity.stream];
    const int64_t gap = activity.start - sum.last_end;
    if (!sum.begun) {
      sum.begun = true;
    } else if (activity.launch != kNoLaunch && activity.launch > sum.last_end) {
      sum.host += gap;
    } else if (gap < kKernelWait) {
      sum.kernel += gap;
    } else {
      sum.other += gap;
    }
    sum.last_end = activity.end();
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    if (!sums[i].begun) continue;
    view.idle.push_back({c.streams[i].device, c.streams[i].stream, us(sums[i].host),
                         us(sums[i].kernel), us(sums[i].other)});
  }
  std::sort(view.idle.begin(), view.idle.end(), [](const IdleLine& a, const IdleLine& b) {
    return a.device != b.device ? a.device < b.device : a.stream < b.stream;
  });
}

}  // namespace

void analyse_hta(Collected& c) {
  if (c.gpu.empty()) return;
  const Counted counted(c);
  HtaView view;
  view.split = spend_time(c, counted);
  wait_reasons(c, counted, view);
  c.profile.hta = std::move(view);
}

}  // namespace vramscope::lab
