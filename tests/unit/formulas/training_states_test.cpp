#include "support/ask.h"

namespace vramscope::test {
namespace {

constexpr double kLlama2 = 6738415616;

double states(const std::string& training, int gpus = 1) {
  const Reply reply = ask(
      R"({"model":"llama-2-7b","task":"training","context":2048,"gpu":"a100-sxm4-80gb","gpus":)" +
      std::to_string(gpus) + R"(,"training":{)" + training + "}}");
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].code);
  if (!reply.ok) return -1;
  const MachineResult& r = reply.results[0];
  return bytes_of(r, TermId::Weights) + bytes_of(r, TermId::Gradients) +
         bytes_of(r, TermId::OptimizerState);
}

TEST(TrainingStates, BytesAParameterByRecipe) {
  EXPECT_EQ(states(R"("precision":"mixed-bf16")"), 16 * kLlama2);
  EXPECT_EQ(states(R"("precision":"mixed-fp16")"), 16 * kLlama2);
  EXPECT_EQ(states(R"("precision":"megatron-bf16")"), 18 * kLlama2);
  EXPECT_EQ(states(R"("precision":"fp32")"), 16 * kLlama2);
  EXPECT_EQ(states(R"("precision":"bf16")"), 8 * kLlama2);
}

TEST(TrainingStates, OptimizersKeepZeroOneOrTwoStates) {
  EXPECT_EQ(states(R"("precision":"fp32","optimizer":"sgd")"), 8 * kLlama2);
  EXPECT_EQ(states(R"("precision":"fp32","optimizer":"rmsprop")"), 12 * kLlama2);
  EXPECT_EQ(states(R"("precision":"mixed-bf16","optimizer":"sgd-momentum")"), 12 * kLlama2);
}

// ZeRO stages on 8 cards: 2 + 2 + 12/8, 2 + (2 + 12)/8, 16/8 B a parameter.
TEST(TrainingStates, ZeroShardsOptimizerThenGradientsThenWeights) {
  EXPECT_EQ(states(R"("zero":0)", 8), 16 * kLlama2);
  EXPECT_EQ(states(R"("zero":1)", 8), (4 + 12.0 / 8) * kLlama2);
  EXPECT_EQ(states(R"("zero":2)", 8), (2 + 14.0 / 8) * kLlama2);
  EXPECT_EQ(states(R"("zero":3)", 8), 2 * kLlama2);
}

// The largest layer of Llama-2-7B: 4 x 4,096^2 + 3 x 4,096 x 11,008 + 2 x 4,096 = 202,383,360;
// gathered with its gradient: 2 + 2 B each.
TEST(TrainingStates, Zero3GathersTheLargestLayer) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","context":2048,
      "gpu":"a100-sxm4-80gb","gpus":8,"training":{"zero":3}})");
  EXPECT_EQ(bytes_of(reply.results[0], TermId::CommBuffers), 202383360.0 * 4);
}

// The paper's example: 7.5B on 64 cards takes 120, 31.4, 16.6 and 1.9 GB a card.
TEST(TrainingStates, ZeroPaperTable) {
  const double expected[] = {120, 31.4, 16.6, 1.9};
  for (int stage = 0; stage < 4; ++stage) {
    const Reply reply = ask(
        R"({"model":{"id":"llama-2-7b","parameters":7500000000},"task":"training","context":128,
            "gpu":"v100-sxm2-32gb","gpus":64,"training":{"zero":)" +
        std::to_string(stage) + "}}");
    ASSERT_TRUE(reply.ok);
    const MachineResult& r = reply.results[0];
    const double gb = (bytes_of(r, TermId::Weights) + bytes_of(r, TermId::Gradients) +
                       bytes_of(r, TermId::OptimizerState)) /
                      1e9;
    EXPECT_NEAR(gb, expected[stage], 0.05) << "ZeRO-" << stage;
  }
}

}  // namespace
}  // namespace vramscope::test
