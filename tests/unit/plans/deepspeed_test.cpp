#include "support/ask.h"
#include "vramscope/plans.h"

namespace vramscope::test {
namespace {

Request training_request(const std::string& training) {
  const Result<Request> request = parse_request(
      R"({"model":"llama-2-7b","task":"training","engine":"deepspeed","context":2048,
          "gpu":"a100-sxm4-80gb","gpus":8,"training":{)" +
      training + "}}");
  EXPECT_TRUE(request.ok());
  return request.value();
}

TEST(DeepSpeedPlan, IsReadOverARequest) {
  const Result<PlanRead> read = read_deepspeed(R"({
      "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": "auto",
      "bf16": {"enabled": true}, "optimizer": {"type": "AdamW", "params": {"lr": "auto"}},
      "zero_optimization": {"stage": 3, "reduce_bucket_size": 2e8,
        "offload_optimizer": {"device": "cpu"}, "stage3_max_live_parameters": "auto",
        "overlap_comm": true},
      "steps_per_print": 100})",
                                               default_request());
  ASSERT_TRUE(read.ok());
  const TrainingOptions& t = read.value().request.training;
  EXPECT_EQ(read.value().request.engine, "deepspeed");
  EXPECT_EQ(t.micro_batch, 4u);
  EXPECT_FALSE(t.accumulation.has_value());
  EXPECT_EQ(t.precision, "mixed-bf16");
  EXPECT_EQ(t.zero, 3u);
  EXPECT_EQ(t.buckets.reduce, 200000000u);
  EXPECT_FALSE(t.buckets.max_live.has_value());
  EXPECT_EQ(t.offload.optimizer, "cpu");
  EXPECT_TRUE(has_problem(read.value().warnings, "steps_per_print", "option_ignored"));
}

TEST(DeepSpeedPlan, FaultsNameTheirKey) {
  const auto errors = [](const std::string& text) {
    const Result<PlanRead> read = read_deepspeed(text, default_request());
    return read.ok() ? std::vector<Problem>{} : read.errors();
  };
  EXPECT_TRUE(has_problem(errors(R"({"zero_optimization":{"stage":7}})"), "zero_optimization.stage",
                          "out_of_range"));
  EXPECT_TRUE(has_problem(errors(R"({"train_micro_batch_size_per_gpu":"four"})"),
                          "train_micro_batch_size_per_gpu", "wrong_type"));
  EXPECT_FALSE(errors("[1]").empty());
  EXPECT_FALSE(errors("{").empty());
}

TEST(DeepSpeedPlan, WhatIsWrittenReadsBackTheSame) {
  const Request request = training_request(
      R"("zero":3,"micro_batch":2,"accumulation":8,"recompute":"full","precision":"mixed-fp16",
         "buckets":{"reduce":100000000},"offload":{"optimizer":"nvme","parameters":"cpu"})");
  const std::string text = write_deepspeed(request);
  EXPECT_NE(text.find(R"("flops_profiler":{"enabled":true,"profile_step":1,"module_depth":-1,)"
                      R"("top_modules":1,"detailed":true})"),
            std::string::npos);
  const Result<PlanRead> read = read_deepspeed(text, training_request(""));
  ASSERT_TRUE(read.ok());
  const TrainingOptions& t = read.value().request.training;
  EXPECT_EQ(t.zero, 3u);
  EXPECT_EQ(t.micro_batch, 2u);
  EXPECT_EQ(t.accumulation, 8u);
  EXPECT_EQ(t.precision, "mixed-fp16");
  EXPECT_EQ(t.recompute, "full");
  EXPECT_EQ(t.buckets.reduce, 100000000u);
  EXPECT_EQ(t.offload.optimizer, "nvme");
  EXPECT_EQ(t.offload.parameters, "cpu");
}

// The figure behind a choice is the estimate without it less the estimate with it.
TEST(AcceleratePlan, CommentsSayWhatAChoiceBuys) {
  const Request request = training_request(R"("zero":3)");
  const std::string yaml = write_accelerate(request);
  EXPECT_NE(yaml.find("distributed_type: DEEPSPEED\n"), std::string::npos) << yaml;
  EXPECT_NE(yaml.find("num_processes: 8\n"), std::string::npos);
  EXPECT_NE(yaml.find("  zero_stage: 3  # saves "), std::string::npos) << yaml;
}

TEST(Plans, AreInTheReplyWhenAskedFor) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","ask":"plan",
      "engine":"deepspeed","gpu":"a100-sxm4-80gb","gpus":8,
      "deepspeed":{"zero_optimization":{"stage":2},"wall_clock_breakdown":false}})");
  ASSERT_TRUE(reply.ok);
  EXPECT_EQ(reply.request.training.zero, 2u);
  EXPECT_NE(reply.deepspeed.find(R"("stage":2)"), std::string::npos);
  EXPECT_FALSE(reply.accelerate.empty());
  EXPECT_TRUE(has_problem(reply.warnings, "deepspeed", "plan_unused"));
}

}  // namespace
}  // namespace vramscope::test
