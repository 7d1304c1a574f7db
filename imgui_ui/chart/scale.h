// Axes: where a value stands, and which values get a tick.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vramscope/text.h"

namespace vramscope::chart {

/// What an axis counts; decides ticks and how they are written.
enum class Quantity : uint8_t {
  Tokens,  ///< 1k is 1,024
  Count,
  Bytes,
  Rate,  ///< a second, in k, M, G, T
};

struct Scale {
  Quantity quantity = Quantity::Count;
  double low = 0, high = 1;  ///< a logarithmic scale begins above zero
  bool log = false;
  float from = 0, to = 1;  ///< pixels of low and high

  float at(double value) const;     ///< not clamped
  double value_at(float at) const;  ///< clamped to the ends
};

struct Tick {
  double value = 0;
  std::string text;
};
/// At most `most` ticks at round values between the ends.
std::vector<Tick> ticks(const Scale& scale, Units units, size_t most);

/// A round value not below this one, for the end of a linear axis: 23.6 GiB gives 24 GiB.
double round_up(double value, Quantity quantity, Units units);

/// As a tick says it: "8k", "24 GiB".
std::string tick_text(double value, Quantity quantity, Units units);

/// The nearest number of the form 4, 5, 6 or 7 times a power of two: 4,096 5,120 6,144 7,168 8,192.
uint64_t snapped(double value);

}  // namespace vramscope::chart
