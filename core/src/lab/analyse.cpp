// The whole file: how time was spent, which kernels, which collectives.
#include <algorithm>

#include "lab/collected.h"
#include "lab/sweep.h"

namespace vramscope::lab {
namespace {

constexpr size_t kTop = 50;

std::optional<double> ratio(double part, double whole) {
  return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

/// Which kinds run, as bits.
size_t kinds_of(const Running& running) {
  size_t bits = 0;
  for (size_t kind = 0; kind < kKinds; ++kind) bits |= running.count[kind] > 0 ? 1u << kind : 0u;
  return bits;
}

/// Shares of the timeline's pieces. A piece is a whole number of nanoseconds, the last may be less.
class Strip {
 public:
  Strip(int64_t start, int64_t end) : start_(start) {
    width_ = std::max<int64_t>(
        1, (end - start + static_cast<int64_t>(kStripBins) - 1) / static_cast<int64_t>(kStripBins));
  }
  void slice(int64_t from, int64_t to, size_t bits) {
    if (bits == 0) return;
    for (auto bin = static_cast<size_t>((from - start_) / width_); bin < kStripBins; ++bin) {
      const int64_t first = start_ + static_cast<int64_t>(bin) * width_;
      const int64_t common = std::min(to, first + width_) - std::max(from, first);
      if (common <= 0) break;
      Sums& sums = sums_[bin];
      if (bits & 1) sums.compute += common;
      if ((bits & 3) == 3) sums.overlap += common;
      if ((bits & 3) == 2) sums.exposed += common;
      if (bits == 4) sums.memory += common;
    }
  }
  std::vector<StripBin> bins() const {
    std::vector<StripBin> bins;
    const auto share = [this](int64_t part) {
      return static_cast<float>(static_cast<double>(part) / static_cast<double>(width_));
    };
    for (const Sums& sums : sums_) {
      bins.push_back(
          {share(sums.compute), share(sums.exposed), share(sums.memory), share(sums.overlap)});
    }
    return bins;
  }

 private:
  struct Sums {
    int64_t compute = 0, exposed = 0, memory = 0, overlap = 0;
  };
  int64_t start_, width_ = 1;
  std::array<Sums, kStripBins> sums_ = {};
};

void spend_time(Collected& c) {
  if (c.gpu.empty()) return;
  int64_t first = INT64_MAX;
  int64_t last = INT64_MIN;
  Activity activity;
  for (SortedLog<Activity>::Reader log(c.gpu); log.next(activity);) {
    first = std::min(first, activity.start);
    last = std::max(last, activity.end());
  }
  std::array<int64_t, 8> together = {};
  Strip strip(first, last);
  SortedLog<Activity>::Reader log(c.gpu);
  sweep(
      [&](SweepItem& item) {
        if (!log.next(activity)) return false;
        item = {activity.start, activity.end(),
                static_cast<uint8_t>(c.names[activity.name].what.kind), 0};
        return true;
      },
      [&](int64_t from, int64_t to, const Running& running) {
        const size_t bits = kinds_of(running);
        together[bits] += to - from;
        strip.slice(from, to, bits);
      });
  c.profile.split = split_of(together);
  c.profile.strip = strip.bins();
}

KernelLine line_of(const NamedActivity& named) {
  return {named.name,
          kind_id(named.what.kind),
          named.what.tensor_classic,
          named.what.tensor_extended,
          named.what.undecided,
          named.count,
          us(named.total),
          us(named.min),
          us(named.max)};
}

void sum_names(Collected& c) {
  RankProfile& profile = c.profile;
  int64_t kernels = 0;
  int64_t classic = 0;
  int64_t extended = 0;
  int64_t undecided = 0;
  int64_t copies = 0;
  std::vector<const NamedActivity*> order;
  for (const NamedActivity& named : c.names) {
    order.push_back(&named);
    if (named.category != NamedActivity::Category::Kernel) {
      add_time(copies, named.total);
      continue;
    }
    ++profile.distinct;
    add_time(kernels, named.total);
    if (named.what.tensor_classic) add_time(classic, named.total);
    if (named.what.tensor_extended) add_time(extended, named.total);
    if (named.what.undecided) add_time(undecided, named.total);
  }
  profile.tensor = {us(kernels), us(classic), us(extended), us(undecided)};
  profile.copy_time = us(copies);
  std::stable_sort(order.begin(), order.end(), [](const NamedActivity* a, const NamedActivity* b) {
    return a->total != b->total ? a->total > b->total : a->name < b->name;
  });
  order.resize(std::min(order.size(), kTop));
  for (const NamedActivity* named : order) profile.top.push_back(line_of(*named));
}

void sum_collectives(Collected& c) {
  int64_t total = 0;
  for (const CollectiveSum& sum : c.collectives) add_time(total, sum.total);
  for (size_t i = 0; i < kCollectives; ++i) {
    const CollectiveSum& sum = c.collectives[i];
    if (sum.count == 0) continue;
    CollectiveLine line{collective_id(static_cast<Collective>(i)), sum.count, us(sum.total)};
    line.share = ratio(line.total, us(total)).value_or(0);
    line.sized = sum.sized;
    line.sized_time = us(sum.sized_time);
    line.bytes = sum.bytes;
    line.group = sum.groups_differ ? 0 : sum.group;
    // Bytes a nanosecond are 10^9 bytes a second.
    line.algorithm_bandwidth = ratio(sum.bytes, static_cast<double>(sum.sized_time));
    line.bus_bandwidth = ratio(sum.bus_bytes, static_cast<double>(sum.sized_time));
    c.profile.collectives.push_back(std::move(line));
  }
  std::stable_sort(
      c.profile.collectives.begin(), c.profile.collectives.end(),
      [](const CollectiveLine& a, const CollectiveLine& b) { return a.total > b.total; });
}

void name_device(Collected& c) {
  std::vector<int64_t> used;
  for (const StreamId& stream : c.streams) {
    if (std::find(used.begin(), used.end(), stream.device) == used.end()) {
      used.push_back(stream.device);
    }
  }
  if (used.size() > 1) {
    c.profile.warnings.push_back(
        {"", "trace_many_devices", {{"devices", std::to_string(used.size())}}});
  }
  for (const auto& [index, name] : c.device_names) {
    const bool fits = used.empty() || std::find(used.begin(), used.end(), index) != used.end();
    if (fits && c.profile.device_name.empty()) c.profile.device_name = name;
  }
}

}  // namespace

TimeSplit split_of(const std::array<int64_t, 8>& together) {
  TimeSplit split;
  int64_t span = 0;
  int64_t compute = 0;
  int64_t communication = 0;
  int64_t memory = 0;
  for (size_t bits = 0; bits < 8; ++bits) {
    split.together[bits] = us(together[bits]);
    span += together[bits];
    if (bits & 1) compute += together[bits];
    if (bits & 2) communication += together[bits];
    if (bits & 4) memory += together[bits];
  }
  split.span = us(span);
  split.compute = us(compute);
  split.communication = us(communication);
  split.memory = us(memory);
  split.idle = us(together[0]);
  split.overlap = us(together[3] + together[7]);
  split.exposed = us(together[2] + together[6]);
  split.memory_alone = us(together[4]);
  return split;
}

void analyse(Collected& c) {
  if (c.first != INT64_MAX) c.profile.start = us(c.first);
  spend_time(c);
  sum_names(c);
  sum_collectives(c);
  name_device(c);
}

}  // namespace vramscope::lab

namespace vramscope {

std::optional<double> TimeSplit::overlap_share() const {
  return lab::ratio(overlap, communication);
}
std::optional<double> TensorShare::classic_share() const { return lab::ratio(classic, kernels); }
std::optional<double> TensorShare::extended_share() const { return lab::ratio(extended, kernels); }

}  // namespace vramscope
