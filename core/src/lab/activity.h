// What a device did from when to when, as the log keeps it.
#pragma once

#include <cstdint>

#include "lab/sorted_log.h"

namespace vramscope::lab {

inline constexpr int64_t kNoLaunch = INT64_MIN;

/// Sums of damaged times stop at the largest number instead of running over.
inline void add_time(int64_t& sum, int64_t part) {
  sum = sum > INT64_MAX - part ? INT64_MAX : sum + part;
}

/// A kernel, a copy or a set. Times are nanoseconds.
struct Activity {
  int64_t start = 0;
  int64_t duration = 0;
  uint32_t name = 0;           ///< of the names table
  uint32_t stream = 0;         ///< of the streams table
  uint32_t profile = 0;        ///< of the occupancies table
  int64_t launch = kNoLaunch;  ///< when the call began that put it there

  int64_t end() const { return start + duration; }
  bool absorb(const Activity&) const { return false; }
  void write(uint8_t*& at) const {
    put_varint(at, static_cast<uint64_t>(duration));
    put_varint(at, name);
    put_varint(at, stream);
    put_varint(at, profile);
    put_varint(at, launch == kNoLaunch ? 0 : 1 + zigzag(start - launch));
  }
  void read(const uint8_t*& at) {
    duration = static_cast<int64_t>(get_varint(at));
    name = static_cast<uint32_t>(get_varint(at));
    stream = static_cast<uint32_t>(get_varint(at));
    profile = static_cast<uint32_t>(get_varint(at));
    const uint64_t delay = get_varint(at);
    launch = delay == 0 ? kNoLaunch : start - unzigzag(delay - 1);
  }
};

/// Time in which the host did something, whatever it was: calls inside calls are one span.
struct HostSpan {
  int64_t start = 0;
  int64_t duration = 0;

  int64_t end() const { return start + duration; }
  bool absorb(const HostSpan& next) {
    if (next.start > end()) return false;
    if (next.end() > end()) duration = next.end() - start;
    return true;
  }
  void write(uint8_t*& at) const { put_varint(at, static_cast<uint64_t>(duration)); }
  void read(const uint8_t*& at) { duration = static_cast<int64_t>(get_varint(at)); }
};

}  // namespace vramscope::lab
