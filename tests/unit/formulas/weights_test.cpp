#include "support/ask.h"

namespace vramscope::test {
namespace {

MachineResult first(const std::string& document) {
  const Reply reply = ask(document);
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].code);
  return reply.ok ? reply.results[0] : MachineResult{};
}

TEST(Weights, Bf16IsTwoBytesAParameter) {
  const MachineResult r = first(R"({"model":"llama-3.1-8b","weights":"bf16"})");
  EXPECT_EQ(bytes_of(r, TermId::Weights), 16060522496);
}

// 128,256 x 4,096 x 2 B stay in host memory; llama.cpp keeps 266,304 numbers (65 norms of 4,096 and
// 64 rotary factors) in fp32.
TEST(Weights, LlamaCppKeepsTheUntiedEmbeddingOnTheHost) {
  const MachineResult r =
      first(R"({"model":"llama-3.1-8b","weights":"bf16","engine":"llama.cpp"})");
  EXPECT_EQ(bytes_of(r, TermId::Weights, Place::Host), 1050673152);
  EXPECT_EQ(r.host_pageable.count(), 1050673152);
  EXPECT_EQ(r.host_pinned.count(), bytes_of(r, TermId::Workspace, Place::Host));
  EXPECT_EQ(bytes_of(r, TermId::Weights), 16060522496.0 - 1050673152 + 266240 * 2 + 64 * 4);
}

// A tied table is copied: the lookup on the host, the head on the card.
TEST(Weights, LlamaCppCopiesATiedEmbedding) {
  const MachineResult r =
      first(R"({"model":"llama-3.2-1b","weights":"bf16","engine":"llama.cpp"})");
  EXPECT_EQ(bytes_of(r, TermId::Weights, Place::Host), 128256.0 * 2048 * 2);
  EXPECT_GT(bytes_of(r, TermId::Weights), 1235814400.0 * 2);
}

// All experts are in memory, whatever a token uses.
TEST(Weights, MixtureCountsEveryExpert) {
  const Reply reply = ask(R"({"model":"mixtral-8x7b","weights":"bf16","gpu":"h200-sxm-141gb"})");
  EXPECT_EQ(reply.model.parameters, 46702792704);
  EXPECT_EQ(reply.model.active_parameters, 12748853248);
  EXPECT_EQ(bytes_of(reply.results[0], TermId::Weights), 2 * 46702792704.0);
}

// NF4: 64 weights in 36 B for linear layers, embedding and head in 16 bit, norms in 16 bit.
TEST(Weights, Nf4KeepsEmbeddingAndHeadInSixteenBit) {
  const MachineResult r = first(R"({"model":"llama-3.1-8b","weights":"nf4"})");
  const double embeddings = 2.0 * 128256 * 4096;
  const double norms = 65.0 * 4096;
  const double linear = 8030261248.0 - embeddings - norms;
  EXPECT_EQ(bytes_of(r, TermId::Weights), linear * 36 / 64 + (embeddings + norms) * 2);
}

TEST(Weights, TensorParallelSplitsMatricesAndCopiesNorms) {
  const MachineResult r = first(R"({"model":"llama-3.1-8b","engine":"vllm","gpus":2})");
  const double norms = 65.0 * 4096;
  EXPECT_EQ(bytes_of(r, TermId::Weights), ((8030261248.0 - norms) / 2 + norms) * 2);
}

TEST(Weights, StatedBytesWin) {
  const MachineResult r =
      first(R"({"model":{"id":"llama-3.1-8b","weight_bytes":4920734272},"weights":"q4_k_m"})");
  EXPECT_EQ(bytes_of(r, TermId::Weights), 4920734272);
}

TEST(Weights, EnginesRefuseFormatsTheyDoNotLoad) {
  EXPECT_TRUE(has_problem(ask(R"({"engine":"vllm","weights":"q4_k_m"})").errors, "weights",
                          "engine_cannot_load"));
  EXPECT_TRUE(has_problem(ask(R"({"engine":"llama.cpp","weights":"awq"})").errors, "weights",
                          "engine_cannot_load"));
}

}  // namespace
}  // namespace vramscope::test
