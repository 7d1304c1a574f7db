// Numbers as traces write them: integers, decimals, exponents, in quotes or not. Integer
// arithmetic, so that a time stamp keeps its nanoseconds and native and wasm agree to the last bit.
#pragma once

#include <cstdint>
#include <string_view>

namespace vramscope::lab {

/// digits x 10^exponent
struct Decimal {
  uint64_t digits = 0;
  int exponent = 0;
  bool negative = false;
};

/// Reads "-12.5e3"; false for anything else ("NaN", "null", "").
inline bool read_decimal(std::string_view text, Decimal& out) {
  size_t at = 0;
  out = {};
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) out.negative = text[at++] == '-';
  bool any = false;
  bool point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') break;
    any = true;
    if (out.digits < 900000000000000000u) {
      out.digits = out.digits * 10 + static_cast<uint64_t>(c - '0');
      if (point) --out.exponent;
    } else if (!point) {
      ++out.exponent;
    }
  }
  if (!any) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    bool down = false;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) down = text[at++] == '-';
    int power = 0;
    bool digits = false;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      digits = true;
      if (power < 10000) power = power * 10 + (text[at] - '0');
    }
    if (!digits) return false;
    out.exponent += down ? -power : power;
  }
  return at == text.size();
}

/// digits x 10^(exponent + shift) as a whole number, halves rounded up; false beyond 2^62.
inline bool whole(const Decimal& number, int shift, int64_t& out) {
  constexpr uint64_t kMost = uint64_t{1} << 62;
  uint64_t value = number.digits;
  int power = number.exponent + shift;
  if (value == 0) return out = 0, true;
  for (; power > 0; --power) {
    if (value > kMost / 10) return false;
    value *= 10;
  }
  if (power < -19) value = 0;
  for (; power < 0 && value > 0; ++power) {
    value = power == -1 ? (value + 5) / 10 : value / 10;
  }
  if (value > kMost) return false;
  out = number.negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
  return true;
}

/// Microseconds as nanoseconds.
inline bool read_ns(std::string_view text, int64_t& out) {
  Decimal number;
  return read_decimal(text, number) && whole(number, 3, out);
}

inline bool read_whole(std::string_view text, int64_t& out) {
  Decimal number;
  return read_decimal(text, number) && whole(number, 0, out);
}

inline bool read_number(std::string_view text, double& out) {
  Decimal number;
  if (!read_decimal(text, number)) return false;
  out = static_cast<double>(number.digits);
  const bool down = number.exponent < 0;
  int power = down ? -number.exponent : number.exponent;
  if (power > 300) power = 300;
  double scale = 1;
  for (; power > 0; --power) scale *= 10;
  out = down ? out / scale : out * scale;
  if (number.negative) out = -out;
  return true;
}

}  // namespace vramscope::lab
