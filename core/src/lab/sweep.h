// Walks over the moments at which something begins or ends, in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace vramscope::lab {

/// Something that runs from start to end, and what it counts as.
struct SweepItem {
  int64_t start = 0;
  int64_t end = 0;
  uint8_t slot = 0;
  double weight = 0;
};

/// What runs during one slice.
struct Running {
  std::array<uint32_t, 8> count = {};
  double weight = 0;
};

/// `next(item)` gives items by start; `visit(from, to, running)` gets every slice in which the same
/// things run, those in which nothing does included.
template <typename Next, typename Visit>
void sweep(const Next& next, const Visit& visit) {
  const auto later = [](const SweepItem& a, const SweepItem& b) { return a.end > b.end; };
  std::vector<SweepItem> running;  // a heap, the first to end in front
  Running now;
  int64_t at = 0;
  bool begun = false;
  const auto move_to = [&](int64_t time) {
    if (begun && time > at) visit(at, time, now);
    at = time;
    begun = true;
  };
  const auto end_first = [&] {
    const SweepItem first = running.front();
    move_to(first.end);
    std::pop_heap(running.begin(), running.end(), later);
    running.pop_back();
    --now.count[first.slot];
    // Sums of many small weights drift; where nothing is left there is nothing.
    now.weight = running.empty() ? 0 : now.weight - first.weight;
  };
  SweepItem item;
  while (next(item)) {
    while (!running.empty() && running.front().end <= item.start) end_first();
    move_to(item.start);
    if (item.end <= item.start) continue;
    running.push_back(item);
    std::push_heap(running.begin(), running.end(), later);
    ++now.count[item.slot];
    now.weight += item.weight;
  }
  while (!running.empty()) end_first();
}

/// Windows by start, through which slices pass in order.
struct Window {
  int64_t start = 0;
  int64_t end = 0;
};
class Windows {
 public:
  explicit Windows(const std::vector<Window>& windows) : windows_(windows) {}

  /// take(index, nanoseconds) for each window that the slice reaches into.
  template <typename Take>
  void slice(int64_t from, int64_t to, const Take& take) {
    while (first_ < windows_.size() && windows_[first_].end <= from) ++first_;
    for (size_t i = first_; i < windows_.size() && windows_[i].start < to; ++i) {
      const int64_t common = std::min(to, windows_[i].end) - std::max(from, windows_[i].start);
      if (common > 0) take(i, common);
    }
  }

 private:
  const std::vector<Window>& windows_;
  size_t first_ = 0;
};

}  // namespace vramscope::lab
