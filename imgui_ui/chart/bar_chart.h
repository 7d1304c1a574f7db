// One bar of what takes the memory, with its capacity and a line for each part: the answer as a
// picture.
#pragma once

#include <string>
#include <vector>

#include "chart/drawing.h"

namespace vramscope::chart {

struct BarPart {
  std::string name, amount, share;
  double value = 0;
  Color color = 0;
};

struct BarChart {
  std::string title, subtitle;
  std::vector<BarPart> parts;  ///< from the left
  double low = 0, high = 0;    ///< range of the whole
  double capacity = 0;
  std::string capacity_name;
  Color ink = 0, muted = 0, line = 0;
  float text_size = 16;
};

/// As high as its lines need.
Drawing lay_out(const BarChart& chart, float width, const TextWidth& measure);

}  // namespace vramscope::chart
