#include "chart/roofline_chart.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vramscope::chart {
namespace {

float half_of_size(std::string_view text, float size) {
  return static_cast<float>(text.size()) * size * 0.5f;
}

RooflineChart example() {
  RooflineChart chart;
  chart.bandwidth = 1e12;
  chart.bandwidth_name = "memory";
  chart.ceilings = {{80e12, "fp32", false}, {160e12, "bf16", true}};
  chart.ridge_name = "ridge 160";
  chart.points = {{"decode", 1.0, 0.8e12, 0.7e12, 0.9e12, 1},
                  {"prefill", 900, 90e12, 70e12, 110e12, 2}};
  return chart;
}

TEST(RooflineChart, PointsLieUnderTheRoofs) {
  const RooflineLayout layout = lay_out(example(), 800, 400, half_of_size);
  ASSERT_EQ(layout.points.size(), 2u);
  // On screen, lower is a larger y. At 1 operation a byte the memory allows 1e12.
  EXPECT_GT(layout.points[0].y, layout.y.at(1e12));
  EXPECT_GT(layout.points[1].y, layout.y.at(160e12));
  EXPECT_LT(layout.points[0].x, layout.x.at(160));
  EXPECT_GT(layout.points[1].x, layout.x.at(160));
}

TEST(RooflineChart, TheMemoryRoofRisesByADecadeADecade) {
  const RooflineLayout layout = lay_out(example(), 800, 400, half_of_size);
  const auto slope = std::find_if(
      layout.drawing.shapes.begin(), layout.drawing.shapes.end(), [](const Shape& shape) {
        return shape.kind == Kind::Line && shape.points.size() == 2 &&
               shape.points[0].x != shape.points[1].x && shape.points[0].y != shape.points[1].y;
      });
  ASSERT_NE(slope, layout.drawing.shapes.end());
  for (const Point& end : slope->points) {
    EXPECT_NEAR(layout.y.value_at(end.y) / layout.x.value_at(end.x) / 1e12, 1, 1e-3);
  }
  EXPECT_NEAR(layout.x.value_at(slope->points[1].x), 160, 0.5);  // up to the highest ridge
}

TEST(RooflineChart, StaysInsideItsPlot) {
  for (const double intensity : {0.01, 1.0, 5e4}) {
    RooflineChart chart = example();
    chart.points[0].intensity = intensity;
    const RooflineLayout layout = lay_out(chart, 800, 400, half_of_size);
    for (const Point& point : layout.points) {
      EXPECT_GE(point.x, layout.plot.min.x);
      EXPECT_LE(point.x, layout.plot.max.x);
      EXPECT_GE(point.y, layout.plot.min.y);
      EXPECT_LE(point.y, layout.plot.max.y);
    }
  }
}

TEST(RooflineChart, ARateWithoutIntensityIsABand) {
  RooflineChart chart = example();
  chart.points = {{"training", 0, 70e12, 50e12, 90e12, 3}};
  const RooflineLayout layout = lay_out(chart, 800, 400, half_of_size);
  ASSERT_EQ(layout.points.size(), 1u);
  const auto band = std::find_if(layout.drawing.shapes.begin(), layout.drawing.shapes.end(),
                                 [](const Shape& shape) { return shape.kind == Kind::Box; });
  ASSERT_NE(band, layout.drawing.shapes.end());
  EXPECT_NEAR(band->points[0].y, layout.y.at(90e12), 0.01);
}

TEST(RooflineChart, DrawsNothingOfAnUnknownCard) {
  RooflineChart chart;
  chart.bandwidth = 1e12;
  EXPECT_NO_FATAL_FAILURE(lay_out(chart, 300, 200, half_of_size));
}

}  // namespace
}  // namespace vramscope::chart
