// A log of millions of records sorted by start, in a few bytes each: differences, written in as
// many bytes as they need. Records may come in any order; those that are nearly in order, as
// profilers write them, end up in one run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace vramscope::lab {

/// Bytes in blocks: no reallocation, so never twice the memory.
class ByteBlocks {
 public:
  static constexpr size_t kBlock = size_t{1} << 16;
  static constexpr size_t kLongestRecord = 80;

  /// Room for one record.
  uint8_t* room() {
    if (blocks_.empty() || used_ + kLongestRecord > kBlock) {
      if (!blocks_.empty()) ends_.push_back(used_);
      blocks_.push_back(std::make_unique<uint8_t[]>(kBlock));
      used_ = 0;
    }
    return blocks_.back().get() + used_;
  }
  void took(const uint8_t* end) { used_ = static_cast<size_t>(end - blocks_.back().get()); }

  size_t blocks() const { return blocks_.size(); }
  const uint8_t* begin(size_t block) const { return blocks_[block].get(); }
  const uint8_t* end(size_t block) const {
    return begin(block) + (block < ends_.size() ? ends_[block] : used_);
  }

 private:
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;
  std::vector<size_t> ends_;
  size_t used_ = 0;
};

inline void put_varint(uint8_t*& at, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *at++ = static_cast<uint8_t>(value | 0x80);
  *at++ = static_cast<uint8_t>(value);
}
inline uint64_t get_varint(const uint8_t*& at) {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const uint8_t byte = *at++;
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}
/// Small numbers of either sign.
inline uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
inline int64_t unzigzag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

/// Record needs: int64_t start; void write(uint8_t*&) and read(const uint8_t*&) for all the rest;
/// bool absorb(const Record& next), true where the next one is merged into it.
template <typename Record>
class SortedLog {
  struct Run {
    ByteBlocks bytes;
    int64_t last = 0;
  };

 public:
  void add(const Record& record) {
    pending_.push_back(record);
    if (pending_.size() == kPending) flush(kPending / 2);
  }
  /// To be called once, before reading.
  void close() {
    flush(pending_.size());
    pending_ = {};
  }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Goes through all records by start.
  class Reader {
   public:
    explicit Reader(const SortedLog& log) {
      for (const Run& run : log.runs_) {
        Head head{&run, 0, run.bytes.begin(0), {}};
        if (advance(head)) heads_.push_back(head);
      }
      order_.resize(heads_.size());
      for (size_t i = 0; i < order_.size(); ++i) order_[i] = i;
      const auto later = [this](size_t a, size_t b) { return this->later(a, b); };
      std::make_heap(order_.begin(), order_.end(), later);
    }
    bool next(Record& out) {
      if (order_.empty()) return false;
      const auto later = [this](size_t a, size_t b) { return this->later(a, b); };
      if (order_.size() > 1) std::pop_heap(order_.begin(), order_.end(), later);
      Head& head = heads_[order_.back()];
      out = head.record;
      if (!advance(head)) {
        order_.pop_back();
      } else if (order_.size() > 1) {
        std::push_heap(order_.begin(), order_.end(), later);
      }
      return true;
    }

   private:
    struct Head {
      const Run* run;
      size_t block;
      const uint8_t* at;
      Record record;
    };
    bool later(size_t a, size_t b) const {
      const int64_t x = heads_[a].record.start;
      const int64_t y = heads_[b].record.start;
      return x != y ? x > y : a > b;
    }
    static bool advance(Head& head) {
      while (head.at == head.run->bytes.end(head.block)) {
        if (++head.block == head.run->bytes.blocks()) return false;
        head.at = head.run->bytes.begin(head.block);
      }
      const int64_t before = head.record.start;
      head.record = {};
      head.record.start = before + unzigzag(get_varint(head.at));
      head.record.read(head.at);
      return true;
    }
    std::vector<Head> heads_;
    std::vector<size_t> order_;
  };

 private:
  friend class Reader;
  static constexpr size_t kPending = size_t{1} << 15;

  /// Writes the first `count` of what is pending; the rest waits for stragglers.
  void flush(size_t count) {
    if (count == 0) return;
    std::stable_sort(pending_.begin(), pending_.end(),
                     [](const Record& a, const Record& b) { return a.start < b.start; });
    Run& run = run_for(pending_.front().start);
    Record merged = pending_.front();
    for (size_t i = 1; i < count; ++i) {
      if (merged.absorb(pending_[i])) continue;
      write(run, merged);
      merged = pending_[i];
    }
    write(run, merged);
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(count));
  }
  /// The run that ends last before this time, so that few are needed.
  Run& run_for(int64_t start) {
    Run* best = nullptr;
    for (Run& run : runs_) {
      if (run.last <= start && (!best || run.last > best->last)) best = &run;
    }
    if (best) return *best;
    runs_.emplace_back();
    return runs_.back();
  }
  void write(Run& run, const Record& record) {
    uint8_t* at = run.bytes.room();
    put_varint(at, zigzag(record.start - run.last));
    record.write(at);
    run.bytes.took(at);
    run.last = record.start;
    ++size_;
  }

  std::vector<Record> pending_;
  std::vector<Run> runs_;
  size_t size_ = 0;
};

}  // namespace vramscope::lab
