// The roofline of a card, and where a job stands under it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/request.h"

namespace vramscope {

/// A card's rate in one datatype.
struct Roof {
  std::string_view id;  ///< "bf16, fp16": names of datatypes
  double rate = 0;      ///< dense operations a second
  double ridge = 0;     ///< operations a byte from which on it is the limit; 0: not known
};
/// Where a job stands under the roofs of its first device.
struct RooflinePoint {
  std::string_view id;                 ///< "decode", "prefill", "training"
  double intensity = 0;                ///< operations for each byte read; 0: not counted
  double rate = 0, low = 0, high = 0;  ///< operations a second of one device
  double share = 0;                    ///< of what the roof allows there
  std::string formula, working;        ///< of the intensity; empty without explain
};
struct Roofline {
  double bandwidth = 0;      ///< bytes a second; 0: nothing to draw
  double peak = 0;           ///< operations a second in the datatype that the job computes in
  double ridge = 0;          ///< peak over bandwidth
  std::string_view peak_id;  ///< its roof; empty: a rate of the engine's own way to compute
  std::vector<Roof> roofs;
  std::vector<RooflinePoint> points;
};

/// Of the request's first device. Pure, as answer() is; empty where that has no answer.
Roofline roofline(const Request& request);

}  // namespace vramscope
