// What a training plan is told by, and the request's field that takes any of them.
#include "io/json_writer.h"
#include "support/ask.h"
#include "vramscope/plans.h"

namespace vramscope::test {
namespace {

constexpr std::string_view kDeepSpeed =
    R"({"zero_optimization": {"stage": 2}, "bf16": {"enabled": true}})";
constexpr std::string_view kAccelerate =
    "distributed_type: FSDP\nfsdp_config:\n  fsdp_offload_params: true\n";
constexpr std::string_view kTorchtitan =
    "[training]\nseq_len = 4096\n[optimizer]\nname = \"AdamW\"\n";

Result<Request> laid(std::string_view plan) {
  JsonWriter out;
  out.begin_object();
  out.text("model", "llama-3.1-8b");
  out.text("plan", plan);
  out.end_object();
  return parse_request(out.document());
}

TEST(PlanFormat, IsToldByContent) {
  EXPECT_EQ(plan_format(kDeepSpeed), PlanFormat::DeepSpeed);
  EXPECT_EQ(plan_format(kAccelerate), PlanFormat::Accelerate);
  EXPECT_EQ(plan_format(kTorchtitan), PlanFormat::Torchtitan);
  EXPECT_EQ(plan_format("\xEF\xBB\xBF# a comment\r\n---\r\nnum_processes: 8\r\n"),
            PlanFormat::Accelerate);
  EXPECT_EQ(plan_format("deepspeed_config:\n    zero_stage: 3\n"), PlanFormat::Accelerate);
  EXPECT_EQ(plan_format(" { // of a colleague\n \"train_batch_size\": \"auto\", }"),
            PlanFormat::DeepSpeed);
}

TEST(PlanFormat, IsNothingForOtherText) {
  for (const std::string_view text :
       {"", "   \n", "{", "[]", "{}", "not json", "hello: world", "a = 1", "[section]\nkey = 1\n",
        R"({"model_type": "llama", "hidden_size": 4096, "optimizer": "x"})",
        "zero_stage: 3\n",         // not below its section
        "[other]\nseq_len = 1\n",  // nor here
        "GPU0\tGPU1\n X \tNV12"}) {
    EXPECT_EQ(plan_format(text), std::nullopt) << text;
  }
}

TEST(PlanField, TakesEachFormat) {
  EXPECT_EQ(laid(kDeepSpeed).value().engine, "deepspeed");
  EXPECT_EQ(laid(kDeepSpeed).value().training.zero, 2u);
  EXPECT_EQ(laid(kAccelerate).value().engine, "fsdp");
  EXPECT_EQ(laid(kTorchtitan).value().context, 4096u);
  for (const std::string_view plan : {kDeepSpeed, kAccelerate, kTorchtitan}) {
    EXPECT_EQ(laid(plan).value().task, Task::Training);
  }
}

TEST(PlanField, NamesItsKeys) {
  const Result<Request> other = laid("hello: world");
  ASSERT_FALSE(other.ok());
  EXPECT_TRUE(has_problem(other.errors(), "plan", "not_a_plan"));
  const Result<Request> stage = laid(R"({"zero_optimization": {"stage": 7}})");
  ASSERT_FALSE(stage.ok());
  EXPECT_TRUE(has_problem(stage.errors(), "plan.zero_optimization.stage", "out_of_range"));
  const Result<Request> line = laid("num_processes: 8\n- one\n");
  ASSERT_FALSE(line.ok());
  EXPECT_TRUE(has_problem(line.errors(), "plan", "bad_line"));
}

TEST(PlanField, SaysUnusedKeysOnce) {
  Result<Request> read = laid("debug: false\nnum_processes: 2\nmachine_rank: 0\n");
  ASSERT_TRUE(read.ok());
  const Reply reply = answer(read.value());
  ASSERT_TRUE(reply.ok);
  ASSERT_TRUE(has_problem(reply.warnings, "plan", "plan_unused"));
  const std::vector<Problem> warnings = unused_keys(read.value());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].params[0].value, "debug, machine_rank");
}

}  // namespace
}  // namespace vramscope::test
