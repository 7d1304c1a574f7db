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

// Every line's figure is what the estimator says to the changed request itself.
TEST(Advice, IsTheEstimateOfTheChangedRequest) {
  const MachineResult r = ask(kTooLarge).results[0];
  for (const AdviceLine& line : r.advice) {
    const Reply changed = answer(line.changed);
    ASSERT_TRUE(changed.ok) << line.id;
    EXPECT_EQ(changed.results[0].device, line.device) << line.id;
    EXPECT_EQ(r.device.bytes - changed.results[0].device.bytes, line.saved) << line.id;
    EXPECT_EQ(changed.results[0].verdict, line.verdict) << line.id;
    EXPECT_NE(find_message(line.id), nullptr);
    EXPECT_NE(find_message(std::string(line.id) + ".cost"), nullptr);
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
