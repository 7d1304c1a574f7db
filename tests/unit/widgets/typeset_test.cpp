#include "widgets/typeset.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vramscope {
namespace {

/// Letters of 10 units; brackets of 6.
TypesetMetrics metrics() {
  return {.width =
              [](PieceKind kind, std::string_view text) {
                return kind == PieceKind::Text || kind == PieceKind::Symbol ||
                               kind == PieceKind::Sign
                           ? 10.0f * static_cast<float>(text.size())
                           : 6.0f;
              },
          .line = 20,
          .space = 5};
}

std::vector<std::string> texts(const Typeset& set, PieceKind kind) {
  std::vector<std::string> list;
  for (const Piece& piece : set.pieces) {
    if (piece.kind == kind) list.push_back(piece.text);
  }
  return list;
}

const Piece& find(const Typeset& set, const std::string& text) {
  const auto found = std::find_if(set.pieces.begin(), set.pieces.end(),
                                  [&](const Piece& piece) { return piece.text == text; });
  EXPECT_NE(found, set.pieces.end()) << text;
  return found == set.pieces.end() ? set.pieces.front() : *found;
}

TEST(Typeset, AProductIsOneLine) {
  const Typeset set = typeset("2 × L × n_kv", true, 1000, metrics());
  EXPECT_EQ(texts(set, PieceKind::Text), (std::vector<std::string>{"2"}));
  EXPECT_EQ(texts(set, PieceKind::Symbol), (std::vector<std::string>{"L", "n_kv"}));
  EXPECT_EQ(set.height, 20);
  EXPECT_EQ(set.axis, 10);
}

TEST(Typeset, AQuotientHasABarBetweenItsParts) {
  const Typeset set = typeset("a × b ÷ (c + d)", true, 1000, metrics());
  EXPECT_TRUE(texts(set, PieceKind::Open).empty());  // the bar says what the parentheses did
  const auto bar = std::find_if(set.pieces.begin(), set.pieces.end(),
                                [](const Piece& piece) { return piece.kind == PieceKind::Bar; });
  ASSERT_NE(bar, set.pieces.end());
  EXPECT_LT(find(set, "a").y + 20, bar->y + 0.01f);
  EXPECT_GT(find(set, "c").y, bar->y - 0.01f);
  EXPECT_LE(bar->x, find(set, "a").x);
  EXPECT_EQ(set.axis, bar->y);
}

TEST(Typeset, WhatFollowsAQuotientIsMultipliedNotDivided) {
  const Typeset set = typeset("a ÷ b × c", true, 1000, metrics());
  EXPECT_GT(find(set, "c").x, find(set, "b").x + 10);
  EXPECT_NEAR(find(set, "c").y + 10, set.axis, 0.01f);
}

TEST(Typeset, CeilingsAreAsTallAsWhatTheyHold) {
  const Typeset set = typeset("⌈T ÷ pad⌉ × pad", true, 1000, metrics());
  const auto open = std::find_if(set.pieces.begin(), set.pieces.end(), [](const Piece& piece) {
    return piece.kind == PieceKind::CeilingOpen;
  });
  ASSERT_NE(open, set.pieces.end());
  EXPECT_EQ(open->height, set.height);
  EXPECT_GT(open->height, 40);
}

TEST(Typeset, NumbersKeepTheirCommasAndUnits) {
  const Typeset set =
      typeset("7,504,658,432 × 2 B + max(512, 1,024 × 4 B)", false, 1000, metrics());
  EXPECT_EQ(texts(set, PieceKind::Text),
            (std::vector<std::string>{"7,504,658,432", "2 B", "max", "512", "1,024", "4 B"}));
}

TEST(Typeset, LinesBreakBeforeSignsAndStayInTheirRoom) {
  const std::string formula =
      "max(512 × 4 B × (3 × 14,336 + 2 × 4,096), 512 × (2 B × 8,192)) + 1,000 ÷ (12 + 13 × 14)";
  for (const float room : {120.0f, 200.0f, 333.0f, 480.0f}) {
    const Typeset set = typeset(formula, false, room, metrics());
    for (const Piece& piece : set.pieces) {
      EXPECT_LE(piece.x + piece.width, room + 20) << room << ' ' << piece.text;
      EXPECT_GE(piece.y, -0.01f);
      EXPECT_LE(piece.y + piece.height, set.height + 0.01f);
    }
  }
}

TEST(Typeset, WhatIsNoFormulaStaysText) {
  const Typeset set = typeset("34 + 5 a s / h )", false, 1000, metrics());
  EXPECT_EQ(set.pieces.size(), 1u);
}

TEST(Typeset, AnEmptyLineIsNothing) {
  EXPECT_NO_FATAL_FAILURE(typeset("", true, 100, metrics()));
  EXPECT_NO_FATAL_FAILURE(typeset("(((", true, 100, metrics()));
  EXPECT_NO_FATAL_FAILURE(typeset("a ÷ ", true, 100, metrics()));
}

}  // namespace
}  // namespace vramscope
