#include "chart/line_chart.h"

#include <gtest/gtest.h>

#include "chart/svg.h"

namespace vramscope::chart {
namespace {

constexpr double kGib = 1073741824;

/// Six pixels a letter.
float six(std::string_view text, float) { return 6.0f * static_cast<float>(text.size()); }

LineChart two_layers() {
  LineChart chart;
  chart.x_name = "Context <tokens>";
  chart.x = {1024, 2048, 4096};
  chart.layers = {{"Weights", 0xFFFF8D4C, {4 * kGib, 4 * kGib, 4 * kGib}},
                  {"KV cache", 0xFFA7B822, {1 * kGib, 2 * kGib, 4 * kGib}}};
  chart.total = {5 * kGib, 6 * kGib, 8 * kGib};
  chart.rules = {{23.6 * kGib, "RTX 4090", 0xFFFFFFFF, true}, {7 * kGib, "8 GB", 0xFF888888}};
  chart.at = 2048;
  chart.ground = 0xFF1C1715;
  return chart;
}

std::vector<Shape> of_kind(const Drawing& drawing, Kind kind) {
  std::vector<Shape> found;
  for (const Shape& shape : drawing.shapes) {
    if (shape.kind == kind) found.push_back(shape);
  }
  return found;
}

TEST(LineChart, ShowsTheOwnCardsCapacityHoweverFarAbove) {
  const LineChartLayout out = lay_out(two_layers(), 600, 400, six);
  EXPECT_GE(out.y.high, 23.6 * kGib);
  EXPECT_GT(out.y.at(23.6 * kGib), out.plot.min.y - 1);
}

TEST(LineChart, StacksLayersWithoutAGap) {
  const LineChartLayout out = lay_out(two_layers(), 600, 400, six);
  const std::vector<Shape> areas = of_kind(out.drawing, Kind::Area);
  ASSERT_EQ(areas.size(), 2u);
  for (size_t i = 0; i < 3; ++i) {  // the upper edge of the first is the lower of the second
    EXPECT_FLOAT_EQ(areas[0].points[i].y, areas[1].points[5 - i].y);
    EXPECT_FLOAT_EQ(areas[1].points[i].y, out.y.at(two_layers().total[i]));
  }
  EXPECT_FLOAT_EQ(areas[0].points[5].y, out.plot.max.y);
}

TEST(LineChart, KeepsAllItsTextInside) {
  for (const float width : {280.0f, 600.0f, 1600.0f}) {
    const LineChartLayout out = lay_out(two_layers(), width, 300, six);
    for (const Shape& shape : of_kind(out.drawing, Kind::Text)) {
      const float left = shape.points[0].x - six(shape.text, 0) * shape.align;
      EXPECT_GE(left, 0) << shape.text << " at " << width;
      EXPECT_LE(left + six(shape.text, 0), width) << shape.text << " at " << width;
      EXPECT_LE(shape.points[0].y + shape.width, 300) << shape.text;
    }
  }
}

TEST(LineChart, FindsTheColumnUnderAPixel) {
  const LineChart chart = two_layers();
  const LineChartLayout out = lay_out(chart, 600, 400, six);
  EXPECT_EQ(nearest(chart, out, out.plot.min.x), 0u);
  EXPECT_EQ(nearest(chart, out, out.x.at(2048) + 3), 1u);
  EXPECT_EQ(nearest(chart, out, 9000), 2u);
}

TEST(LineChart, TakesALogarithmicAxisOfMemory) {
  LineChart chart = two_layers();
  chart.log_y = true;
  const LineChartLayout out = lay_out(chart, 600, 400, six);
  EXPECT_GT(out.y.low, 0);
  for (const Shape& shape : of_kind(out.drawing, Kind::Area)) {
    for (const Point& point : shape.points) EXPECT_LE(point.y, out.plot.max.y + 0.01f);
  }
}

TEST(LineChart, OfNothingIsDrawnToo) {
  EXPECT_FALSE(lay_out(LineChart{}, 300, 200, six).drawing.shapes.empty());
}

TEST(Svg, HoldsEveryShapeAndEscapesItsText) {
  const LineChartLayout out = lay_out(two_layers(), 600, 400, six);
  const std::string svg = to_svg(out.drawing, 0xFF1C1715);
  EXPECT_TRUE(svg.starts_with("<svg xmlns="));
  EXPECT_NE(svg.find("viewBox=\"0 0 600 400\""), std::string::npos);
  EXPECT_NE(svg.find("fill=\"#15171C\""), std::string::npos) << "the ground";
  EXPECT_NE(svg.find("fill=\"#4C8DFF\""), std::string::npos) << "the colour of weights";
  EXPECT_NE(svg.find("Context &lt;tokens&gt;"), std::string::npos);
  size_t elements = 0;
  for (size_t at = svg.find("\n<"); at != std::string::npos; at = svg.find("\n<", at + 1))
    ++elements;
  EXPECT_EQ(elements, out.drawing.shapes.size() + 2) << "the ground and the end";
}

TEST(Svg, WritesAlphaAsOpacityAndDashes) {
  const Drawing drawing{.width = 10,
                        .height = 10,
                        .shapes = {{.kind = Kind::Line,
                                    .points = {{0, 0}, {5.126f, 10}},
                                    .color = 0x800000FF,
                                    .width = 2,
                                    .dashed = true}}};
  EXPECT_EQ(
      to_svg(drawing, 0).substr(to_svg(drawing, 0).find('\n') + 1),
      "<polyline points=\"0,0 5.13,10\" fill=\"none\" stroke=\"#FF0000\" stroke-opacity=\"0.5\" "
      "stroke-width=\"2\" stroke-dasharray=\"8\"/>\n</svg>\n");
}

}  // namespace
}  // namespace vramscope::chart
