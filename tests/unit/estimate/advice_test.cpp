#include "support/ask.h"

namespace vramscope::test {
namespace {

const char* const kTooLarge = R"({"model":"llama-3.1-8b","task":"training","engine":"hf-trainer",
    "context":4096,"gpu":"a100-sxm4-80gb","training":{"micro_batch":2}})";

// 8B in mixed precision takes 18 B a parameter, 145 GB: not on one card of 80 GiB.
TEST(Advice, IsGivenWhenTrainingDoesNotFit) {
  const Reply reply = ask(kTooLarge);
  ASSERT_TRUE(reply.ok);
  const MachineResult& r = reply.results[0];
  ASSERT_EQ(r.verdict, Verdict::No);
  ASSERT_FALSE(r.advice.empty());
  bool found = false;
  for (const AdviceLine& line : r.advice) found = found || line.id == "advice.qlora";
  EXPECT_TRUE(found);
  EXPECT_NE(r.advice.front().verdict, Verdict::No);
}

// 70B in 16 bits takes 131 GiB: not on one card of 24 GB.
const char* const kTooLargeToServe =
    R"({"model":"llama-3.1-70b","engine":"llama.cpp","gpu":"rtx-4090"})";

TEST(Advice, IsGivenWhenServingDoesNotFit) {
  const MachineResult r = ask(kTooLargeToServe).results[0];
  ASSERT_EQ(r.verdict, Verdict::No);
  std::vector<std::string_view> ids;
  for (const AdviceLine& line : r.advice) ids.push_back(line.id);
  const std::vector<std::string_view> wanted = {"advice.layers_on_host", "advice.weights_4bit",
                                                "advice.twice_the_cards", "advice.weights_8bit"};
  EXPECT_EQ(ids, wanted);  // the one that fits, then by what they save
  EXPECT_EQ(r.advice.front().verdict, Verdict::Fits);
}

// One layer more on the card than is advised would not fit for sure.
TEST(Advice, KeepsAsManyLayersOnTheCardAsFit) {
  Request advised = ask(kTooLargeToServe).results[0].advice.front().changed;
  EXPECT_EQ(answer(advised).results[0].verdict, Verdict::Fits);
  ++*advised.options.gpu_layers;
  EXPECT_NE(answer(advised).results[0].verdict, Verdict::Fits);
}

// Every line's figure is what the estimator says to the changed request itself.
TEST(Advice, IsTheEstimateOfTheChangedRequest) {
  for (const char* question :
       {kTooLarge, kTooLargeToServe,
        R"({"model":"deepseek-v3","engine":"vllm","gpu":"h100-sxm5-80gb","gpus":4,"batch":8})",
        R"({"model":"qwen3-30b-a3b","engine":"llama.cpp","weights":"q8_0","batch":4})",
        R"({"model":"llama-3.1-70b","engine":"mlx","gpu":"apple-m2-pro"})"}) {
    const Reply reply = ask(question);
    ASSERT_TRUE(reply.ok) << question;
    const MachineResult& r = reply.results[0];
    EXPECT_FALSE(r.advice.empty()) << question;
    for (const AdviceLine& line : r.advice) {
      const Reply changed = answer(line.changed);
      ASSERT_TRUE(changed.ok) << line.id;
      EXPECT_EQ(changed.results[0].device, line.device) << line.id;
      EXPECT_EQ(r.device.bytes - changed.results[0].device.bytes, line.saved) << line.id;
      EXPECT_EQ(changed.results[0].verdict, line.verdict) << line.id;
      EXPECT_NE(find_message(line.id), nullptr) << line.id;
      EXPECT_NE(find_message(std::string(line.id) + ".cost"), nullptr) << line.id;
    }
  }
}

TEST(Advice, IsNotGivenWhenItFits) {
  const Reply reply = ask(R"({"model":"llama-3.2-1b","task":"training","context":512,
      "gpu":"h200-sxm-141gb"})");
  ASSERT_TRUE(reply.ok);
  EXPECT_EQ(reply.results[0].verdict, Verdict::Fits);
  EXPECT_TRUE(reply.results[0].advice.empty());
}

// The list behind the activations adds up to them where nothing is recomputed.
TEST(SavedTensors, AddUpToTheActivations) {
  const Reply reply = ask(R"({"model":"gemma-2-2b","task":"training","context":1024,
      "gpu":"h200-sxm-141gb"})");
  ASSERT_TRUE(reply.ok);
  const MachineResult& r = reply.results[0];
  double sum = 0;
  for (const SavedLine& line : r.saved_tensors) {
    sum += line.bytes.count();
    EXPECT_NE(find_message(line.id), nullptr) << line.id;
  }
  EXPECT_EQ(sum, bytes_of(r, TermId::Activations));
}

}  // namespace
}  // namespace vramscope::test
