// Finds for each activity the call that launched it: both carry the same correlation number, and
// either may come first in the file. Memory is bounded: who waits too long goes without.
#pragma once

#include <vector>

#include "lab/activity.h"
#include "lab/flat_map.h"

namespace vramscope::lab {

class LaunchJoin {
 public:
  explicit LaunchJoin(SortedLog<Activity>& log) : log_(log) {}

  void activity(Activity activity, uint64_t correlation) {
    if (const int64_t* launch = known(correlation)) {
      activity.launch = *launch;
      log_.add(activity);
      return;
    }
    if (waiting_.size() == kMostWaiting) give_up();
    int64_t& first = places_.at(correlation, -1);
    waiting_.push_back({activity, first});
    first = static_cast<int64_t>(waiting_.size()) - 1;
  }

  void launch(uint64_t correlation, int64_t time) {
    // Kernels of a CUDA graph share one launch, so it is kept; of two generations the older one
    // goes.
    if (recent_.size() == kMostLaunches) {
      older_ = std::move(recent_);
      recent_ = {};
    }
    recent_.at(correlation, time);
    const int64_t* place = places_.find(correlation);
    if (!place) return;
    for (int64_t at = *place; at >= 0;) {
      Waiting& waiting = waiting_[static_cast<size_t>(at)];
      if (waiting.taken) break;
      waiting.taken = true;
      waiting.activity.launch = time;
      log_.add(waiting.activity);
      at = waiting.next;
      ++resolved_;
    }
    if (resolved_ == waiting_.size()) forget();
  }

  /// What still waits has no launch in this file.
  void give_up() {
    for (const Waiting& waiting : waiting_) {
      if (waiting.taken) continue;
      log_.add(waiting.activity);
      ++unmatched_;
    }
    forget();
  }
  uint64_t unmatched() const { return unmatched_; }

 private:
  static constexpr size_t kMostWaiting = size_t{1} << 16;
  static constexpr size_t kMostLaunches = size_t{1} << 17;

  struct Waiting {
    Activity activity;
    int64_t next = -1;
    bool taken = false;
  };

  const int64_t* known(uint64_t correlation) const {
    const int64_t* found = recent_.find(correlation);
    return found ? found : older_.find(correlation);
  }
  void forget() {
    waiting_.clear();
    places_.clear();
    resolved_ = 0;
  }

  SortedLog<Activity>& log_;
  FlatMap places_;  ///< of the last one that waits for this correlation
  std::vector<Waiting> waiting_;
  FlatMap recent_, older_;  ///< when launches began
  size_t resolved_ = 0;
  uint64_t unmatched_ = 0;
};

}  // namespace vramscope::lab
