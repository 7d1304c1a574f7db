#include "recent.h"

#include <gtest/gtest.h>

#include "screen.h"

namespace vramscope::test {
namespace {

constexpr const char* kConfig =
    R"({"architectures":["LlamaForCausalLM"],"model_type":"llama","hidden_size":2048,)"
    R"("intermediate_size":5632,"num_attention_heads":32,"num_hidden_layers":22,)"
    R"("num_key_value_heads":4,"vocab_size":32000,"tie_word_embeddings":false})";

TEST(Recent, KeepsAFileAndGivesItBackWithAllItsLayers) {
  Screen screen;
  ASSERT_TRUE(take_file(screen.state, "tiny.json", kConfig));
  ASSERT_EQ(screen.state.recent.models.size(), 1u);
  ASSERT_EQ(told().stored.size(), 1u);
  const Recent read = read_recent(told().stored.back());
  EXPECT_EQ(read, screen.state.recent);
  EXPECT_EQ(request_from_link(read.models.front().link).model.spec,
            screen.state.request.model.spec);
}

TEST(Recent, PutsTheNewestFirstAndNoneTwice) {
  Recent recent;
  Request request;
  for (const double gib : {48.0, 96.0, 48.0}) {
    request.machine.devices = {DeviceChoice{.gpu = "rtx-4090", .memory_gib = gib, .count = 4}};
    note_recent(recent, request);
  }
  ASSERT_EQ(recent.cards.size(), 2u);
  EXPECT_EQ(recent.cards[0].memory_gib, 48);
  EXPECT_EQ(recent.cards[0].count, 1u);
  EXPECT_FALSE(note_recent(recent, request)) << "nothing new";
}

TEST(Recent, KeepsEight) {
  Recent recent;
  Request request;
  for (int gib = 1; gib < 20; ++gib) {
    request.machine.devices = {DeviceChoice{.gpu = "l4", .memory_gib = static_cast<double>(gib)}};
    note_recent(recent, request);
  }
  EXPECT_EQ(recent.cards.size(), 8u);
  EXPECT_EQ(read_recent(write_recent(recent)), recent);
}

TEST(Recent, OfCatalogueRowsIsNothing) {
  Recent recent;
  EXPECT_FALSE(note_recent(recent, first_question()));
  EXPECT_EQ(write_recent(recent), "");
}

TEST(Recent, LeavesOutWhatCannotBeRead) {
  const std::string junk = "\n\n%%%=\xFF\nv=1&m={\nv=1&gpu=rtx-4090@48\nv=1&gpu=@@@\n";
  EXPECT_EQ(read_recent(junk).cards.size(), 1u);
  EXPECT_TRUE(read_recent(junk).models.empty());
}

}  // namespace
}  // namespace vramscope::test
