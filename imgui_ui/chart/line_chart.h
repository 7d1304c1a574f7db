// A stack of layers over a line of values: memory against context, batch or cards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chart/drawing.h"
#include "chart/scale.h"

namespace vramscope::chart {

struct Layer {
  std::string name;
  Color color = 0;
  std::vector<double> values;  ///< one for each x, from the bottom of the stack up
};

/// A horizontal line with its name: what a card can hold.
struct Rule {
  double value = 0;
  std::string name;
  Color color = 0;
  bool strong = false;
  std::string short_name = {};  ///< where the plot is too narrow for it; empty: none
};

struct LineChart {
  std::string title;
  std::string x_name, y_name;
  Quantity x_quantity = Quantity::Tokens;
  Quantity y_quantity = Quantity::Bytes;
  bool log_x = true, log_y = false;
  std::vector<double> x;  ///< rising
  std::vector<Layer> layers;
  std::vector<double> total;      ///< line over the stack
  std::vector<double> low, high;  ///< band around it; empty: none
  std::vector<Rule> rules;
  std::optional<double> at;  ///< the operating point
  Color at_color = 0, ink = 0, muted = 0, grid = 0, ground = 0, band = 0;
  Units units = Units::Gib;
  float text_size = 15;  ///< height of a line of small text
};

/// Where things came to stand, for the pointer.
struct LineChartLayout {
  Rect plot;
  Scale x, y;
  Drawing drawing;
};
LineChartLayout lay_out(const LineChart& chart, float width, float height,
                        const TextWidth& measure);

/// Index of the x nearest to this pixel.
size_t nearest(const LineChart& chart, const LineChartLayout& layout, float pixel);

}  // namespace vramscope::chart
