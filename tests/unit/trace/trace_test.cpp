#include "vramscope/trace.h"

#include <gtest/gtest.h>

namespace vramscope {
namespace {

TEST(Trace, OneExpressionGivesValueSymbolsAndNumbers) {
  Trace t(true);
  const Expr e = 2 * t.symbol(Symbol::Layers, 32) * t.symbol(Symbol::KvHeads, 8) *
                 t.symbol(Symbol::BytesKv, 2);
  EXPECT_EQ(e.value, 1024);
  EXPECT_EQ(symbolic_line(t, e), "2 × L × n_kv × b_kv");
  EXPECT_EQ(numeric_line(t, e), "2 × 32 × 8 × 2 B");
  EXPECT_EQ(e.dimension, kBytes);
}

TEST(Trace, PlainModeComputesTheSameWithoutNodes) {
  Trace t(false);
  const Expr e = pad_to(t.symbol(Symbol::Tokens, 300), t.symbol(Symbol::Padding, 256));
  EXPECT_EQ(e.value, 512);
  EXPECT_EQ(e.node, -1);
  EXPECT_EQ(symbolic_line(t, e), "");
}

TEST(Trace, ParenthesesStandWhereTheyAreNeeded) {
  Trace t(true);
  const Expr a = t.symbol(Symbol::Hidden, 3);
  const Expr b = t.symbol(Symbol::FfnSize, 5);
  EXPECT_EQ(symbolic_line(t, 2 * (a + b)), "2 × (h + d_ffn)");
  EXPECT_EQ(symbolic_line(t, a * b / (a * b)), "h × d_ffn ÷ (h × d_ffn)");
  EXPECT_EQ(symbolic_line(t, a - (b - a)), "h − (d_ffn − h)");
  EXPECT_EQ(symbolic_line(t, a - b), "h − d_ffn");
}

TEST(Trace, RoundingUpReadsAsABracket) {
  Trace t(true);
  const Expr cells = pad_to(t.symbol(Symbol::Tokens, 8193), t.symbol(Symbol::Padding, 256));
  EXPECT_EQ(cells.value, 8448);  // 33 x 256
  EXPECT_EQ(symbolic_line(t, cells), "⌈T ÷ pad⌉ × pad");
  EXPECT_EQ(numeric_line(t, cells), "⌈8,193 ÷ 256⌉ × 256");
}

TEST(Trace, SumsOverGroupsThatReadAlikeAreWrittenOnce) {
  Trace t(true);
  Expr sum;
  sum = t.sum_item(sum, t.symbol(Symbol::Layers, 3) * t.symbol(Symbol::Hidden, 7));
  EXPECT_EQ(symbolic_line(t, sum), "L × h");  // one group: no sum sign
  sum = t.sum_item(sum, t.symbol(Symbol::Layers, 2) * t.symbol(Symbol::Hidden, 7));
  EXPECT_EQ(sum.value, 35);
  EXPECT_EQ(symbolic_line(t, sum), "Σ(L × h)");
  EXPECT_EQ(numeric_line(t, sum), "3 × 7 + 2 × 7");
}

TEST(Trace, GroupsThatDifferAreAddedUp) {
  Trace t(true);
  Expr sum;
  sum = t.sum_item(sum, t.symbol(Symbol::Layers, 5, "full") * t.symbol(Symbol::Tokens, 9));
  sum = t.sum_item(sum, t.symbol(Symbol::Layers, 29, "swa") *
                            min(t.symbol(Symbol::Tokens, 9), t.symbol(Symbol::Window, 4)));
  EXPECT_EQ(sum.value, 45 + 116);
  EXPECT_EQ(symbolic_line(t, sum), "L_full × T + L_swa × min(T, W)");
}

TEST(Trace, BoundsTravelWithTheValue) {
  Trace t(true);
  const Expr c = t.ranged(Symbol::RuleFactor, 1, 2, 4);
  const Expr n = t.symbol(Symbol::Parameters, 8);
  EXPECT_EQ((c * n).low, 8);
  EXPECT_EQ((c * n).high, 32);
  EXPECT_EQ((n / c).low, 2);  // dividing by more leaves less
  EXPECT_EQ((n / c).high, 8);
  EXPECT_EQ((n - c).low, 4);
  EXPECT_EQ((n - c).high, 7);
  EXPECT_EQ(max(c, t.symbol(Symbol::RuleFactor, 3)).low, 3);
}

TEST(Trace, AddingBytesToACountIsADimensionError) {
  Trace t(true);
  const Expr bytes = t.symbol(Symbol::BytesKv, 2);
  const Expr count = t.symbol(Symbol::Layers, 2);
  (void)(bytes * count + bytes);
  EXPECT_FALSE(t.dimension_error());
  (void)(bytes + count);
  EXPECT_TRUE(t.dimension_error());
}

TEST(Trace, SymbolsAreListedOnceInOrder) {
  Trace t(true);
  const Expr h = t.symbol(Symbol::Hidden, 7);
  const auto uses = symbols_of(t, t.symbol(Symbol::Layers, 2) * h * h);
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].symbol, Symbol::Layers);
  EXPECT_EQ(uses[1].value, 7);
}

}  // namespace
}  // namespace vramscope
