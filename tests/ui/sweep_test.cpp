#include <gtest/gtest.h>

#include "screen.h"

namespace vramscope::test {
namespace {

TEST(Sweep, ADragOnThePlotChangesTheContextInOneStep) {
  Screen screen;
  screen.state.tab = Tab::Sweep;
  screen.draw();
  ASSERT_TRUE(screen.state.sweep.reply.ok);
  const size_t steps = screen.state.history.past.size();
  screen.drag(700, 450, 1100, 450);
  EXPECT_GT(screen.state.request.context, 8192u);
  EXPECT_EQ(screen.state.reply.request.context, screen.state.request.context);
  EXPECT_EQ(screen.state.history.past.size(), steps + 1);
}

TEST(Sweep, AQuickDragEndsWhereItLetGo) {
  Screen screen;
  screen.state.tab = Tab::Sweep;
  screen.draw();
  const size_t steps = screen.state.history.past.size();
  screen.flick(866, 450, 1100, 450);
  const uint64_t quick = screen.state.request.context;
  EXPECT_GT(quick, 30000u);
  EXPECT_EQ(screen.state.history.past.size(), steps + 1);
  screen.drag(866, 450, 1100, 450);
  EXPECT_EQ(screen.state.request.context, quick);
}

TEST(Sweep, AsksOnlyWhenTheRequestChanged) {
  Screen screen;
  screen.state.tab = Tab::Sweep;
  screen.draw();
  screen.state.sweep.reply.model.name = "mark";  // gone with a new answer
  screen.move(700, 300);
  screen.draw(10);
  EXPECT_EQ(screen.state.sweep.reply.model.name, "mark");
  screen.state.request.batch = 2;
  refresh(screen.state);
  screen.draw();
  EXPECT_NE(screen.state.sweep.reply.model.name, "mark");
}

TEST(Sweep, OverFormatsAnswersEachAndOrdersThemBySize) {
  Screen screen;
  screen.state.tab = Tab::Sweep;
  screen.state.sweep.over = SweepOver::Formats;
  screen.draw();
  const std::vector<FormatResult>& formats = screen.state.sweep.formats;
  ASSERT_GT(formats.size(), 10u);
  for (size_t i = 1; i < formats.size(); ++i) {
    EXPECT_GE(formats[i - 1].result.device.bytes, formats[i].result.device.bytes);
  }
}

TEST(Sweep, GivesUpFormatsInTraining) {
  Screen screen;
  screen.state.tab = Tab::Sweep;
  screen.state.sweep.over = SweepOver::Formats;
  screen.state.request.task = Task::Training;
  screen.state.request.engine = "torch";
  refresh(screen.state);
  screen.draw();
  EXPECT_EQ(screen.state.sweep.over, SweepOver::Context);
  EXPECT_TRUE(screen.state.sweep.reply.ok);
}

}  // namespace
}  // namespace vramscope::test
