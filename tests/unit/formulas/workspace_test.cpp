#include "support/ask.h"

namespace vramscope::test {
namespace {

Level workspace(const std::string& document) {
  const Reply reply = ask(document);
  EXPECT_TRUE(reply.ok);
  if (!reply.ok) return {};
  const Term* term = find_term(reply.results[0], TermId::Workspace);
  return term ? term->size : Level{};
}

constexpr double kMiB = 1048576;

// Logged: 266.50 MiB = 512 x 4 B x (128,256 + 2 x 4,096).
TEST(Workspace, LlamaCppLargeVocabularyIsBoundByTheHead) {
  const Level level = workspace(R"({"model":"llama-3-8b","engine":"llama.cpp","context":8192})");
  EXPECT_EQ(level.bytes.count(), 266.5 * kMiB);
  EXPECT_EQ(level.low.count(), 512 * 4.0 * (128256 + 4096));  // one row beside the logits
  EXPECT_EQ(level.high.count(), 512 * 4.0 * (128256 + 3 * 4096));
}

// Logged: 100.51 MiB; the graph's small inputs (about 0.01 MiB) are not counted.
TEST(Workspace, LlamaCppSmallVocabularyIsBoundByTheFeedForward) {
  const Level level = workspace(R"({"model":"llama-2-7b","engine":"llama.cpp","context":4096})");
  EXPECT_NEAR(level.bytes.count() / kMiB, 100.51, 0.02);
}

// Logged without flash attention: Llama-3-8B at 8k 572.01 MiB, Llama-2-7B at 4k 320.01 MiB.
TEST(Workspace, LlamaCppWithoutFlashAttentionKeepsTheScores) {
  EXPECT_NEAR(workspace(R"({"model":"llama-3-8b","engine":"llama.cpp","context":8192,
                            "options":{"attention":"unfused"}})")
                      .bytes.count() /
                  kMiB,
              572.01, 0.02);
  EXPECT_NEAR(workspace(R"({"model":"llama-2-7b","engine":"llama.cpp","context":4096,
                            "options":{"attention":"unfused"}})")
                      .bytes.count() /
                  kMiB,
              320.01, 0.02);
}

// Logged: linear in ubatch, 266.50 -> 1,066.01 MiB for 512 -> 2,048.
TEST(Workspace, LlamaCppGrowsWithUbatch) {
  EXPECT_NEAR(workspace(R"({"model":"llama-3-8b","engine":"llama.cpp","context":8192,
                            "options":{"ubatch":2048}})")
                      .bytes.count() /
                  kMiB,
              1066.0, 0.02);
}

TEST(Workspace, IdealHasNone) {
  EXPECT_EQ(workspace(R"({"model":"llama-3-8b"})").bytes.count(), 0);
}

}  // namespace
}  // namespace vramscope::test
