// What is offered instead of an id that is not known.
#include "text/near.h"

#include <gtest/gtest.h>

#include <array>

#include "support/ask.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

using test::ask;

std::string near(const std::string& document) {
  const Reply reply = ask(document);
  if (reply.ok || reply.errors.empty()) return "no error";
  for (const Param& param : reply.errors[0].params) {
    if (param.name == "near") return param.value;
  }
  return "nothing near";
}

TEST(Near, SharedPairsOfLettersDecide) {
  constexpr std::array<std::string_view, 4> kIds = {"rtx-3090", "rtx-4090", "rtx-4090-d", "a100"};
  // ^4 40 09 90 0$ against ^rtx4090$: four of five and eight pairs, 8/13; against ^rtx3090$ 6/13.
  EXPECT_EQ(nearest_ids("4090", kIds), "rtx-4090, rtx-3090");
  EXPECT_EQ(nearest_ids("RTX_4090", kIds), "rtx-4090, rtx-4090-d, rtx-3090");
  EXPECT_EQ(nearest_ids("rtx-3O90", kIds).substr(0, 8), "rtx-3090");
  EXPECT_EQ(nearest_ids("zzz", kIds), "rtx-3090, rtx-4090, rtx-4090-d, a100");  // a short list
  EXPECT_EQ(nearest_ids("x", {}), "");
  EXPECT_EQ(nearest_ids("", kIds), "rtx-3090, rtx-4090, rtx-4090-d, a100");
}

TEST(Near, EveryKindOfIdNamesWhatIsNear) {
  EXPECT_EQ(near(R"({"gpu":"rtx4091"})").substr(0, 8), "rtx-4090");
  EXPECT_EQ(near(R"({"engine":"vlmm"})").substr(0, 4), "vllm");
  EXPECT_EQ(near(R"({"weights":"q4-km"})").substr(0, 6), "q4_k_m");
  EXPECT_EQ(near(R"({"kv":"q8"})").substr(0, 4), "q8_0");
  EXPECT_NE(near(R"({"model":"llama3.1-8b-instruct-awq"})").find("llama-3.1-8b"),
            std::string::npos);
  EXPECT_NE(near(R"({"options":{"draft":"llama-3.2-1c"}})").find("llama-3.2-1b"),
            std::string::npos);
  EXPECT_NE(near(R"({"task":"training","engine":"torch","training":{"optimizer":"adam8bit"}})")
                .find("adamw-8bit"),
            std::string::npos);
  EXPECT_NE(near(R"({"task":"training","engine":"torch","training":{"precision":"bf16-mixed"}})")
                .find("mixed-bf16"),
            std::string::npos);
}

TEST(Near, TheMessageNamesThemInBothLanguages) {
  const Reply reply = ask(R"({"gpu":"rtx4091"})");
  ASSERT_FALSE(reply.ok);
  EXPECT_NE(say(reply.errors[0], Lang::En).find("Near to it: rtx-4090"), std::string::npos);
  EXPECT_NE(say(reply.errors[0], Lang::Zh).find("相近的有：rtx-4090"), std::string::npos);
}

}  // namespace
}  // namespace vramscope
