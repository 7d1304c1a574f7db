// Steps by the definitions of tb_plugin. Source: pytorch/kineto tb_plugin, profiler/event_parser.py
// (steps), overall_parser.py (step time), gpu_metrics_parser.py (utilisation of a device).
#include <algorithm>

#include "lab/collected.h"
#include "lab/sweep.h"

namespace vramscope::lab {
namespace {

struct Step {
  std::string name;
  int64_t host_start = 0, host_end = 0;
  int64_t start = 0, end = 0;  ///< moved to what the device did
  int64_t device_first = INT64_MAX, device_last = INT64_MIN;
  uint64_t launched = 0;
  bool incomplete = false;
};

/// The host's steps; where there are none, all the time of its operators is one.
std::vector<Step> host_steps(const Collected& c) {
  std::vector<Step> steps;
  for (const HostStep& step : c.steps) {
    steps.push_back({step.name, step.start, step.end, step.start, step.end});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.host_start < b.host_start; });
  if (steps.empty() && c.cpu_first < c.cpu_last) {
    steps.push_back({"0", c.cpu_first, c.cpu_last, c.cpu_first, c.cpu_last});
  }
  return steps;
}

/// A step ends when the last thing that it launched ends, and begins no earlier than the one before
/// ended. What was launched before all steps keeps the first from beginning.
void move_to_device(const Collected& c, std::vector<Step>& steps) {
  const auto step_of = [&](int64_t launch) -> Step* {
    auto after =
        std::upper_bound(steps.begin(), steps.end(), launch,
                         [](int64_t time, const Step& step) { return time < step.host_start; });
    if (after == steps.begin()) return nullptr;
    Step& step = *--after;
    return launch < step.host_end ? &step : nullptr;
  };
  bool any = false;
  Activity activity;
  for (SortedLog<Activity>::Reader log(c.gpu); log.next(activity);) {
    if (activity.launch == kNoLaunch) continue;
    Step* step = step_of(activity.launch);
    if (!step) continue;
    any = true;
    ++step->launched;
    step->device_first = std::min(step->device_first, activity.start);
    step->device_last = std::max(step->device_last, activity.end());
  }
  if (!any) return;
  int64_t before = steps.front().host_start;
  if (steps.front().launched > 0) {
    for (SortedLog<Activity>::Reader log(c.gpu); log.next(activity);) {
      if (activity.launch != kNoLaunch && step_of(activity.launch)) continue;
      if (activity.end() < steps.front().device_first) before = std::max(before, activity.end());
    }
  }
  for (Step& step : steps) {
    step.start = std::max(before, step.host_start);
    step.end = std::max(step.host_end, step.start);
    if (step.launched > 0) step.end = std::max(step.end, step.device_last);
    before = step.end;
  }
  // The last step often lost the end of its kernels when recording stopped.
  if (steps.size() < 2) return;
  size_t keep = steps.size();
  while (keep > 1 && steps[keep - 1].launched == 0) --keep;
  if (keep > 1 && 0.8 * static_cast<double>(steps[keep - 2].launched) >
                      static_cast<double>(steps[keep - 1].launched)) {
    --keep;
  }
  for (size_t i = keep; i < steps.size(); ++i) steps[i].incomplete = true;
}

std::vector<Window> windows_of(const std::vector<Step>& steps) {
  std::vector<Window> windows;
  for (const Step& step : steps) windows.push_back({step.start, step.end});
  return windows;
}

void fill_steps(Collected& c, const std::vector<Step>& steps) {
  const std::vector<Window> windows = windows_of(steps);
  std::vector<std::array<int64_t, 8>> together(steps.size());
  {
    // Time before the first and after the last activity is idle time of its step.
    for (size_t i = 0; i < steps.size(); ++i) together[i][0] = windows[i].end - windows[i].start;
    Windows within(windows);
    SortedLog<Activity>::Reader log(c.gpu);
    Activity activity;
    sweep(
        [&](SweepItem& item) {
          if (!log.next(activity)) return false;
          item = {activity.start, activity.end(),
                  static_cast<uint8_t>(c.names[activity.name].what.kind), 0};
          return true;
        },
        [&](int64_t from, int64_t to, const Running& running) {
          size_t bits = 0;
          for (size_t kind = 0; kind < kKinds; ++kind) {
            if (running.count[kind] > 0) bits |= size_t{1} << kind;
          }
          if (bits == 0) return;
          within.slice(from, to, [&](size_t i, int64_t common) {
            together[i][bits] += common;
            together[i][0] -= common;
          });
        });
  }
  struct Tensor {
    int64_t kernels = 0, classic = 0, extended = 0, undecided = 0;
  };
  std::vector<Tensor> tensor(steps.size());
  {
    // Sums of durations, clipped to the step: kernels side by side count twice.
    Activity activity;
    size_t first = 0;
    for (SortedLog<Activity>::Reader log(c.gpu); log.next(activity);) {
      const NamedActivity& named = c.names[activity.name];
      if (named.category != NamedActivity::Category::Kernel) continue;
      while (first < windows.size() && windows[first].end <= activity.start) ++first;
      for (size_t i = first; i < windows.size() && windows[i].start < activity.end(); ++i) {
        const int64_t common =
            std::min(activity.end(), windows[i].end) - std::max(activity.start, windows[i].start);
        if (common <= 0) continue;
        add_time(tensor[i].kernels, common);
        if (named.what.tensor_classic) add_time(tensor[i].classic, common);
        if (named.what.tensor_extended) add_time(tensor[i].extended, common);
        if (named.what.undecided) add_time(tensor[i].undecided, common);
      }
    }
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const Tensor& t = tensor[i];
    c.profile.steps.push_back({step.name,
                               us(step.start - c.first),
                               us(step.end - step.start),
                               split_of(together[i]),
                               {us(t.kernels), us(t.classic), us(t.extended), us(t.undecided)},
                               step.launched,
                               step.incomplete});
  }
}

/// Slots of a sweep, the first that runs takes the time.
enum Role : uint8_t { kKernel, kMemcpy, kMemset, kComm, kRuntime, kLoader, kCpu, kRoles };

/// Everything that has a role, by start.
class RoleItems {
 public:
  explicit RoleItems(const Collected& c)
      : c_(c), gpu_(c.gpu), runtime_(c.runtime), loader_(c.data_loader), cpu_(c.cpu) {
    std::vector<int64_t> ids;
    for (const CommCall& call : c.comm_calls) {
      ids.push_back(call.external_id);
      comm_.push_back({call.start, call.start + call.duration, kComm, 0});
    }
    std::sort(ids.begin(), ids.end());
    // A kernel communicates where a call of the host says so.
    for (const CommKernel& kernel : c.comm_kernels) {
      const bool called = std::binary_search(ids.begin(), ids.end(), kernel.external_id);
      comm_.push_back({kernel.start, kernel.start + kernel.duration, called ? kComm : kKernel, 0});
    }
    std::stable_sort(comm_.begin(), comm_.end(),
                     [](const SweepItem& a, const SweepItem& b) { return a.start < b.start; });
    next_gpu();
    next_host(runtime_, heads_[1], kRuntime);
    next_host(loader_, heads_[2], kLoader);
    next_host(cpu_, heads_[3], kCpu);
    next_comm();
  }

  bool operator()(SweepItem& out) {
    size_t first = heads_.size();
    for (size_t i = 0; i < heads_.size(); ++i) {
      const bool better = heads_[i].there && (first == heads_.size() ||
                                              heads_[i].item.start < heads_[first].item.start);
      if (better) first = i;
    }
    if (first == heads_.size()) return false;
    out = heads_[first].item;
    if (first == 0) next_gpu();
    if (first == 1) next_host(runtime_, heads_[1], kRuntime);
    if (first == 2) next_host(loader_, heads_[2], kLoader);
    if (first == 3) next_host(cpu_, heads_[3], kCpu);
    if (first == 4) next_comm();
    return true;
  }

 private:
  struct Head {
    bool there = false;
    SweepItem item;
  };

  void next_gpu() {
    Head& head = heads_[0];
    Activity activity;
    for (;;) {
      head.there = gpu_.next(activity);
      if (!head.there) return;
      const NamedActivity& named = c_.names[activity.name];
      const bool kernel = named.category == NamedActivity::Category::Kernel;
      if (kernel && named.what.kind == Kind::Communication) continue;  // in comm_
      const bool copy = named.category == NamedActivity::Category::Memcpy;
      head.item = {activity.start, activity.end(),
                   static_cast<uint8_t>(kernel ? kKernel
                                        : copy ? kMemcpy
                                               : kMemset),
                   0};
      return;
    }
  }
  static void next_host(SortedLog<HostSpan>::Reader& log, Head& head, Role role) {
    HostSpan span;
    head.there = log.next(span);
    head.item = {span.start, span.end(), role, 0};
  }
  void next_comm() {
    heads_[4].there = at_ < comm_.size();
    if (heads_[4].there) heads_[4].item = comm_[at_++];
  }

  const Collected& c_;
  SortedLog<Activity>::Reader gpu_;
  SortedLog<HostSpan>::Reader runtime_, loader_, cpu_;
  std::vector<SweepItem> comm_;
  size_t at_ = 0;
  std::array<Head, 5> heads_;
};

void fill_costs(Collected& c, const std::vector<Step>& steps) {
  const std::vector<Window> windows = windows_of(steps);
  struct Sums {
    std::array<int64_t, kRoles> cost = {};
    int64_t compute = 0, communication = 0, overlap = 0;
  };
  std::vector<Sums> sums(steps.size());
  Windows within(windows);
  // Without any kernel, tb_plugin takes the host's operators for computation.
  const bool on_device = c.profile.kernels > 0;
  RoleItems items(c);
  const auto next = [&](SweepItem& item) { return items(item); };
  sweep(next, [&](int64_t from, int64_t to, const Running& running) {
    size_t role = 0;
    while (role < kRoles && running.count[role] == 0) ++role;
    if (role == kRoles) return;
    const bool compute = running.count[on_device ? kKernel : kCpu] > 0;
    const bool communication = running.count[kComm] > 0;
    within.slice(from, to, [&](size_t i, int64_t common) {
      sums[i].cost[role] += common;
      if (compute) sums[i].compute += common;
      if (communication) sums[i].communication += common;
      if (compute && communication) sums[i].overlap += common;
    });
  });
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].incomplete) continue;
    const Sums& s = sums[i];
    const int64_t total = steps[i].end - steps[i].start;
    int64_t known = 0;
    for (int64_t part : s.cost) known += part;
    c.profile.costs.push_back(
        {steps[i].name, us(s.cost[kKernel]), us(s.cost[kMemcpy]), us(s.cost[kMemset]),
         us(s.cost[kComm]), us(s.cost[kRuntime]), us(s.cost[kLoader]), us(s.cost[kCpu]),
         us(total - known), us(total), us(s.compute - s.overlap), us(s.overlap),
         us(s.communication - s.overlap), us(total + s.overlap - s.compute - s.communication)});
  }
}

/// One device over all steps that count.
DeviceLine measure_device(const Collected& c, int64_t device, Window window) {
  DeviceLine line{device};
  int64_t busy = 0;
  double efficiency = 0;
  double occupied = 0;
  int64_t occupied_time = 0;
  bool efficiency_known = false;
  SortedLog<Activity>::Reader log(c.gpu);
  Activity activity;
  sweep(
      [&](SweepItem& item) {
        for (;;) {
          if (!log.next(activity)) return false;
          const bool kernel = c.names[activity.name].category == NamedActivity::Category::Kernel;
          if (kernel && c.streams[activity.stream].device == device) break;
        }
        const Occupancy& occupancy = c.occupancies[activity.profile];
        const int64_t inside =
            std::min(activity.end(), window.end) - std::max(activity.start, window.start);
        if (inside > 0 && occupancy.percent >= 0) {
          occupied += occupancy.percent * static_cast<double>(inside);
          add_time(occupied_time, inside);
        }
        const double blocks = std::max(0.0, occupancy.blocks_per_sm);
        efficiency_known = efficiency_known || blocks > 0;
        item = {activity.start, activity.end(), 0, blocks};
        return true;
      },
      [&](int64_t from, int64_t to, const Running& running) {
        const int64_t common = std::min(to, window.end) - std::max(from, window.start);
        if (common <= 0 || running.count[0] == 0) return;
        busy += common;
        efficiency += std::min(1.0, running.weight) * static_cast<double>(common);
      });
  const auto whole = static_cast<double>(window.end - window.start);
  line.utilisation = static_cast<double>(busy) / whole;
  if (efficiency_known) line.sm_efficiency = efficiency / whole;
  if (occupied_time > 0) line.occupancy = occupied / static_cast<double>(occupied_time);
  for (const auto& [index, name] : c.device_names) {
    if (index == device) line.name = name;
  }
  return line;
}

void fill_devices(Collected& c, const std::vector<Step>& steps) {
  Window window{INT64_MAX, INT64_MIN};
  for (const Step& step : steps) {
    if (step.incomplete) continue;
    window.start = std::min(window.start, step.start);
    window.end = std::max(window.end, step.end);
  }
  if (window.start >= window.end) return;
  std::vector<int64_t> devices;
  for (const StreamId& stream : c.streams) devices.push_back(stream.device);
  std::sort(devices.begin(), devices.end());
  devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
  constexpr size_t kMostDevices = 64;
  devices.resize(std::min(devices.size(), kMostDevices));
  for (int64_t device : devices) c.profile.devices.push_back(measure_device(c, device, window));
}

}  // namespace

void analyse_steps(Collected& c) {
  std::vector<Step> steps = host_steps(c);
  if (steps.empty()) return;
  move_to_device(c, steps);
  if (!c.steps.empty()) fill_steps(c, steps);
  fill_costs(c, steps);
  if (c.profile.kernels > 0) fill_devices(c, steps);
}

}  // namespace vramscope::lab
