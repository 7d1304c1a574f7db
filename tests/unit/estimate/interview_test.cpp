// The arithmetic that circulates in interview notes, row by row: what is right stays right, what is
// wrong has the right value here.
#include "support/ask.h"

namespace vramscope::test {
namespace {

const RuleLine* find_rule(const MachineResult& result, std::string_view id) {
  for (const RuleLine& rule : result.rules) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

double share(const MachineResult& result, std::string_view id) {
  for (const UtilisationLine& line : result.utilisation) {
    if (line.id == id) return line.share;
  }
  return -1;
}

// "LLaMA-6B in int8: 6 + 6 + 12 + 1.3 = 25.3 GB": the sums are right, the recipe does not train.
TEST(Interview, Int8SumsAreRightAndTheRecipeIsFlagged) {
  const Reply reply = ask(R"({"model":{"id":"llama-2-7b","parameters":6000000000},
      "task":"training","context":128,"gpu":"a100-sxm4-80gb","training":{"precision":"int8-rule"}})");
  ASSERT_TRUE(reply.ok);
  const MachineResult& r = reply.results[0];
  EXPECT_EQ(bytes_of(r, TermId::Weights), 6e9);
  EXPECT_EQ(bytes_of(r, TermId::Gradients), 6e9);
  EXPECT_EQ(bytes_of(r, TermId::OptimizerState), 12e9);
  const RuleLine* cuda = find_rule(r, "rule_cuda_1343");
  ASSERT_NE(cuda, nullptr);
  EXPECT_EQ(cuda->bytes.count(), 1343.0 * 1048576);
  EXPECT_NEAR((24e9 + 1.343e9) / 1e9, 25.3, 0.05);
  EXPECT_TRUE(has_problem(r.warnings, "training.precision", "recipe_does_not_train"));
}

// fp32: 24 GB of weights, 48 GB of Adam states.
TEST(Interview, Fp32SumsOfSixBillion) {
  const Reply reply = ask(R"({"model":{"id":"llama-2-7b","parameters":6000000000},
      "task":"training","context":128,"gpu":"a100-sxm4-80gb","training":{"precision":"fp32"}})");
  ASSERT_TRUE(reply.ok);
  EXPECT_EQ(bytes_of(reply.results[0], TermId::Weights), 24e9);
  EXPECT_EQ(bytes_of(reply.results[0], TermId::OptimizerState), 48e9);
}

// "(4096 + 11008) x 2048 x 32 x 1 B = 990 MB a sample": right as MB, 9 to 12 times too low as a
// model.
TEST(Interview, ActivationRuleOfOneSample) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","context":2048,
      "gpu":"a100-sxm4-80gb"})");
  ASSERT_TRUE(reply.ok);
  const RuleLine* rule = find_rule(reply.results[0], "rule_activations");
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->bytes.count(), 989855744);
  EXPECT_EQ(rule->working, "1 B × (4,096 + 11,008) × (1 × 2,048) × 32");
  const double compiled = bytes_of(reply.results[0], TermId::Activations) / 989855744;
  EXPECT_NEAR(compiled, 8.7, 0.05);
  const Reply eager = ask(R"({"model":"llama-2-7b","task":"training","context":2048,
      "engine":"torch","gpu":"a100-sxm4-80gb"})");
  EXPECT_NEAR(bytes_in_phase(eager.results[0], "forward_end", TermId::Activations) / 989855744,
              12.3, 0.1);
  const RuleLine* unfused = find_rule(reply.results[0], "rule_34_5as");
  ASSERT_NE(unfused, nullptr);
  EXPECT_NEAR(unfused->bytes.count() / 989855744, 31, 0.2);
}

// "7 + 7 + 14 + 0.99 x 50 / 1024 = 77 GB": 28 + 48.3 = 76.3 by its own mixed units.
TEST(Interview, SeventySevenGigabytesMixesUnits) {
  const double states = 7 + 7 + 14;
  const double samples = 989.855744 * 50 / 1024;
  EXPECT_NEAR(states + samples, 76.3, 0.05);
  EXPECT_NEAR(states + 0.989855744 * 50, 77.5, 0.05);  // decimal throughout
}

// Measured 100 TFLOPS on an A100 (312 dense): 32.05 %.
TEST(Interview, FlopsRatio) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","gpu":"a100-sxm4-80gb",
      "observed":{"tflops":100}})");
  ASSERT_TRUE(reply.ok);
  EXPECT_NEAR(share(reply.results[0], "utilisation_flops"), 0.3205, 0.00005);
}

// 3 samples/s on 4 cards at 2,048 tokens = 1,536 tokens/s a card; 46.545 % of 3,300; 20 % MFU by
// 6N.
TEST(Interview, ThroughputRatioAndTheUtilisationBesideIt) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","context":2048,
      "gpu":"a100-sxm4-80gb","gpus":4,
      "observed":{"samples_per_s":3,"reference_tokens_per_s_per_gpu":3300}})");
  ASSERT_TRUE(reply.ok);
  EXPECT_NEAR(share(reply.results[0], "utilisation_throughput"), 1536.0 / 3300, 1e-12);
  EXPECT_NEAR(share(reply.results[0], "utilisation_throughput"), 0.46545, 0.00001);
  EXPECT_NEAR(share(reply.results[0], "utilisation_mfu"), 0.20, 0.002);
}

// An nB model takes 2n GB in 16 bit, which is 1.863n GiB.
TEST(Interview, TwoBytesAParameterToLoad) {
  const Reply reply = ask(R"({"model":"llama-2-7b","weights":"fp16"})");
  const RuleLine* rule = find_rule(reply.results[0], "rule_2n");
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->ratio_to_estimate, 1);
  EXPECT_NEAR(Bytes::gib(1.863).count(), 2e9, 1e6);
}

}  // namespace
}  // namespace vramscope::test
