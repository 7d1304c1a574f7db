#include "chart/paint_drawing.h"

#include <cmath>

namespace vramscope::chart {
namespace {

ImVec2 on_screen(const Point& point, ImVec2 at) { return {at.x + point.x, at.y + point.y}; }

void dashes(ImDrawList* draw, ImVec2 a, ImVec2 b, Color color, float width) {
  const float step = std::max(6.0f, width * 4);
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  for (float from = 0; from < length; from += 2 * step) {
    const float to = std::min(from + step, length);
    const auto point = [&](float along) {
      return ImVec2{a.x + (b.x - a.x) * along / length, a.y + (b.y - a.y) * along / length};
    };
    draw->AddLine(point(from), point(to), color, width);
  }
}

/// A band between two lines: its first half is the upper edge from left to right, its second the
/// lower edge back. Quads between them are convex whatever the lines do.
void band(ImDrawList* draw, const std::vector<Point>& points, Color color, ImVec2 at) {
  const size_t columns = points.size() / 2;
  const ImDrawListFlags flags = draw->Flags;
  draw->Flags &= ~ImDrawListFlags_AntiAliasedFill;  // no seams between the quads
  for (size_t i = 0; i + 1 < columns; ++i) {
    const ImVec2 quad[] = {on_screen(points[i], at), on_screen(points[i + 1], at),
                           on_screen(points[points.size() - 2 - i], at),
                           on_screen(points[points.size() - 1 - i], at)};
    draw->AddConvexPolyFilled(quad, 4, color);
  }
  draw->Flags = flags;
}

void paint(ImDrawList* draw, const Shape& shape, ImVec2 at, const Look* look) {
  switch (shape.kind) {
    case Kind::Line:
      if (shape.dashed) {
        dashes(draw, on_screen(shape.points.front(), at), on_screen(shape.points.back(), at),
               shape.color, shape.width);
      } else if (shape.points.size() == 2 && shape.points[0].y == shape.points[1].y) {
        const float y = std::floor(at.y + shape.points[0].y);  // a sharp line
        draw->AddRectFilled({at.x + shape.points[0].x, y},
                            {at.x + shape.points[1].x, y + std::max(1.0f, std::round(shape.width))},
                            shape.color);
      } else {
        std::vector<ImVec2> line;
        for (const Point& point : shape.points) line.push_back(on_screen(point, at));
        draw->AddPolyline(line.data(), static_cast<int>(line.size()), shape.color, 0, shape.width);
      }
      return;
    case Kind::Area:
      return band(draw, shape.points, shape.color, at);
    case Kind::Box:
      draw->AddRectFilled(on_screen(shape.points[0], at), on_screen(shape.points[1], at),
                          shape.color);
      return;
    case Kind::Dot:
      draw->AddCircleFilled(on_screen(shape.points[0], at), shape.width * 0.5f, shape.color);
      return;
    case Kind::Text: {
      const float width = screen_text_width()(shape.text, shape.width);
      const ImVec2 point = on_screen(shape.points[0], at);
      if (look != nullptr) {
        watch_text(*look,
                   {{point.x - width * shape.align, point.y},
                    {point.x + width * (1 - shape.align), point.y + shape.width}},
                   shape.text);
      }
      draw->AddText(ImGui::GetFont(), shape.width,
                    {std::floor(point.x - width * shape.align), std::floor(point.y)}, shape.color,
                    shape.text.data(), shape.text.data() + shape.text.size());
      return;
    }
  }
}

}  // namespace

void paint_drawing(const Drawing& drawing, ImVec2 at, const Look& look) {
  for (const Shape& shape : drawing.shapes) paint(ImGui::GetWindowDrawList(), shape, at, &look);
}

void paint_drawing(const Drawing& drawing, ImDrawList* draw) {
  for (const Shape& shape : drawing.shapes) paint(draw, shape, {0, 0}, nullptr);
}

Drawing scaled(const Drawing& drawing, float factor) {
  Drawing out = drawing;
  out.width *= factor;
  out.height *= factor;
  for (Shape& shape : out.shapes) {
    shape.width *= factor;
    for (Point& point : shape.points) point = {point.x * factor, point.y * factor};
  }
  return out;
}

TextWidth screen_text_width() {
  return [](std::string_view text, float size) {
    return ImGui::GetFont()
        ->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size())
        .x;
  };
}

}  // namespace vramscope::chart
