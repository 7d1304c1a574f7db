// Stacked columns side by side: what is alive in each phase of a training step.
#pragma once

#include <string>
#include <vector>

#include "chart/drawing.h"
#include "chart/scale.h"

namespace vramscope::chart {

struct Segment {
  double value = 0;
  Color color = 0;
};
struct Column {
  std::string name;
  std::vector<Segment> segments;  ///< from the bottom up
  double low = 0, high = 0;       ///< of the whole column
  bool stressed = false;
};

struct ColumnChart {
  std::vector<Column> columns;
  double capacity = 0;  ///< a line across; 0: none
  std::string capacity_name;
  Color ink = 0, muted = 0, grid = 0, ground = 0, stress = 0;
  Units units = Units::Gib;
  float text_size = 15;
};

struct ColumnChartLayout {
  Rect plot;
  Scale y;
  std::vector<Rect> columns;  ///< as wide as the room of each, as high as the plot
  Drawing drawing;
};
ColumnChartLayout lay_out(const ColumnChart& chart, float width, float height,
                          const TextWidth& measure);

}  // namespace vramscope::chart
