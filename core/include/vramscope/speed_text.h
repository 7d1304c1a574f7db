// Figures of speed for people, where they are ranges or rates of arithmetic.
#pragma once

#include <string>

#include "vramscope/text.h"

namespace vramscope {

/// "102 – 151 token/s": the unit once where both ends have the same.
std::string format_speed_range(SpeedId id, double low, double high, Lang lang);
/// "165 TFLOP/s", "9.81 FLOP/B": a rate of arithmetic, and operations for each byte.
std::string format_flops(double per_second);
std::string format_flops_range(double low, double high);
std::string format_intensity(double operations_a_byte);

}  // namespace vramscope
