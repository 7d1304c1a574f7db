// What a dropped, pasted or picked text makes of the question.
#include <gtest/gtest.h>

#include <algorithm>

#include "ui_state.h"

namespace vramscope::test {
namespace {

constexpr std::string_view kPlan =
    "debug: false\ndistributed_type: FSDP\nmixed_precision: bf16\nnum_processes: 8\nfsdp_config:\n "
    " "
    "fsdp_sharding_strategy: FULL_SHARD\n";

TEST(TakeFile, LaysATrainingPlanOverTheQuestion) {
  UiState state = first_screen();
  const std::string model = state.request.model.id;
  ASSERT_TRUE(take_file(state, "default_config.yaml", kPlan));
  EXPECT_EQ(state.request.task, Task::Training);
  EXPECT_EQ(state.request.engine, "fsdp");
  EXPECT_EQ(state.request.training.zero, 3u);
  EXPECT_EQ(state.request.machine.devices.front().count, 8u);
  EXPECT_EQ(state.request.model.id, model);
  EXPECT_TRUE(state.reply.ok);
  ASSERT_EQ(state.file.warnings.size(), 1u);
  EXPECT_EQ(state.file.warnings[0].code, "plan_unused");
  const auto again = std::find_if(state.reply.warnings.begin(), state.reply.warnings.end(),
                                  [](const Problem& p) { return p.code == "plan_unused"; });
  EXPECT_EQ(again, state.reply.warnings.end()) << "said once, about the file";
}

TEST(TakeFile, APlanIsOneStep) {
  UiState state = first_screen();
  const Request before = state.request;
  ASSERT_TRUE(take_file(state, "default_config.yaml", kPlan));
  ASSERT_TRUE(undo(state.history, state.request));
  EXPECT_EQ(state.request, before);
}

TEST(TakeFile, AFaultyPlanChangesNothingAndSaysWhere) {
  UiState state = first_screen();
  const Request before = state.request;
  EXPECT_FALSE(take_file(state, "default_config.yaml", "num_processes: 8\n- one\n"));
  EXPECT_EQ(state.request, before);
  ASSERT_EQ(state.file.errors.size(), 1u);
  EXPECT_EQ(state.file.errors[0].code, "bad_line");
  EXPECT_NE(say(state.file.errors[0], Lang::En).find("Line 2"), std::string::npos);
}

TEST(TakeModel, RefusesFilesWithoutAStructure) {
  UiState state = first_screen();
  const Request before = state.request;
  EXPECT_FALSE(take_model(state, "model.safetensors", StoredModel{}));
  ASSERT_EQ(state.file.errors.size(), 1u);
  EXPECT_EQ(state.file.errors[0].code, "no_structure");
  EXPECT_EQ(state.request, before);
}

}  // namespace
}  // namespace vramscope::test
