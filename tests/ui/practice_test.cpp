// The practice view: typed answers, verdicts, ways on.
#include <gtest/gtest.h>

#include "screen.h"

namespace vramscope::test {
namespace {

/// The field is found by its text: the line above it names the unit.
struct Practice : testing::Test {
  Screen screen;
  PracticeView& view() { return screen.state.practice; }
  void SetUp() override {
    screen.state.tab = Tab::Practice;
    screen.draw();
  }
  /// Puts the keys into the field and types.
  void answer_with(const std::string& text) {
    view().focus = true;
    screen.draw();
    screen.type(text.c_str());
    screen.key(ImGuiKey_Enter);
  }
};

TEST_F(Practice, BeginsWithTheFirstQuestionOfSeedOne) {
  practice::Question first;
  practice::Series(1).next(first);
  EXPECT_EQ(view().question.en, first.en);
  EXPECT_EQ(view().stage, PracticeView::Stage::Asked);
}

TEST_F(Practice, ARightAnswerScoresAndShowsTheWorking) {
  answer_with(format_number(view().question.answer));
  EXPECT_EQ(view().stage, PracticeView::Stage::Right);
  EXPECT_EQ(view().right, 1u);
  EXPECT_FALSE(view().lines.empty());
}

TEST_F(Practice, AMistakeIsNamed) {
  const practice::Mistake mistake = view().question.mistakes.front();
  answer_with(format_number(mistake.value));
  EXPECT_EQ(view().stage, PracticeView::Stage::Wrong);
  EXPECT_EQ(view().mistake, mistake.id);
  EXPECT_EQ(view().right, 0u);
  EXPECT_EQ(view().answered, 1u);
}

TEST_F(Practice, WhatIsNoNumberIsAskedAgain) {
  answer_with("many");
  EXPECT_EQ(view().stage, PracticeView::Stage::NotRead);
  EXPECT_EQ(view().answered, 0u);
}

TEST_F(Practice, AnsweringAgainAndAgainOnlyTakesTheKeyboard) {
  for (int i = 0; i < 3; ++i) {
    answer_with(format_number(view().question.answer));
    EXPECT_EQ(view().stage, PracticeView::Stage::Right);
    screen.key(ImGuiKey_Enter);  // on to the next
  }
  EXPECT_EQ(view().number, 4u);
  EXPECT_EQ(view().right, 3u);
}

TEST_F(Practice, TheRequestStaysAsItWas) {
  const Request before = screen.state.request;
  answer_with("1");
  screen.draw();
  EXPECT_EQ(screen.state.request, before);
}

}  // namespace
}  // namespace vramscope::test
