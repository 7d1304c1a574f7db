#include <gtest/gtest.h>

#include "vramscope/text.h"

namespace vramscope {
namespace {

TEST(Format, NumbersHaveThousandsSeparatorsAndNoLocale) {
  EXPECT_EQ(format_number(0), "0");
  EXPECT_EQ(format_number(999), "999");
  EXPECT_EQ(format_number(8030261248), "8,030,261,248");
  EXPECT_EQ(format_number(0.5625), "0.5625");
  EXPECT_EQ(format_number(-1234.5), "−1,234.5");
  EXPECT_EQ(format_number(1e300).substr(0, 4), "1.00");
}

TEST(Format, GibIsTwoToTheThirtyAndGbIsTenToTheNine) {
  const Bytes weights = Bytes::of(16060522496);
  EXPECT_EQ(format_bytes(weights, Units::Gib), "14.96 GiB");  // / 1,073,741,824 = 14.9575
  EXPECT_EQ(format_bytes(weights, Units::Gb), "16.06 GB");
  EXPECT_EQ(format_bytes(Bytes::mib(266.5), Units::Gib), "266.5 MiB");
  EXPECT_EQ(format_bytes(Bytes::of(160), Units::Gib), "160 B");
  EXPECT_EQ(format_bytes(Bytes::gib(-2), Units::Gib), "−2.00 GiB");
}

TEST(Format, ShortFormsKeepThreeDigits) {
  EXPECT_EQ(format_bytes_short(Bytes::of(16060522496), Units::Gib), "15.0 GiB");
  EXPECT_EQ(format_bytes_short(Bytes::gib(158.04), Units::Gib), "158 GiB");
  EXPECT_EQ(format_count_short(8030261248), "8.03 B");
  EXPECT_EQ(format_count_short(124439808), "124 M");
  EXPECT_EQ(format_percent(0.8937), "89.4 %");
  EXPECT_EQ(format_ratio(1.284), "1.28 ×");
}

// 110M parameters in fp32 are 440 MB or 419.6 MiB; "44 MB" circulates and is wrong tenfold.
TEST(Format, OneHundredTenMillionInFp32) {
  const Bytes bytes = Bytes::of(110e6 * 4);
  EXPECT_EQ(format_bytes(bytes, Units::Gb), "440.0 MB");
  EXPECT_EQ(format_bytes(bytes, Units::Gib), "419.6 MiB");
  EXPECT_EQ(format_bytes(Bytes::of(1e9), Units::Gib), "953.7 MiB");  // 1B int8 = 0.931 GiB
}

}  // namespace
}  // namespace vramscope
