// Events that are written as a beginning ("B") and an end ("E"): one stack a thread.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "lab/event_scanner.h"

namespace vramscope::lab {

class OpenEvents {
 public:
  /// Keeps a copy of the beginning. False where too many are open.
  bool begin(const RawEvent& event) {
    if (open_ == kMostOpen) return false;
    Kept kept;
    for (size_t i = 0; i < kFields.size(); ++i) kept[i] = std::string(event.*kFields[i]);
    stacks_[thread_of(event)].push_back(std::move(kept));
    ++open_;
    return true;
  }

  /// What began last on the end's thread. The texts live until the next
  /// call. What only the end says is taken from it.
  bool end(const RawEvent& event, RawEvent& whole) {
    const auto stack = stacks_.find(thread_of(event));
    if (stack == stacks_.end()) return false;
    last_ = std::move(stack->second.back());
    stack->second.pop_back();
    --open_;
    if (stack->second.empty()) stacks_.erase(stack);
    whole = event;
    for (size_t i = 0; i < kFields.size(); ++i) {
      if (!last_[i].empty()) whole.*kFields[i] = last_[i];
    }
    return true;
  }

  size_t open() const { return open_; }

 private:
  static constexpr size_t kMostOpen = size_t{1} << 14;
  static constexpr std::array kFields = {&RawEvent::cat,
                                         &RawEvent::name,
                                         &RawEvent::pid,
                                         &RawEvent::tid,
                                         &RawEvent::ts,
                                         &RawEvent::correlation,
                                         &RawEvent::external_id,
                                         &RawEvent::stream,
                                         &RawEvent::device,
                                         &RawEvent::occupancy,
                                         &RawEvent::blocks_per_sm,
                                         &RawEvent::bytes,
                                         &RawEvent::collective,
                                         &RawEvent::dtype,
                                         &RawEvent::in_elements,
                                         &RawEvent::out_elements,
                                         &RawEvent::group_size,
                                         &RawEvent::input_dims,
                                         &RawEvent::input_type};
  using Kept = std::array<std::string, kFields.size()>;

  static std::string thread_of(const RawEvent& event) {
    return std::string(event.pid) + '\t' + std::string(event.tid);
  }

  std::unordered_map<std::string, std::vector<Kept>> stacks_;
  Kept last_;
  size_t open_ = 0;
};

}  // namespace vramscope::lab
