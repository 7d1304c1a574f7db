// A small hash table from numbers to numbers, 16 bytes a slot.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace vramscope::lab {

class FlatMap {
 public:
  size_t size() const { return size_; }

  /// The place of this key's value, made if need be. Valid until the next call.
  int64_t& at(uint64_t key, int64_t fresh) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[find_slot(key)];
    if (slot.mark == 0) {
      slot = {mark_of(key), fresh};
      ++size_;
    }
    return slot.value;
  }
  const int64_t* find(uint64_t key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[find_slot(key)];
    return slot.mark != 0 ? &slot.value : nullptr;
  }
  /// All keys with their values, in no order. The largest key comes out as the one below it.
  std::vector<std::pair<uint64_t, int64_t>> entries() const {
    std::vector<std::pair<uint64_t, int64_t>> all;
    all.reserve(size_);
    for (const Slot& slot : slots_) {
      if (slot.mark != 0) all.emplace_back(slot.mark - 1, slot.value);
    }
    return all;
  }
  void clear() {
    slots_ = {};
    size_ = 0;
  }

 private:
  struct Slot {
    uint64_t mark = 0;  ///< the key and one; 0 is an empty slot
    int64_t value = 0;
  };

  /// The largest key shares its mark with the one below it.
  static uint64_t mark_of(uint64_t key) { return key == UINT64_MAX ? key : key + 1; }

  size_t find_slot(uint64_t key) const { return find_mark(mark_of(key)); }
  size_t find_mark(uint64_t wanted) const {
    const size_t mask = slots_.size() - 1;
    uint64_t hash = wanted * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    for (size_t at = static_cast<size_t>(hash) & mask;; at = (at + 1) & mask) {
      if (slots_[at].mark == 0 || slots_[at].mark == wanted) return at;
    }
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.mark != 0) slots_[find_mark(slot.mark)] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace vramscope::lab
