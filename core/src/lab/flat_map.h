// A small hash table from numbers to numbers, 24 bytes a slot.
#pragma once

#include <cstdint>
#include <vector>

namespace vramscope::lab {

class FlatMap {
 public:
  size_t size() const { return size_; }

  /// The place of this key's value, made if need be. Valid until the next call.
  int64_t& at(uint64_t key, int64_t fresh) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[find_slot(key)];
    if (!slot.used) {
      slot = {key, fresh, true};
      ++size_;
    }
    return slot.value;
  }
  const int64_t* find(uint64_t key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[find_slot(key)];
    return slot.used ? &slot.value : nullptr;
  }
  void clear() {
    slots_ = {};
    size_ = 0;
  }

 private:
  struct Slot {
    uint64_t key = 0;
    int64_t value = 0;
    bool used = false;
  };

  size_t find_slot(uint64_t key) const {
    const size_t mask = slots_.size() - 1;
    uint64_t hash = key * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    for (size_t at = static_cast<size_t>(hash) & mask;; at = (at + 1) & mask) {
      if (!slots_[at].used || slots_[at].key == key) return at;
    }
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.used) slots_[find_slot(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace vramscope::lab
