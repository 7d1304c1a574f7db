// Figures of speed for people.
#include "vramscope/speed_text.h"

#include <cmath>

#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

std::string seconds(double value, Lang lang) {
  constexpr double kMinute = 60;
  if (value >= 120 * kMinute) {
    return format_three_digits(value / (60 * kMinute)) + std::string(label("unit.hours", lang));
  }
  if (value >= 2 * kMinute) {
    return format_three_digits(value / kMinute) + std::string(label("unit.minutes", lang));
  }
  if (value >= 1) return format_three_digits(value) + " s";
  return format_three_digits(value * 1000) + " ms";
}

std::string_view unit_of(SpeedId id, Lang lang) {
  switch (id) {
    case SpeedId::DecodeTokS:
    case SpeedId::UserTokS:
    case SpeedId::PrefillTokS:
    case SpeedId::OutputTokS:
    case SpeedId::TrainTokS:
    case SpeedId::TokSPerGpu:
      return " token/s";
    case SpeedId::ModelTflops:
      return " TFLOP/s";
    case SpeedId::Days:
      return label("unit.days", lang);
    case SpeedId::GpuHours:
      return label("unit.gpu_hours", lang);
    case SpeedId::EnergyKwh:
      return " kWh";
    case SpeedId::JoulesPerToken:
      return " J";
    case SpeedId::FirstTokenS:
    case SpeedId::StepS:
    case SpeedId::FloorS:
    case SpeedId::RequestS:
    case SpeedId::TrainStepS:
    case SpeedId::DataSent:
    case SpeedId::TensorSent:
    case SpeedId::StageSent:
    case SpeedId::Bubble:
    case SpeedId::Idle:
    case SpeedId::Mfu:
    case SpeedId::MfuCausal:
    case SpeedId::Mfu6n:
    case SpeedId::Hfu:
      return {};
  }
  return {};
}

}  // namespace

std::string format_speed(SpeedId id, double value, Lang lang) {
  switch (id) {
    case SpeedId::FirstTokenS:
    case SpeedId::StepS:
    case SpeedId::FloorS:
    case SpeedId::RequestS:
    case SpeedId::TrainStepS:
      return seconds(value, lang);
    case SpeedId::Mfu:
    case SpeedId::MfuCausal:
    case SpeedId::Mfu6n:
    case SpeedId::Hfu:
    case SpeedId::Bubble:
    case SpeedId::Idle:
      return format_percent(value);
    case SpeedId::DataSent:
    case SpeedId::TensorSent:
    case SpeedId::StageSent:
      return format_bytes(Bytes::of(value), Units::Gb);
    case SpeedId::DecodeTokS:
    case SpeedId::UserTokS:
    case SpeedId::PrefillTokS:
    case SpeedId::OutputTokS:
    case SpeedId::TrainTokS:
    case SpeedId::TokSPerGpu:
    case SpeedId::ModelTflops:
    case SpeedId::Days:
    case SpeedId::GpuHours:
    case SpeedId::EnergyKwh:
    case SpeedId::JoulesPerToken:
      break;
  }
  return format_three_digits(value) + std::string(unit_of(id, lang));
}

namespace {

/// Both ends as they are written, the unit of the first left out where the second says the same.
std::string range_of(const std::string& low, const std::string& high) {
  const size_t unit = low.find_first_of(" ");
  const bool same = unit != std::string::npos && high.find(low.substr(unit)) != std::string::npos &&
                    high.size() - high.find_first_of(" ") == low.size() - unit;
  return (same ? low.substr(0, unit) : low) + " – " + high;
}

}  // namespace

std::string format_speed_range(SpeedId id, double low, double high, Lang lang) {
  return range_of(format_speed(id, low, lang), format_speed(id, high, lang));
}

std::string format_flops(double per_second) {
  constexpr double kStep = 1000;
  std::string_view unit = " GFLOP/s";
  double value = per_second / 1e9;
  for (const std::string_view next : {" TFLOP/s", " PFLOP/s"}) {
    if (value < kStep) break;
    value /= kStep;
    unit = next;
  }
  return format_three_digits(value) + std::string(unit);
}

std::string format_flops_range(double low, double high) {
  return range_of(format_flops(low), format_flops(high));
}

std::string format_intensity(double operations_a_byte) {
  return format_three_digits(operations_a_byte) + " FLOP/B";
}

}  // namespace vramscope
