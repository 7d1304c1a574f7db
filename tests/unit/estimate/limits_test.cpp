// A limit must agree with the estimator: it fits there and does not fit one further.
#include <cmath>

#include "support/ask.h"

namespace vramscope::test {
namespace {

Verdict verdict_at(const std::string& document) { return ask(document).results[0].verdict; }

TEST(Limits, ContextIsTheLastThatFits) {
  const double limit = *ask("{}").results[0].max_context.guaranteed;
  const auto at = [](double context) {
    return R"({"context":)" + std::to_string(static_cast<uint64_t>(context)) + "}";
  };
  EXPECT_EQ(verdict_at(at(limit)), Verdict::Fits);
  EXPECT_NE(verdict_at(at(limit + 1)), Verdict::Fits);
  // (usable - weights) / 131,072 B a token.
  const Reply reply = ask("{}");
  EXPECT_EQ(limit, std::floor((reply.results[0].usable.count() - 16060522496) / 131072));
}

TEST(Limits, PossibleIsBeyondGuaranteedWhereThereIsARange) {
  const Limit limit = ask(R"({"engine":"llama.cpp"})").results[0].max_context;
  ASSERT_TRUE(limit.guaranteed && limit.possible && limit.model);
  EXPECT_LT(*limit.guaranteed, *limit.possible);
  EXPECT_EQ(*limit.model, 131072);
}

TEST(Limits, PaddedCachesStillGiveTheExactEdge) {
  const double limit = *ask(R"({"engine":"llama.cpp"})").results[0].max_context.guaranteed;
  const auto at = [](double context) {
    return R"({"engine":"llama.cpp","context":)" + std::to_string(static_cast<uint64_t>(context)) +
           "}";
  };
  EXPECT_EQ(verdict_at(at(limit)), Verdict::Fits);
  EXPECT_NE(verdict_at(at(limit + 1)), Verdict::Fits);
}

TEST(Limits, NothingFitsWhereTheWeightsDoNot) {
  EXPECT_EQ(*ask(R"({"model":"llama-3.1-70b"})").results[0].max_context.guaranteed, 0);
}

TEST(Limits, SlidingWindowsLetTheContextGrow) {
  const auto limit = [](const char* model) {
    return *ask(std::string(R"({"engine":"llama.cpp","weights":"q4_k_m","model":")") + model +
                R"("})")
                .results[0]
                .max_context.guaranteed;
  };
  EXPECT_GT(limit("gemma-3-4b"), 500000);
}

// 65B in 16 bit takes 130.6 GB: four cards of 31.7 GiB hold the raw weights but nothing else.
TEST(Limits, FewestCards) {
  const Limit limit =
      ask(R"({"model":"llama-3.1-70b","gpu":"a100-sxm4-80gb"})").results[0].min_gpus;
  EXPECT_EQ(*limit.guaranteed, 2);
  const Limit training = ask(R"({"model":"llama-2-7b","task":"training","context":2048,
      "gpu":"a100-sxm4-80gb","training":{"zero":3}})")
                             .results[0]
                             .min_gpus;
  ASSERT_TRUE(training.guaranteed.has_value());
  EXPECT_GT(*training.guaranteed, 1);
  EXPECT_LE(*training.guaranteed, 4);
}

TEST(Limits, MoreCardsDoNotHelpWithoutSharding) {
  const Limit limit =
      ask(R"({"model":"llama-2-7b","task":"training","gpu":"rtx-4090"})").results[0].min_gpus;
  EXPECT_FALSE(limit.guaranteed.has_value());
}

TEST(Limits, SolveAnswersTheSame) {
  const Reply reply = ask(R"({"ask":"solve","solve":{"for":"max_context"}})");
  ASSERT_TRUE(reply.solve.has_value());
  EXPECT_EQ(*reply.solve->limit.guaranteed, *reply.results[0].max_context.guaranteed);
  const Reply weights = ask(
      R"({"ask":"solve","solve":{"for":"best_weights"},"gpu":"rtx-3060-12gb","engine":"llama.cpp"})");
  ASSERT_TRUE(weights.solve.has_value());
  EXPECT_EQ(weights.solve->best_weights, "q8_0");
}

TEST(Limits, SweepIsTheEstimateAtEachPoint) {
  const Reply reply = ask(R"({"ask":"sweep","sweep":{"over":"context","from":1024,"to":65536,
      "points":7,"scale":"log"}})");
  ASSERT_TRUE(reply.sweep.has_value());
  ASSERT_EQ(reply.sweep->x.size(), 7u);
  EXPECT_EQ(reply.sweep->x.front(), 1024);
  EXPECT_EQ(reply.sweep->x[3], 8192);  // the middle of a logarithmic scale
  EXPECT_EQ(reply.sweep->x.back(), 65536);
  EXPECT_EQ(reply.sweep->device[3], ask(R"({"context":8192})").results[0].device.bytes.count());
}

}  // namespace
}  // namespace vramscope::test
