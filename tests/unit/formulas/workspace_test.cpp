#include "support/ask.h"

namespace vramscope::test {
namespace {

Reply asked(const std::string& rest) {
  Reply reply = ask(R"({"engine":"llama.cpp",)" + rest + "}");
  EXPECT_TRUE(reply.ok) << rest;
  return reply;
}

Level workspace(const std::string& rest) {
  const Reply reply = asked(rest);
  if (!reply.ok) return {};
  const Term* term = find_term(reply.results[0], TermId::Workspace);
  return term ? term->size : Level{};
}

double bytes(const std::string& rest) { return workspace(rest).bytes.count(); }

constexpr double kMiB = 1048576;

// 258.5 MiB = 512 x 4 B x (128,256 + 4,096): every token's logits, as before mid-2026.
TEST(Workspace, LlamaCppLargeVocabularyIsBoundByTheHead) {
  const Level level = workspace(R"("model":"llama-3-8b","options":{"outputs":"all"})");
  EXPECT_EQ(level.bytes.count(), 258.5 * kMiB);
  EXPECT_EQ(level.low.count(), 512 * 4.0 * 128256);
  EXPECT_EQ(level.high.count(), 512 * 4.0 * (128256 + 3 * 4096));
}

// A row a sequence: gate, up and product, residual, norm and queries; masks of 8,192 cells; five
// numbers of positions and indices.
TEST(Workspace, LlamaCppWithARowASequenceIsBoundByTheFeedForward) {
  const double expected = 512 * (4.0 * (3 * 14336 + 2 * 4096 + 4096) + 2 * 8192 + 4 * (1 + 2 + 2));
  EXPECT_EQ(bytes(R"("model":"llama-3-8b","options":{"outputs":"slots"})"), expected);
}

// Unless told, the newer rule is the figure and the older one within the range.
TEST(Workspace, LlamaCppRangeCoversBothRulesOfTheOutputRows) {
  const Level level = workspace(R"("model":"llama-3-8b")");
  EXPECT_EQ(level.bytes.count(), bytes(R"("model":"llama-3-8b","options":{"outputs":"slots"})"));
  EXPECT_GE(level.high.count(), bytes(R"("model":"llama-3-8b","options":{"outputs":"all"})"));
}

// Without flash attention 32 heads keep scores of every cell, beside two rows and two queries.
TEST(Workspace, LlamaCppWithoutFlashAttentionKeepsTheScores) {
  const double scores = 512 * 4.0 * (32 * 8192 + 2 * 4096 + 2 * 4096);
  const double inputs = 512 * (4.0 * 8192 + 4 * (1 + 2 + 2 * 1024));
  EXPECT_EQ(bytes(R"("model":"llama-3-8b","options":{"attention":"unfused"})"), scores + inputs);
}

TEST(Workspace, LlamaCppStepIsTheSmallestOfUbatchBatchAndContext) {
  const auto with = [](const std::string& options) {
    return bytes(R"("model":"llama-3-8b","options":{"outputs":"all")" + options + "}");
  };
  EXPECT_EQ(with(R"(,"ubatch":2048)"), 4 * 258.5 * kMiB);
  EXPECT_EQ(with(R"(,"ubatch":2048,"batch_tokens":512)"), 258.5 * kMiB);
  EXPECT_EQ(with(R"(,"total_context":256)"), 258.5 / 2 * kMiB);
}

// Measured on two devices: 124 + 140 MiB and 4 x masks. Inputs are there four times.
TEST(Workspace, LlamaCppKeepsFourCopiesOfInputsOverSeveralCards) {
  const double layer = 512 * 4.0 * (3 * 14336 + 3 * 4096);
  const double inputs = 512 * (2.0 * 8192 + 20);
  const double last = layer + 4 * (inputs + 2 * 512 * 4.0 * 4096);
  EXPECT_EQ(bytes(R"("model":"llama-3-8b","gpus":2,"options":{"outputs":"slots"})"), last);
}

// On the host: two rows of hidden size a token, the inputs, and logits for each sequence.
TEST(Workspace, LlamaCppKeepsInputsAndLogitsOnTheHost) {
  const Reply reply = asked(R"("model":"llama-3-8b","batch":2)");
  const double inputs = 512 * (2.0 * 8192 + 20);
  EXPECT_EQ(bytes_of(reply.results[0], TermId::Workspace, Place::Host),
            512 * 4.0 * 2 * 4096 + inputs + 2 * 4.0 * 128256);
}

TEST(Workspace, IdealHasNone) {
  const Reply reply = ask(R"({"model":"llama-3-8b"})");
  EXPECT_EQ(bytes_of(reply.results[0], TermId::Workspace), 0);
}

}  // namespace
}  // namespace vramscope::test
