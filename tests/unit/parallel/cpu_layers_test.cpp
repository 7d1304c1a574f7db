#include "support/ask.h"

namespace vramscope::test {
namespace {

MachineResult llama_cpp(const std::string& rest) {
  const Reply reply = ask(R"({"engine":"llama.cpp",)" + rest + "}");
  EXPECT_TRUE(reply.ok) << rest;
  return reply.ok ? reply.results[0] : MachineResult{};
}

double both_places(const MachineResult& r, TermId id) {
  return bytes_of(r, id) + bytes_of(r, id, Place::Host);
}

// -ngl 10 of 33: the head and the last nine of 32 layers are on the card.
TEST(CpuLayers, TheHeadCountsAsOneAndTheLastLayersComeFirst) {
  const MachineResult part = llama_cpp(R"("model":"llama-3.1-8b","options":{"gpu_layers":10})");
  EXPECT_EQ(bytes_of(part, TermId::KvCache), 1073741824.0 * 9 / 32);
  EXPECT_EQ(bytes_of(part, TermId::KvCache, Place::Host), 1073741824.0 * 23 / 32);
  const MachineResult whole = llama_cpp(R"("model":"llama-3.1-8b")");
  EXPECT_EQ(both_places(part, TermId::Weights), both_places(whole, TermId::Weights));
  const double layer = 218112000.0 * 2 + 8192 * 2;  // matrices in bf16, two norms in fp32
  EXPECT_EQ(bytes_of(whole, TermId::Weights) - bytes_of(part, TermId::Weights), 23 * layer);
}

TEST(CpuLayers, NoLayerLeavesTheHeadToTheHostToo) {
  const MachineResult none = llama_cpp(R"("model":"llama-3.1-8b","options":{"gpu_layers":0})");
  EXPECT_EQ(bytes_of(none, TermId::Weights), 256);  // factors of the rotary embedding
  EXPECT_EQ(bytes_of(none, TermId::KvCache), 0);
  const MachineResult all = llama_cpp(R"("model":"llama-3.1-8b","options":{"gpu_layers":33})");
  EXPECT_EQ(all.device.bytes, llama_cpp(R"("model":"llama-3.1-8b")").device.bytes);
}

// Measured: 216 MiB with a copy of a 112 MiB matrix, 116 without.
TEST(CpuLayers, WeightsOnTheHostAreCopiedForAStep) {
  const MachineResult part =
      llama_cpp(R"("model":"llama-3.1-8b","options":{"gpu_layers":16,"outputs":"slots"})");
  const Term* term = find_term(part, TermId::Workspace);
  ASSERT_NE(term, nullptr);
  EXPECT_LE(term->size.low.count(), 216.0 * 1048576);
  EXPECT_GE(term->size.high.count(), 216.0 * 1048576);
  EXPECT_EQ(term->exactness, Exactness::Empirical);
}

// 8 experts x 3 x 14,336 x 4,096 in each of the first 20 layers.
TEST(CpuLayers, ExpertsCanStayOnTheHost) {
  const MachineResult all = llama_cpp(R"("model":"mixtral-8x7b")");
  const MachineResult part = llama_cpp(R"("model":"mixtral-8x7b","options":{"cpu_moe":20})");
  EXPECT_EQ(bytes_of(all, TermId::Weights) - bytes_of(part, TermId::Weights),
            20 * 2 * 8 * 3 * 14336.0 * 4096);
  EXPECT_EQ(both_places(part, TermId::Weights), both_places(all, TermId::Weights));
  EXPECT_EQ(bytes_of(part, TermId::KvCache), bytes_of(all, TermId::KvCache));
}

TEST(CpuLayers, TheCacheCanStayOnTheHost) {
  const MachineResult r = llama_cpp(R"("model":"llama-3.1-8b","options":{"kv_offload":false})");
  EXPECT_EQ(bytes_of(r, TermId::KvCache), 0);
  EXPECT_EQ(bytes_of(r, TermId::KvCache, Place::Host), 1073741824);
  const MachineResult two =
      llama_cpp(R"("model":"llama-3.1-8b","gpus":2,"options":{"kv_offload":false})");
  EXPECT_EQ(bytes_of(two, TermId::KvCache, Place::Host), 1073741824);
}

}  // namespace
}  // namespace vramscope::test
