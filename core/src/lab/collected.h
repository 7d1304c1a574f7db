// All that one trace leaves behind when its bytes have gone by.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lab/activity.h"
#include "lab/kernel_names.h"
#include "vramscope/profile.h"

namespace vramscope::lab {

/// A kernel, copy or set by name, with its sums in nanoseconds.
struct NamedActivity {
  enum class Category : uint8_t { Kernel, Memcpy, Memset };
  std::string name;
  Category category = Category::Kernel;
  KernelClass what;
  uint64_t count = 0;
  int64_t total = 0, min = 0, max = 0;
};

struct StreamId {
  int64_t device = 0, stream = 0;
  bool operator==(const StreamId&) const = default;
};

/// "blocks per SM" and "est. achieved occupancy %"; negative where they are not told.
struct Occupancy {
  double blocks_per_sm = -1, percent = -1;
};

struct CommKernel {
  int64_t start = 0, duration = 0, external_id = -1;
};
/// The host's call of a collective.
struct CommCall {
  int64_t start = 0, duration = 0, external_id = -1;
  std::string name;
  double bytes = 0;
};

struct CollectiveSum {
  uint64_t count = 0, sized = 0;
  int64_t total = 0, sized_time = 0;
  double bytes = 0, bus_bytes = 0, group = 0;
  bool groups_differ = false;
};

struct HostStep {
  std::string name;
  int64_t start = 0, end = 0;
};

struct Collected {
  SortedLog<Activity> gpu;
  SortedLog<HostSpan> runtime, data_loader, cpu;
  std::vector<NamedActivity> names;
  std::vector<StreamId> streams;
  std::vector<Occupancy> occupancies{Occupancy{}};
  std::vector<CommKernel> comm_kernels;
  std::vector<CommCall> comm_calls;
  std::array<CollectiveSum, kCollectives> collectives;
  std::vector<HostStep> steps;
  std::vector<std::pair<int64_t, std::string>> device_names;
  RankProfile profile;  ///< what is known without another look at the log
  int64_t first = INT64_MAX;
  int64_t cpu_first = INT64_MAX, cpu_last = INT64_MIN;
  uint64_t bad_events = 0, unmatched = 0;
  bool overflow = false;  ///< more names, streams or calls than are kept
};

/// A collective call with its kernels: the ranges that ranks are compared by.
struct CommNode {
  std::string name;
  double bytes = 0;
  std::vector<std::pair<int64_t, int64_t>> ranges;  ///< start and end: the call, then its kernels
};

/// Fills the profile from the log.
void analyse(Collected& collected);
void analyse_hta(Collected& collected);
void analyse_steps(Collected& collected);
std::vector<CommNode> comm_nodes(const Collected& collected);

/// comm_ops of all ranks, from their nodes.
void compare_comm(std::vector<RankProfile*>& ranks, std::vector<std::vector<CommNode>>& nodes);

inline double us(int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000; }

/// The split from nanoseconds by what ran together.
TimeSplit split_of(const std::array<int64_t, 8>& together);

}  // namespace vramscope::lab
