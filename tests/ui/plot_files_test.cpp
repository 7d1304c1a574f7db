// Plots as files: drawn in light colours whatever the theme, and by name.
#include "panels/plot_files.h"

#include <gtest/gtest.h>

#include "chart/svg.h"
#include "screen.h"

namespace vramscope::test {
namespace {

TEST(PlotFiles, GoToThePlatformByTheirKind) {
  Screen screen;
  chart::Drawing drawing{.width = 10, .height = 20, .shapes = {}};
  save_plot_file(PlotFile::None, "plot", drawing);
  EXPECT_TRUE(told().saved_names.empty());
  save_plot_file(PlotFile::Svg, "plot", drawing);
  save_plot_file(PlotFile::Png, "plot", drawing);
  EXPECT_EQ(told().saved_names, (std::vector<std::string>{"plot.svg", "plot.png"}));
  EXPECT_NE(told().saved_texts.front().find("#FFFFFF"), std::string::npos);  // on white
}

TEST(PlotFiles, PaperIsLightAndUnscaled) {
  const Look look{.theme = Theme::Dark, .scale = 2};
  const Look print = print_look(look);
  EXPECT_EQ(print.theme, Theme::Light);
  EXPECT_EQ(print.scale, 1);
}

}  // namespace
}  // namespace vramscope::test
