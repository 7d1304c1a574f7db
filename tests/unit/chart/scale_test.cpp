#include "chart/scale.h"

#include <gtest/gtest.h>

namespace vramscope::chart {
namespace {

std::vector<std::string> texts(const std::vector<Tick>& list) {
  std::vector<std::string> out;
  for (const Tick& tick : list) out.push_back(tick.text);
  return out;
}

TEST(Scale, PutsTheEndsAtItsPixels) {
  const Scale linear{.low = 10, .high = 20, .from = 100, .to = 300};
  EXPECT_FLOAT_EQ(linear.at(10), 100);
  EXPECT_FLOAT_EQ(linear.at(15), 200);
  EXPECT_FLOAT_EQ(linear.at(20), 300);
  const Scale log{.low = 1, .high = 16, .log = true, .from = 0, .to = 400};
  EXPECT_FLOAT_EQ(log.at(4), 200);
  EXPECT_NEAR(log.value_at(100), 2, 1e-9);
}

TEST(Scale, ReadsValuesOnlyBetweenItsEnds) {
  const Scale scale{.low = 1, .high = 16, .log = true, .from = 0, .to = 400};
  EXPECT_DOUBLE_EQ(scale.value_at(-50), 1);
  EXPECT_NEAR(scale.value_at(900), 16, 1e-9);
}

TEST(Ticks, OfTokensAreThousandsOf1024) {
  const Scale scale{.quantity = Quantity::Tokens, .low = 1024, .high = 131072, .log = true};
  const std::vector<std::string> expected = {"1k", "2k", "4k", "8k", "16k", "32k", "64k", "128k"};
  EXPECT_EQ(texts(ticks(scale, Units::Gib, 12)), expected);
}

TEST(Ticks, OfMemoryFollowTheChosenUnit) {
  constexpr double kGib = 1073741824;
  const Scale gib{.quantity = Quantity::Bytes, .low = 0, .high = 24 * kGib};
  const std::vector<std::string> in_gib = {"0", "8 GiB", "16 GiB", "24 GiB"};
  EXPECT_EQ(texts(ticks(gib, Units::Gib, 4)), in_gib);
  const Scale gb{.quantity = Quantity::Bytes, .low = 0, .high = 25e9};
  const std::vector<std::string> in_gb = {"0", "10 GB", "20 GB"};
  EXPECT_EQ(texts(ticks(gb, Units::Gb, 4)), in_gb);
}

TEST(Ticks, AreNeverMoreThanAskedFor) {
  for (size_t most = 1; most < 12; ++most) {
    const Scale log{.quantity = Quantity::Tokens, .low = 1, .high = 1 << 20, .log = true};
    EXPECT_LE(ticks(log, Units::Gib, most).size(), most);
    const Scale linear{.quantity = Quantity::Count, .low = 0, .high = 512};
    EXPECT_LE(ticks(linear, Units::Gib, most).size(), most + 1);  // both ends
  }
}

TEST(Ticks, OfAnEmptyScaleAreNone) {
  EXPECT_TRUE(ticks(Scale{.low = 3, .high = 3}, Units::Gib, 5).empty());
}

TEST(RoundUp, GivesARoundEndNotFarAbove) {
  constexpr double kGib = 1073741824;
  EXPECT_DOUBLE_EQ(round_up(23.6 * kGib, Quantity::Bytes, Units::Gib), 24 * kGib);
  EXPECT_DOUBLE_EQ(round_up(0, Quantity::Bytes, Units::Gib), 1);
}

TEST(Snapped, GivesFourStepsAnOctave) {
  EXPECT_EQ(snapped(4100), 4096u);
  EXPECT_EQ(snapped(5000), 5120u);
  EXPECT_EQ(snapped(0.2), 1u);
  EXPECT_EQ(snapped(6.6), 7u);
}

}  // namespace
}  // namespace vramscope::chart
