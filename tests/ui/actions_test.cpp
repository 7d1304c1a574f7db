#include "actions.h"

#include <gtest/gtest.h>

#include "screen.h"

namespace vramscope::test {
namespace {

TEST(Actions, UndoAndRedoByTheirKeys) {
  Screen screen;
  screen.draw();
  screen.state.request.context = 4096;
  refresh(screen.state);
  record(screen.state.history, screen.state.request, false);
  screen.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(screen.state.request.context, 8192u);
  EXPECT_EQ(screen.state.reply.request.context, 8192u) << "answered again";
  screen.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  EXPECT_EQ(screen.state.request.context, 4096u);
}

TEST(Actions, ADragOfASliderIsOneStepToUndo) {
  Screen screen;
  screen.draw();
  const size_t before = screen.state.history.past.size();
  bool found = false;
  for (float y = 300; y < 560 && !found; y += 4) {  // the slider of the context, wherever it is
    screen.drag(60, y, 200, y);
    found = screen.state.request.context != 8192;
    if (!found) {
      EXPECT_EQ(screen.state.history.past.size(), before) << y;
    }
  }
  ASSERT_TRUE(found);
  EXPECT_EQ(screen.state.history.past.size(), before + 1);
  screen.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(screen.state.request.context, 8192u);
}

TEST(Actions, ThePaletteFindsAModelByItsName) {
  Screen screen;
  screen.draw();
  screen.key(ImGuiMod_Ctrl | ImGuiKey_K);
  screen.type("qwen3 8b");
  screen.key(ImGuiKey_Enter);
  EXPECT_EQ(screen.state.request.model.id, "qwen3-8b");
  EXPECT_TRUE(screen.state.reply.ok);
  EXPECT_EQ(screen.state.reply.model.id, "qwen3-8b");
}

TEST(Actions, ThePaletteGoesToAViewAndClosesOnEscape) {
  Screen screen;
  screen.draw();
  screen.key(ImGuiMod_Ctrl | ImGuiKey_K);
  screen.type("sweep");
  screen.key(ImGuiKey_Enter);
  EXPECT_EQ(screen.state.tab, Tab::Sweep);
  screen.key(ImGuiMod_Ctrl | ImGuiKey_K);
  EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  screen.key(ImGuiKey_Escape);
  EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
}

TEST(Actions, KeysOfOneLetterDoNotActWhileTextIsTyped) {
  Screen screen;
  screen.draw();
  screen.key(ImGuiKey_U);
  EXPECT_EQ(screen.state.units, Units::Gb);
  screen.key(ImGuiMod_Ctrl | ImGuiKey_K);
  screen.key(ImGuiKey_U);
  EXPECT_EQ(screen.state.units, Units::Gb) << "the search field has it";
}

TEST(Actions, KeepAQuestionBesideTheNextOne) {
  Screen screen;
  screen.draw();
  screen.key(ImGuiKey_B);
  ASSERT_EQ(screen.state.other_requests.size(), 1u);
  screen.state.request.context = 32768;
  refresh(screen.state);
  screen.draw();
  EXPECT_EQ(screen.state.pinned.request.context, 8192u);
  EXPECT_NE(link_of(screen.state).find("b."), std::string::npos) << "both travel in the link";
  screen.key(ImGuiKey_X);
  EXPECT_EQ(screen.state.request.context, 8192u);
  EXPECT_EQ(screen.state.other_requests.front().context, 32768u);
  screen.key(ImGuiKey_B);
  EXPECT_TRUE(screen.state.other_requests.empty());
}

TEST(Actions, ShareHandsOutTheLink) {
  Screen screen;
  screen.draw();
  screen.key(ImGuiKey_S);
  ASSERT_EQ(told().shared.size(), 1u);
  EXPECT_EQ(told().shared.front(), link_of(screen.state));
}

TEST(Actions, StartOverCanBeUndone) {
  Screen screen;
  screen.draw();
  screen.state.request.context = 512;
  refresh(screen.state);
  record(screen.state.history, screen.state.request, false);
  screen.key(ImGuiMod_Ctrl | ImGuiKey_K);
  screen.type("start over");
  screen.key(ImGuiKey_Enter);
  EXPECT_EQ(screen.state.request.context, 8192u);
  screen.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  EXPECT_EQ(screen.state.request.context, 512u);
}

TEST(Advice, IsTakenWithOneClick) {
  Screen screen(1280, 2000);
  open_link(screen.state, "v=1&model=llama-3.1-70b&engine=llama.cpp&gpu=rtx-4090");
  ASSERT_EQ(screen.state.reply.results.front().verdict, Verdict::No);
  screen.draw();
  ASSERT_TRUE(screen.press_text("Only as many layers on the card as fit (-ngl)"));
  screen.draw();
  EXPECT_TRUE(screen.state.request.options.gpu_layers.has_value());
  EXPECT_EQ(screen.state.reply.results.front().verdict, Verdict::Fits);
  EXPECT_TRUE(screen.state.reply.results.front().advice.empty());
  ASSERT_TRUE(undo(screen.state.history, screen.state.request));
  EXPECT_FALSE(screen.state.request.options.gpu_layers.has_value());
}

}  // namespace
}  // namespace vramscope::test
