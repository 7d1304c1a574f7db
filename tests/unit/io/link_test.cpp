#include "vramscope/link.h"

#include "support/ask.h"
#include "vramscope/answer.h"

namespace vramscope::test {
namespace {

LinkState state_of(const std::string& document) {
  LinkState state;
  state.requests.push_back(parse_request(document).value());
  state.requests[0].given.clear();
  return state;
}

TEST(Link, DefaultsAreLeftOut) {
  EXPECT_EQ(write_link(state_of("{}")), "v=1");
  EXPECT_EQ(write_link(state_of(R"({"model":"gpt2","context":1024,"gpu":"rtx-3090","gpus":2})")),
            "v=1&model=gpt2&gpu=rtx-3090*2&context=1024");
}

TEST(Link, RoundTripsEveryKindOfField) {
  const char* documents[] = {
      R"({"model":"gpt2","task":"training","training":{"zero":3,"recompute":"full"}})",
      R"({"compare":["rtx-4090",{"devices":[{"gpu":"rtx-3090","count":2},{"gpu":"l4"}]}]})",
      R"({"devices":[{"gpu":{"base":"rtx-4090","memory_gib":47.5}}],"reserve_bytes":9})",
      R"({"options":{"memory_utilization":0.85,"swa_full":true},"lang":"zh"})",
      R"({"overrides":{"kv_cache":123},"parallel":{"tensor":1}})",
      R"({"model":{"config":{"model_type":"gemma2","hidden_size":2304,"num_hidden_layers":26,
          "num_attention_heads":8,"num_key_value_heads":4,"intermediate_size":9216,
          "vocab_size":256000,"head_dim":256,"sliding_window":4096}}})",
  };
  for (const char* document : documents) {
    LinkState state = state_of(document);
    state.view = {.tab = "compare", .theme = "dark", .open_term = "kv_cache", .units = "gb"};
    const std::string link = write_link(state);
    EXPECT_EQ(read_link("#" + link), state) << link;
  }
}

TEST(Link, TwoRequestsTravelTogether) {
  LinkState state = state_of(R"({"context":4096})");
  state.requests.push_back(default_request());
  EXPECT_EQ(read_link(write_link(state)), state);
  state.requests[1].context = 16384;
  EXPECT_EQ(read_link(write_link(state)), state);
}

TEST(Link, UnknownKeysAreKeptAndSaid) {
  const LinkState state = read_link("v=1&context=4096&future=yes%20please");
  ASSERT_EQ(state.unknown.size(), 1u);
  EXPECT_EQ(state.unknown[0], (Param{"future", "yes please"}));
  EXPECT_TRUE(has_problem(state.problems, "future", "unknown_link_key"));
  EXPECT_EQ(write_link(state), "v=1&context=4096&future=yes%20please");
}

TEST(Link, ABadValueLosesOnlyItself) {
  const LinkState state = read_link("context=banana&batch=4&zero=9&gpu=rtx-3090*0");
  EXPECT_EQ(state.requests[0].context, 8192u);
  EXPECT_EQ(state.requests[0].batch, 4u);
  EXPECT_EQ(state.requests[0].training.zero, 0u);
  EXPECT_GE(state.problems.size(), 3u);
}

TEST(Link, GarbageOpensTheDefault) {
  for (const char* text : {"", "#", "&&&", "=", "%", "v", "a=b=c", "gpu=,,,", "m={", "compare=;"}) {
    EXPECT_EQ(read_link(text).requests.size(), 1u) << text;
  }
}

TEST(Link, JsonDoorsRoundTrip) {
  const std::string link = "v=1&model=gpt2&context=512&units=gb";
  EXPECT_EQ(encode_link(decode_link(link)), link);
  EXPECT_EQ(encode_link("not json"), "v=1");
}

}  // namespace
}  // namespace vramscope::test
