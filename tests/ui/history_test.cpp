#include "history.h"

#include <gtest/gtest.h>

namespace vramscope::test {
namespace {

Request with_context(uint64_t tokens) {
  Request request;
  request.context = tokens;
  return request;
}

TEST(History, GoesBackAndForthOverEveryStep) {
  History history;
  Request now = with_context(1);
  restart(history, now);
  for (const uint64_t tokens : {2u, 3u}) {
    now = with_context(tokens);
    record(history, now, false);
  }
  EXPECT_TRUE(undo(history, now));
  EXPECT_EQ(now.context, 2u);
  EXPECT_TRUE(undo(history, now));
  EXPECT_EQ(now.context, 1u);
  EXPECT_FALSE(undo(history, now));
  EXPECT_TRUE(redo(history, now));
  EXPECT_EQ(now.context, 2u);
}

TEST(History, TakesAllOfADragAsOneStep) {
  History history;
  Request now = with_context(1);
  restart(history, now);
  for (uint64_t tokens = 2; tokens < 50; ++tokens) {
    now = with_context(tokens);
    record(history, now, true);
  }
  record(history, now, false);  // let go
  now = with_context(99);
  record(history, now, true);  // the next drag
  EXPECT_TRUE(undo(history, now));
  EXPECT_EQ(now.context, 49u);
  EXPECT_TRUE(undo(history, now));
  EXPECT_EQ(now.context, 1u);
}

TEST(History, TakesADragThatBeganWithoutAChangeAsAStepOfItsOwn) {
  History history;
  Request now = with_context(1);
  restart(history, now);
  record(history, now, true);  // pressed on the handle
  record(history, now = with_context(2), true);
  record(history, now = with_context(3), true);  // let go
  record(history, now, false);
  EXPECT_TRUE(undo(history, now));
  EXPECT_EQ(now.context, 1u);
}

TEST(History, ForgetsWhatWasUndoneAfterAChange) {
  History history;
  Request now = with_context(1);
  restart(history, now);
  record(history, now = with_context(2), false);
  undo(history, now);
  record(history, now = with_context(3), false);
  EXPECT_FALSE(redo(history, now));
}

TEST(History, TakesNoStepForTheLanguage) {
  History history;
  Request now = with_context(1);
  restart(history, now);
  now.lang = Lang::Zh;
  record(history, now, false);
  EXPECT_TRUE(history.past.empty());
  record(history, now = with_context(2), false);
  now.lang = Lang::Zh;
  undo(history, now);
  EXPECT_EQ(now.lang, Lang::Zh);
}

}  // namespace
}  // namespace vramscope::test
