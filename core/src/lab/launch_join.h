// Finds for each activity the call that launched it: both carry the same correlation number, and
// either may come first in the file. Memory is bounded: some three million launches are kept, and a
// hundred thousand activities wait for theirs; who waits longer goes without, and is counted.
#pragma once

#include <vector>

#include "lab/activity.h"
#include "lab/flat_map.h"
#include "lab/launch_archive.h"

namespace vramscope::lab {

class LaunchJoin {
 public:
  explicit LaunchJoin(SortedLog<Activity>& log) : log_(log) {}

  void activity(Activity activity, uint64_t correlation) {
    if (int64_t launch = 0; known(correlation, launch)) {
      activity.launch = launch;
      log_.add(activity);
      return;
    }
    if (waiting_.size() == kMostWaiting) give_up();
    int64_t& first = places_.at(correlation, -1);
    waiting_.push_back({activity, first});
    first = static_cast<int64_t>(waiting_.size()) - 1;
  }

  void launch(uint64_t correlation, int64_t time) {
    // Kernels of a CUDA graph share one launch, so it is kept.
    if (recent_.size() == kMostLaunches) {
      archive_.add(recent_.entries());
      recent_.clear();
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
  static constexpr size_t kMostWaiting = size_t{1} << 17;
  static constexpr size_t kMostLaunches = size_t{1} << 16;

  struct Waiting {
    Activity activity;
    int64_t next = -1;
    bool taken = false;
  };

  bool known(uint64_t correlation, int64_t& time) const {
    const int64_t* found = recent_.find(correlation);
    if (found) time = *found;
    return found || archive_.find(correlation, time);
  }
  void forget() {
    waiting_.clear();
    places_.clear();
    resolved_ = 0;
  }

  SortedLog<Activity>& log_;
  FlatMap places_;  ///< of the last one that waits for this correlation
  std::vector<Waiting> waiting_;
  FlatMap recent_;  ///< when launches began
  LaunchArchive archive_;
  size_t resolved_ = 0;
  uint64_t unmatched_ = 0;
};

}  // namespace vramscope::lab
