// How numbers are written for people. No locale, no printf: every platform writes the same.
#include <algorithm>
#include <array>
#include <cmath>

#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr double kLargestGrouped = 9007199254740992.0;  // 2^53: whole numbers are exact up to here

void append_grouped(std::string& out, double whole) {
  auto rest = static_cast<uint64_t>(whole);
  std::array<char, 32> digits;
  size_t used = 0;
  do {
    if (used % 4 == 3) digits[used++] = ',';
    digits[used++] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  std::reverse(digits.begin(), digits.begin() + used);
  out.append(digits.data(), used);
}

/// A fixed number of decimals, rounded half up.
void append_fixed(std::string& out, double value, int decimals) {
  if (value < 0) {
    out += "−";
    value = -value;
  }
  double scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  const double scaled = std::floor(value * scale + 0.5);
  const double whole = std::floor(scaled / scale);
  append_grouped(out, whole);
  if (decimals == 0) return;
  out += '.';
  auto fraction = static_cast<uint64_t>(scaled - whole * scale);
  for (auto place = static_cast<uint64_t>(scale / 10); place > 0; place /= 10) {
    out += static_cast<char>('0' + fraction / place % 10);
  }
}

/// Powers of ten for numbers beyond what is exact: "1.00e20".
void append_huge(std::string& out, double value) {
  int exponent = 0;
  while (value >= 10 && exponent < 400) {
    value /= 10;
    ++exponent;
  }
  append_fixed(out, value, 2);
  out += 'e' + std::to_string(exponent);
}

struct Unit {
  std::string_view name;
  double size;
};
constexpr std::array kBinary = {Unit{" TiB", 1099511627776.0}, Unit{" GiB", 1073741824.0},
                                Unit{" MiB", 1048576.0}, Unit{" KiB", 1024.0}, Unit{" B", 1.0}};
constexpr std::array kDecimal = {Unit{" TB", 1e12}, Unit{" GB", 1e9}, Unit{" MB", 1e6},
                                 Unit{" KB", 1e3}, Unit{" B", 1.0}};

const Unit& unit_for(double size, Units units) {
  const auto& table = units == Units::Gib ? kBinary : kDecimal;
  for (const Unit& unit : table) {
    if (size >= unit.size) return unit;
  }
  return table.back();
}

/// Decimals that leave three significant digits.
int decimals_for_three_digits(double value) {
  const double size = std::fabs(value);
  if (size >= 99.95) return 0;
  return size >= 9.995 ? 1 : 2;
}

}  // namespace

void append_number(std::string& out, double value) {
  if (!(std::fabs(value) < kLargestGrouped)) {
    if (value < 0) out += "−";
    return append_huge(out, std::fabs(value));
  }
  if (value < 0) {
    out += "−";
    value = -value;
  }
  const double whole = std::floor(value);
  if (whole == value) return append_grouped(out, whole);
  append_fixed(out, value, 6);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
}

std::string format_number(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

std::string format_bytes(Bytes bytes, Units units) {
  const Unit& unit = unit_for(std::fabs(bytes.count()), units);
  std::string out;
  const bool whole = unit.size == 1.0;
  const bool large = unit.size >= 1e9;
  append_fixed(out, bytes.count() / unit.size, whole ? 0 : (large ? 2 : 1));
  out += unit.name;
  return out;
}

std::string format_bytes_short(Bytes bytes, Units units) {
  const Unit& unit = unit_for(std::fabs(bytes.count()), units);
  const double value = bytes.count() / unit.size;
  std::string out;
  append_fixed(out, value, unit.size == 1.0 ? 0 : decimals_for_three_digits(value));
  out += unit.name;
  return out;
}

std::string format_count_short(double value) {
  constexpr std::array kSteps = {Unit{" T", 1e12}, Unit{" B", 1e9}, Unit{" M", 1e6},
                                 Unit{"k", 1e3}};
  std::string out;
  for (const Unit& step : kSteps) {
    if (std::fabs(value) < step.size) continue;
    append_fixed(out, value / step.size, decimals_for_three_digits(value / step.size));
    out += step.name;
    return out;
  }
  append_fixed(out, value, 0);
  return out;
}

std::string format_percent(double share) {
  std::string out;
  append_fixed(out, share * 100, 1);
  out += " %";
  return out;
}

std::string format_three_digits(double value) {
  std::string out;
  int decimals = decimals_for_three_digits(value);
  if (std::fabs(value) < 0.9995) decimals = 3;
  append_fixed(out, value, decimals);
  return out;
}

std::string format_ratio(double ratio) {
  std::string out;
  append_fixed(out, ratio, 2);
  out += " ×";
  return out;
}

}  // namespace vramscope
