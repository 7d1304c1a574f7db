#include "vramscope/difference.h"

#include <gtest/gtest.h>

#include "support/ask.h"

namespace vramscope::test {
namespace {

Request request_of(const char* document) { return parse_request(document).value(); }

TEST(Difference, OfARequestWithItselfIsNothing) {
  const Request request = request_of(R"({"model":"gpt2","context":512})");
  EXPECT_TRUE(setting_differences(request, request).empty());
}

TEST(Difference, NamesSettingsByTheirKeyInALinkAndLeavesDefaultsEmpty) {
  const Request a = request_of(R"({"model":"gpt2","context":512})");
  const Request b = request_of(R"({"model":"gpt2","context":1024,"gpu":"rtx-3090","gpus":2})");
  const std::vector<SettingDifference> rows = setting_differences(a, b);
  const std::vector<SettingDifference> expected = {{"context", "512", "1024"},
                                                   {"gpu", "", "rtx-3090*2"}};
  EXPECT_EQ(rows, expected);
}

TEST(Difference, OfTermsIsWhatTheSecondHasMore) {
  // Twice the context of a model with a full cache: the cache doubles, the weights stay.
  const Reply a = answer(request_of(R"({"model":"llama-3.1-8b","context":8192})"));
  const Reply b = answer(request_of(R"({"model":"llama-3.1-8b","context":16384})"));
  const std::vector<TermDifference> rows = term_differences(a.results[0], b.results[0]);
  ASSERT_GE(rows.size(), 2u);
  EXPECT_EQ(rows[0].id, TermId::Weights);
  EXPECT_EQ(rows[0].change, Bytes{});
  EXPECT_EQ(rows[1].id, TermId::KvCache);
  EXPECT_EQ(rows[1].a, Bytes::gib(1));  // 2 x 32 x 8 x 128 x 8,192 x 2 B
  EXPECT_EQ(rows[1].change, Bytes::gib(1));
}

TEST(Difference, ListsATermThatOnlyOneHas) {
  const Reply a = answer(request_of(R"({"model":"gpt2"})"));
  const Reply b = answer(request_of(R"({"model":"gpt2","task":"training","engine":"ideal"})"));
  bool found = false;
  for (const TermDifference& row : term_differences(a.results[0], b.results[0])) {
    if (row.id != TermId::OptimizerState) continue;
    found = true;
    EXPECT_EQ(row.a, Bytes{});
    EXPECT_EQ(row.change, row.b);
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace vramscope::test
