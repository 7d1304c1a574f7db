#include <gtest/gtest.h>

#include "screen.h"

namespace vramscope::test {
namespace {

/// Opens the menu of the button at the right end of the bar and takes a line of it.
void take(Screen& screen, int line) {
  screen.draw();
  screen.click(1230, 24);
  screen.click(1230, 66 + 28.0f * static_cast<float>(line));
}

TEST(Share, CopiesTheLink) {
  Screen screen;
  take(screen, 0);
  ASSERT_EQ(told().shared.size(), 1u);
  EXPECT_EQ(told().shared.front(), link_of(screen.state));
}

TEST(Share, CopiesMarkdown) {
  Screen screen;
  take(screen, 1);
  const std::string text = ImGui::GetClipboardText();
  EXPECT_TRUE(text.starts_with("**Llama 3.1 8B**")) << text;
}

TEST(Share, SavesTableReplyAndPicture) {
  Screen screen;
  take(screen, 2);
  take(screen, 3);
  take(screen, 4);
  const std::vector<std::string> names = {"vramscope.csv", "vramscope.json", "vramscope.png"};
  EXPECT_EQ(told().saved_names, names);
  ASSERT_EQ(told().saved_texts.size(), 2u);
  EXPECT_TRUE(told().saved_texts[0].starts_with("term,place,bytes"));
  EXPECT_EQ(told().saved_texts[1], reply_json(screen.state.reply));
}

TEST(Share, ThePlotIsSavedAsItsOwnDrawing) {
  Screen screen;
  screen.state.tab = Tab::Sweep;
  screen.draw();
  screen.click(400, 754);
  ASSERT_EQ(told().saved_names.size(), 1u);
  EXPECT_EQ(told().saved_names.front(), "vramscope-sweep.svg");
  EXPECT_TRUE(told().saved_texts.front().starts_with("<svg "));
  EXPECT_NE(told().saved_texts.front().find("RTX 4090"), std::string::npos);
}

}  // namespace
}  // namespace vramscope::test
