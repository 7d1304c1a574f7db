#include "support/ask.h"

namespace vramscope::test {
namespace {

// Layers go to unlike cards by their memory: a 24 GB and a 12 GB card share 33 parts (32 layers and
// the head) about two to one.
TEST(Stages, UnlikeCardsTakeLayersByTheirMemory) {
  const Reply reply = ask(R"({"engine":"llama.cpp",
      "devices":[{"gpu":"rtx-3090"},{"gpu":"rtx-3060-12gb"}]})");
  ASSERT_TRUE(reply.ok);
  const MachineResult& r = reply.results[0];
  ASSERT_EQ(r.per_rank.size(), 2u);
  EXPECT_EQ(r.per_rank[0].layers + r.per_rank[1].layers, 32u);
  EXPECT_EQ(r.per_rank[0].layers, 22u);
  // The figures are those of the card with the least room: here the smaller one.
  EXPECT_EQ(r.device.bytes, r.per_rank[1].device_total.bytes);
  EXPECT_EQ(r.usable, r.devices[1].usable);
}

// Without padding and overhead, two stages hold what one card would, embedding and head included.
TEST(Stages, StagesAddUpToTheModel) {
  const MachineResult one = ask(R"({"model":"llama-3.1-8b"})").results[0];
  const MachineResult two =
      ask(R"({"model":"llama-3.1-8b","gpus":2,"parallel":{"tensor":1,"pipeline":2}})").results[0];
  ASSERT_EQ(two.per_rank.size(), 2u);
  EXPECT_EQ((two.per_rank[0].allocated.bytes + two.per_rank[1].allocated.bytes).count(),
            one.allocated.bytes.count());
  EXPECT_EQ(two.total_over_devices.count(), one.device.bytes.count());
}

TEST(Stages, DataParallelTrainingCopiesTheModel) {
  const MachineResult one = ask(R"({"model":"gpt2","task":"training","context":512})").results[0];
  const MachineResult four =
      ask(R"({"model":"gpt2","task":"training","context":512,"gpus":4})").results[0];
  EXPECT_EQ(one.device.bytes, four.device.bytes);
  EXPECT_EQ(four.total_over_devices.count(), 4 * one.device.bytes.count());
}

TEST(Stages, LayersOfEachStageCanBeStated) {
  const Reply reply = ask(R"({"engine":"vllm","model":"llama-3.1-8b","gpu":"h100-sxm5-80gb",
      "gpus":2,"parallel":{"split":[20,12]}})");
  ASSERT_TRUE(reply.ok);
  const MachineResult& r = reply.results[0];
  ASSERT_EQ(r.per_rank.size(), 2u);
  EXPECT_EQ(r.per_rank[0].layers, 20u);
  EXPECT_EQ(r.per_rank[1].layers, 12u);
  // 20 x 2 x 8 heads x 128 x 8,192 tokens x 2 B.
  for (const PhaseTerm& term : r.per_rank[0].terms) {
    if (term.id != TermId::KvCache) continue;
    EXPECT_EQ(term.size.bytes.count(), 20.0 * 4096 * 8192);
  }
  const Reply training = ask(R"({"task":"training","engine":"megatron","gpus":2,
      "parallel":{"pipeline":2,"split":[14,18]}})");
  ASSERT_TRUE(training.ok);
  EXPECT_EQ(training.results[0].per_rank[1].layers, 18u);
  const char* const bad[] = {R"({"engine":"vllm","gpus":2,"parallel":{"split":[20,13]}})",
                             R"({"engine":"llama.cpp","gpus":3,"parallel":{"split":[20,12]}})"};
  EXPECT_TRUE(has_problem(ask(bad[0]).errors, "parallel.split", "layers_do_not_add_up"));
  EXPECT_FALSE(ask(bad[1]).ok);
  EXPECT_TRUE(has_problem(ask(R"({"parallel":{"split":"rows"}})").errors, "parallel.split",
                          "not_a_choice"));
}

TEST(Stages, MoreStagesThanLayersIsAnError) {
  const Reply reply = ask(R"({"model":"gpt2","gpus":16,"parallel":{"tensor":1,"pipeline":16}})");
  ASSERT_FALSE(reply.ok);
  EXPECT_TRUE(has_problem(reply.errors, "parallel.pipeline", "more_stages_than_layers"));
}

TEST(Stages, HeadsThatDoNotDivideAreSaid) {
  const Reply reply = ask(R"({"model":"gpt2","engine":"vllm","gpus":8})");
  ASSERT_TRUE(reply.ok);
  EXPECT_TRUE(
      has_problem(reply.results[0].warnings, "parallel.tensor", "heads_not_divisible_by_tensor"));
}

}  // namespace
}  // namespace vramscope::test
