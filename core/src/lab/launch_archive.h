// Launches that were seen long ago: millions of them in a few bytes each. Traces that write all
// calls of the host before the first kernel need them all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "lab/sorted_log.h"

namespace vramscope::lab {

class LaunchArchive {
 public:
  using Launch = std::pair<uint64_t, int64_t>;  ///< correlation, time

  /// Takes one generation. The oldest goes when the archive is full.
  void add(std::vector<Launch> launches) {
    if (launches.empty()) return;
    std::sort(launches.begin(), launches.end());
    Generation made;
    made.first = launches.front().first;
    made.last = launches.back().first;
    std::vector<uint8_t> bytes(kLongest * launches.size());
    uint8_t* at = bytes.data();
    Launch before;
    for (size_t i = 0; i < launches.size(); ++i) {
      if (i % kStride == 0) {
        made.marks.push_back({launches[i], static_cast<size_t>(at - bytes.data())});
      } else {
        put_varint(at, launches[i].first - before.first);
        put_varint(at, zigzag(launches[i].second - before.second));
      }
      before = launches[i];
    }
    made.bytes.assign(bytes.data(), at);
    made.count = launches.size();
    size_ += made.size();
    generations_.push_back(std::move(made));
    while (size_ > kMostBytes) {
      size_ -= generations_.front().size();
      generations_.erase(generations_.begin());
    }
  }

  /// The latest launch of this number.
  bool find(uint64_t correlation, int64_t& time) const {
    for (auto it = generations_.rbegin(); it != generations_.rend(); ++it) {
      if (correlation < it->first || correlation > it->last) continue;
      if (find_in(*it, correlation, time)) return true;
    }
    return false;
  }

 private:
  static constexpr size_t kStride = 64;
  static constexpr size_t kLongest = 20;  ///< two numbers of up to ten bytes
  static constexpr size_t kMostBytes = size_t{16} << 20;

  struct Mark {
    Launch launch;
    size_t offset = 0;  ///< of what follows it
  };
  struct Generation {
    uint64_t first = 0, last = 0;
    size_t count = 0;
    std::vector<Mark> marks;
    std::vector<uint8_t> bytes;

    size_t size() const { return bytes.size() + marks.size() * sizeof(Mark); }
  };

  static bool find_in(const Generation& all, uint64_t correlation, int64_t& time) {
    auto mark =
        std::upper_bound(all.marks.begin(), all.marks.end(), correlation,
                         [](uint64_t wanted, const Mark& m) { return wanted < m.launch.first; });
    if (mark == all.marks.begin()) return false;
    --mark;
    Launch launch = mark->launch;
    bool found = launch.first == correlation;
    if (found) time = launch.second;
    const uint8_t* at = all.bytes.data() + mark->offset;
    const auto begin = static_cast<size_t>(mark - all.marks.begin()) * kStride;
    const size_t end = std::min(begin + kStride, all.count);
    for (size_t i = begin + 1; i < end && launch.first <= correlation; ++i) {
      launch.first += get_varint(at);
      launch.second += unzigzag(get_varint(at));
      if (launch.first != correlation) continue;
      found = true;
      time = launch.second;
    }
    return found;
  }

  std::vector<Generation> generations_;
  size_t size_ = 0;
};

}  // namespace vramscope::lab
