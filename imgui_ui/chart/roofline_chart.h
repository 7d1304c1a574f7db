// What a card allows at so many operations for each byte, and where jobs stand under it. Both axes
// are logarithmic: the memory's roof is a slope of one, the units' roofs are flat.
#pragma once

#include <string>
#include <vector>

#include "chart/drawing.h"
#include "chart/scale.h"

namespace vramscope::chart {

/// Dense operations a second in one datatype.
struct Ceiling {
  double rate = 0;
  std::string name;
  bool strong = false;  ///< the one that the job computes in
};

struct OperatingPoint {
  std::string name;
  double intensity = 0;  ///< operations a byte; 0: not known, drawn as a band
  double rate = 0, low = 0, high = 0;
  Color color = 0;
};

struct RooflineChart {
  std::string title;
  std::string x_name, y_name;
  double bandwidth = 0;  ///< bytes a second
  std::string bandwidth_name;
  std::vector<Ceiling> ceilings;
  std::string ridge_name;  ///< of the strong one
  std::vector<OperatingPoint> points;
  Color ink = 0, muted = 0, grid = 0, ground = 0;
  float text_size = 15;
};

struct RooflineLayout {
  Rect plot;
  Scale x, y;
  std::vector<Point> points;  ///< in the order of the chart's
  Drawing drawing;
};
RooflineLayout lay_out(const RooflineChart& chart, float width, float height,
                       const TextWidth& measure);

}  // namespace vramscope::chart
