// Reads numbers and strings of either byte order from the first bytes of a file.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace vramscope {

/// Past the end of the bytes everything reads as zero, and `missing()` says up to where bytes were
/// wanted.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes, size_t at = 0) : bytes_(bytes), at_(at) {}

  void set_big_endian(bool big) { big_ = big; }
  uint64_t at() const { return at_; }
  uint64_t missing() const { return missing_; }

  /// An unsigned number of `width` bytes.
  uint64_t number(unsigned width) {
    const std::string_view raw = take(width);
    uint64_t value = 0;
    for (size_t i = 0; i < raw.size(); ++i) {
      const size_t from = big_ ? i : raw.size() - 1 - i;
      value = value << 8 | static_cast<unsigned char>(raw[from]);
    }
    return value;
  }

  /// `count` bytes, or none where they are not there.
  std::string_view take(uint64_t count) {
    if (missing_ > 0) return {};
    if (count > bytes_.size() - at_) {
      const uint64_t most = std::numeric_limits<uint64_t>::max() - at_;
      missing_ = at_ + (count < most ? count : most);
      return {};
    }
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }

 private:
  std::string_view bytes_;
  uint64_t at_;
  uint64_t missing_ = 0;  ///< 0: nothing was
  bool big_ = false;
};

}  // namespace vramscope
