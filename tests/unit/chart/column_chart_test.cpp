#include "chart/column_chart.h"

#include <gtest/gtest.h>

namespace vramscope::chart {
namespace {

constexpr double kGib = 1073741824;
float six(std::string_view text, float) { return 6.0f * static_cast<float>(text.size()); }

ColumnChart three_phases() {
  ColumnChart chart;
  for (const char* name : {"end of the forward pass", "backward pass", "optimizer step"}) {
    chart.columns.push_back({.name = name,
                             .segments = {{4 * kGib, 0xFF0000FF}, {2 * kGib, 0xFF00FF00}},
                             .low = 5 * kGib,
                             .high = 7 * kGib});
  }
  chart.capacity = 12 * kGib;
  chart.capacity_name = "12 GiB usable";
  return chart;
}

TEST(ColumnChart, StacksSegmentsFromTheBottom) {
  const ColumnChartLayout out = lay_out(three_phases(), 600, 300, six);
  std::vector<Shape> lower;
  std::vector<Shape> upper;
  for (const Shape& shape : out.drawing.shapes) {
    if (shape.kind != Kind::Box) continue;
    if (shape.color == 0xFF0000FF) lower.push_back(shape);
    if (shape.color == 0xFF00FF00) upper.push_back(shape);
  }
  ASSERT_EQ(lower.size(), 3u);
  EXPECT_FLOAT_EQ(lower[0].points[1].y, out.plot.max.y);
  EXPECT_FLOAT_EQ(upper[0].points[1].y, lower[0].points[0].y);
  EXPECT_FLOAT_EQ(upper[0].points[0].y, out.y.at(6 * kGib));
}

TEST(ColumnChart, BreaksNamesSoThatTheyStayInTheirColumn) {
  const ColumnChartLayout out = lay_out(three_phases(), 360, 300, six);
  for (const Shape& shape : out.drawing.shapes) {
    if (shape.kind != Kind::Text) continue;
    const float left = shape.points[0].x - six(shape.text, 0) * shape.align;
    EXPECT_GE(left, 0) << shape.text;
    EXPECT_LE(left + six(shape.text, 0), 360) << shape.text;
    EXPECT_LE(shape.points[0].y + shape.width, 300) << shape.text;
  }
}

TEST(ColumnChart, ShowsCapacityHoweverHigh) {
  ColumnChart chart = three_phases();
  chart.capacity = 80 * kGib;
  EXPECT_GE(lay_out(chart, 600, 300, six).y.high, 80 * kGib);
}

}  // namespace
}  // namespace vramscope::chart
