// A drawing as a list of shapes: what a chart looks like, before it is known whether it goes to the
// screen or into a file. Knows nothing of Dear ImGui.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vramscope::chart {

/// Red, green, blue, alpha from the lowest byte on: as Dear ImGui has it.
using Color = uint32_t;

struct Point {
  float x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

struct Rect {
  Point min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  bool operator==(const Rect&) const = default;
};

enum class Kind : uint8_t {
  Line,  ///< through its points, `width` wide
  Area,  ///< filled polygon; convex pieces are the maker's business
  Box,   ///< filled, from the first point to the second
  Dot,   ///< around the first point, `width` across
  Text,  ///< beside the first point, `width` high
};

struct Shape {
  Kind kind = Kind::Line;
  std::vector<Point> points;
  Color color = 0;
  float width = 1;
  bool dashed = false;
  std::string text;
  float align = 0;  ///< of text: 0 begins at the point, 0.5 is centred, 1 ends there
  bool heavy = false;
  bool operator==(const Shape&) const = default;
};

/// A text of this size beside a point.
inline Shape words(Point at, Color color, float size, std::string text, float align,
                   bool heavy = false) {
  return {.kind = Kind::Text,
          .points = {at},
          .color = color,
          .width = size,
          .text = std::move(text),
          .align = align,
          .heavy = heavy};
}

struct Drawing {
  float width = 0, height = 0;
  std::vector<Shape> shapes;
};

/// Width of a text of this size (its line's height), in the units of the drawing.
using TextWidth = std::function<float(std::string_view text, float size)>;

}  // namespace vramscope::chart
