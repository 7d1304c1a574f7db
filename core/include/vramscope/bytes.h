// Bytes: the one type for an amount of memory.
#pragma once

#include <compare>
#include <cstdint>

namespace vramscope {

/// An amount of memory in bytes. A double inside: exact for whole bytes below 2^53, which is also
/// what JavaScript can hold. Construct it by name, so that no bare number is taken for bytes.
class Bytes {
 public:
  constexpr Bytes() = default;
  static constexpr Bytes of(double bytes) { return Bytes(bytes); }
  static constexpr Bytes mib(double mib) { return Bytes(mib * 1024.0 * 1024.0); }
  static constexpr Bytes gib(double gib) { return Bytes(gib * 1024.0 * 1024.0 * 1024.0); }
  static constexpr Bytes gb(double gb) { return Bytes(gb * 1e9); }

  constexpr double count() const { return bytes_; }
  /// For JSON, where whole bytes are integers.
  constexpr int64_t whole() const { return static_cast<int64_t>(bytes_); }

  constexpr Bytes operator+(Bytes other) const { return Bytes(bytes_ + other.bytes_); }
  constexpr Bytes operator-(Bytes other) const { return Bytes(bytes_ - other.bytes_); }
  constexpr Bytes& operator+=(Bytes other) {
    bytes_ += other.bytes_;
    return *this;
  }
  constexpr auto operator<=>(const Bytes&) const = default;  // NOLINT(modernize-use-nullptr)

 private:
  explicit constexpr Bytes(double bytes) : bytes_(bytes) {}
  double bytes_ = 0;
};

}  // namespace vramscope
