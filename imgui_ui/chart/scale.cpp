#include "chart/scale.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace vramscope::chart {
namespace {

constexpr double kStepsOfTen[] = {1, 2, 5, 10};
constexpr double kKibi = 1024;

double unit_of_bytes(double value, Units units) {
  const double base = units == Units::Gib ? kKibi : 1000;
  double unit = 1;
  while (unit * base <= value) unit *= base;
  return unit;
}

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : kStepsOfTen) {
    if (step * decade >= least * (1 - 1e-9)) return step * decade;
  }
  return 10 * decade;
}

/// Steps of memory follow its units: 1, 2, 4, 8 … GiB, as cards are sold.
double step_of(double span, Quantity quantity, Units units, size_t most) {
  const double least = span / static_cast<double>(std::max<size_t>(most, 1));
  if (quantity == Quantity::Tokens || (quantity == Quantity::Bytes && units == Units::Gib)) {
    return std::exp2(std::ceil(std::log2(least) - 1e-9));
  }
  return round_step(least);
}

std::vector<Tick> linear_ticks(const Scale& scale, Units units, size_t most) {
  double step = step_of(scale.high - scale.low, scale.quantity, units, most);
  const bool whole = scale.quantity == Quantity::Tokens || scale.quantity == Quantity::Count;
  if (whole) step = std::max(1.0, step);
  std::vector<Tick> list;
  for (double i = std::ceil(scale.low / step - 1e-9);; ++i) {
    const double value = i * step;
    if (value > scale.high * (1 + 1e-9)) break;
    list.push_back({value, tick_text(value, scale.quantity, units)});
  }
  return list;
}

std::vector<Tick> log_ticks(const Scale& scale, Units units, size_t most) {
  const double base = scale.quantity == Quantity::Rate ? 10 : 2;
  const double unit = scale.quantity == Quantity::Bytes ? unit_of_bytes(scale.low, units) : 1;
  const auto power = [&](double value) { return std::log(value / unit) / std::log(base); };
  const double first = std::ceil(power(scale.low) - 1e-9);
  const double last = std::floor(power(scale.high) + 1e-9);
  const double stride =
      std::max(1.0, std::ceil((last - first + 1) / static_cast<double>(std::max<size_t>(most, 1))));
  std::vector<Tick> list;
  for (double i = first; i <= last; i += stride) {
    const double value = unit * std::pow(base, i);
    list.push_back({value, tick_text(value, scale.quantity, units)});
  }
  return list;
}

/// "100 T": a round rate with its prefix of thousands.
std::string rate_text(double value) {
  constexpr std::string_view kPrefixes[] = {"", " k", " M", " G", " T", " P", " E"};
  size_t step = 0;
  while (value >= 1000 * (1 - 1e-9) && step + 1 < std::size(kPrefixes)) {
    value /= 1000;
    ++step;
  }
  return format_number(value) + std::string(kPrefixes[step]);
}

}  // namespace

float Scale::at(double value) const {
  const double share = log ? std::log(std::max(value, low * 1e-3) / low) / std::log(high / low)
                           : (value - low) / (high - low);
  return from + (to - from) * static_cast<float>(share);
}

double Scale::value_at(float pixel) const {
  const double share = std::clamp(static_cast<double>((pixel - from) / (to - from)), 0.0, 1.0);
  return log ? low * std::pow(high / low, share) : low + (high - low) * share;
}

std::vector<Tick> ticks(const Scale& scale, Units units, size_t most) {
  if (!(scale.high > scale.low) || most == 0) return {};
  return scale.log ? log_ticks(scale, units, most) : linear_ticks(scale, units, most);
}

double round_up(double value, Quantity quantity, Units units) {
  if (!(value > 0)) return 1;
  const double step = step_of(value, quantity, units, 8);
  return std::ceil(value / step - 1e-9) * step;
}

std::string tick_text(double value, Quantity quantity, Units units) {
  switch (quantity) {
    case Quantity::Tokens:
      if (value >= kKibi && std::fmod(value, kKibi) == 0) {
        const double thousands = value / kKibi;
        return thousands >= kKibi && std::fmod(thousands, kKibi) == 0
                   ? format_number(thousands / kKibi) + "M"
                   : format_number(thousands) + "k";
      }
      return format_number(value);
    case Quantity::Count:
      return format_number(value);
    case Quantity::Bytes:
      break;
    case Quantity::Rate:
      return rate_text(value);
  }
  if (value == 0) return "0";
  std::string text = format_bytes_short(Bytes::of(value), units);  // "24.0 GiB"
  const size_t space = text.find(' ');
  const size_t point = text.find('.');
  if (point < space && text.find_first_not_of('0', point + 1) == space) {
    text.erase(point, space - point);
  }
  return text;
}

uint64_t snapped(double value) {
  if (value < 8) return static_cast<uint64_t>(std::max(1.0, std::round(value)));
  const double step = std::exp2(std::floor(std::log2(value)) - 2);
  return static_cast<uint64_t>(std::round(value / step) * step);
}

}  // namespace vramscope::chart
