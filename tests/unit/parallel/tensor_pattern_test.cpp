#include "parallel/tensor_pattern.h"

#include <gtest/gtest.h>

namespace vramscope::test {
namespace {

TEST(TensorPattern, FindsNamesAsRegularExpressionsDo) {
  const std::string_view name = "blk.12.ffn_gate_exps.weight";
  for (const char* pattern :
       {"exps", "ffn_.*_exps", "ffn_(up|gate)_exps", "blk\\.1[0-9]\\.", "^blk", "weight$",
        "blk\\.(1[2-9]|2[0-9])\\.ffn_.*", "ffn_gate(_exps)?", "\\d+", "[^a-z]12", "e{0}|gate"}) {
    EXPECT_TRUE(found_in(pattern, name)) << pattern;
  }
  for (const char* pattern : {"shexp", "blk\\.2\\.", "ffn_(up|down)_exps", "^ffn", "exps$",
                              "blk\\.1\\.", "[^a-z0-9._]"}) {
    EXPECT_FALSE(found_in(pattern, name)) << pattern;
  }
}

TEST(TensorPattern, BadPatternsEndSoon) {
  const std::string hard = std::string(60, 'a');
  EXPECT_FALSE(found_in("(a*)*(a*)*(a*)*b", hard));
  for (const char* pattern : {"(", ")", "[", "\\", "*", "|", "(|", "[^", "+?", "((((("}) {
    found_in(pattern, "blk.0.attn_q.weight");  // no crash, whatever it says
  }
}

TEST(TensorPattern, ListsNameTheirPlace) {
  const auto read = read_tensor_patterns("exps=CPU,blk\\.0=CUDA0");
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read.value()[0].host);
  EXPECT_FALSE(read.value()[1].host);
  EXPECT_FALSE(read_tensor_patterns("exps").ok());
  EXPECT_FALSE(read_tensor_patterns("=CPU").ok());
}

}  // namespace
}  // namespace vramscope::test
