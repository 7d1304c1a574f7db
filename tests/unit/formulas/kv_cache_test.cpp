#include "support/ask.h"

namespace vramscope::test {
namespace {

double kv(const std::string& document) {
  const Reply reply = ask(document);
  EXPECT_TRUE(reply.ok);
  return reply.ok ? bytes_of(reply.results[0], TermId::KvCache) : -1;
}

// 2 (K and V) x 32 layers x 8 heads x 128 x 8,192 tokens x 2 B = 2^30.
TEST(KvCache, GroupedQueryModelAt8kIsOneGib) {
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","context":8192})"), 1073741824);
}

// Llama-2-7B has 32 KV heads: four times as much a token; 4,096 tokens = 2 GiB.
TEST(KvCache, MultiHeadModelCountsEveryHead) {
  EXPECT_EQ(kv(R"({"model":"llama-2-7b","context":4096})"), 2147483648);
}

TEST(KvCache, BatchMultiplies) {
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","context":8192,"batch":3})"), 3 * 1073741824.0);
}

// Gemma 3 4B: 5 full layers x T + 29 sliding x 1,024; each 2 x 4 x 256 x 2 B = 4,096 B a token.
TEST(KvCache, SlidingLayersStopAtWindow) {
  EXPECT_EQ(kv(R"({"model":"gemma-3-4b","context":32768})"), 4096.0 * (5 * 32768.0 + 29 * 1024.0));
  EXPECT_EQ(kv(R"({"model":"gemma-3-4b","context":512})"), 4096.0 * 34 * 512);
}

// llama.cpp: full layers padded to 256 cells; sliding ones hold window + ubatch: 1,536 cells.
TEST(KvCache, LlamaCppPadsCellsAndAddsTheBatchToTheWindow) {
  EXPECT_EQ(kv(R"({"model":"gemma-3-4b","engine":"llama.cpp","context":30000})"),
            4096.0 * (5 * 30208.0 + 29 * 1536.0));
  EXPECT_EQ(kv(R"({"model":"gemma-3-4b","engine":"llama.cpp","context":30000,
                   "options":{"swa_full":true}})"),
            4096.0 * 34 * 30208.0);
}

// Mistral 7B v0.1 slides in every layer; llama.cpp keeps the whole context for such families.
TEST(KvCache, LlamaCppKeepsAllCellsWhereEveryLayerSlides) {
  EXPECT_EQ(kv(R"({"model":"mistral-7b-v0.1","engine":"llama.cpp","context":16384})"),
            131072.0 * 16384);
  EXPECT_EQ(kv(R"({"model":"mistral-7b-v0.1","context":16384})"), 131072.0 * 4096);
}

// -c is for all slots together: 8,192 over 3 are 2,731 each, padded to 2,816 cells.
TEST(KvCache, LlamaCppDividesTheTotalContextOverItsSlots) {
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","engine":"llama.cpp","batch":3,"context":2700,
                   "options":{"total_context":8192}})"),
            131072.0 * 3 * 2816);
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","engine":"llama.cpp","batch":3,"context":2700,
                   "options":{"total_context":8192,"kv_unified":true}})"),
            131072.0 * 8192);
}

TEST(KvCache, LlamaCppSlotsBelowTheContextAreSaid) {
  const Reply reply = ask(R"({"engine":"llama.cpp","batch":4,"context":8192,
                              "options":{"total_context":8192}})");
  EXPECT_TRUE(
      has_problem(reply.results[0].warnings, "options.total_context", "slot_below_context"));
}

// Phi-2's heads have 80 numbers; blocks of q8_0 have 32.
TEST(KvCache, CachesThatLlamaCppRefusesAreSaid) {
  const auto warned = [](const std::string& rest, const std::string& code) {
    const Reply reply = ask(R"({"engine":"llama.cpp",)" + rest + "}");
    return has_problem(reply.results[0].warnings, "kv", code);
  };
  EXPECT_TRUE(warned(R"("model":"phi-2","kv":"q8_0")", "cache_block_does_not_divide"));
  EXPECT_FALSE(warned(R"("model":"llama-3.1-8b","kv":"q8_0")", "cache_block_does_not_divide"));
  EXPECT_TRUE(
      warned(R"("kv":"q8_0","options":{"attention":"unfused"})", "quantised_values_need_flash"));
}

// 149.6 MiB a sequence; four times that with three snapshots, as a draft of three tokens needs.
TEST(RecurrentState, LlamaCppSnapshotsMultiplyIt) {
  const auto state = [](const std::string& options) {
    const Reply reply =
        ask(R"({"model":"qwen3.6-27b","engine":"llama.cpp","options":)" + options + "}");
    return reply.ok ? bytes_of(reply.results[0], TermId::RecurrentState) : -1;
  };
  const double one = 48 * 4.0 * (48 * 128 * 128 + 3 * (2 * 16 * 128 + 48 * 128));
  EXPECT_EQ(state("{}"), one);
  EXPECT_EQ(state(R"({"rollback":3})"), 4 * one);
}

// One shared cache keeps the windows of all sequences: 4 x 1,024 + 512 tokens of the step.
TEST(KvCache, LlamaCppUnifiedCacheHoldsAllWindows) {
  EXPECT_EQ(kv(R"({"model":"gemma-3-4b","engine":"llama.cpp","context":8192,"batch":4,
                   "options":{"kv_unified":true}})"),
            4096.0 * (5 * 4 * 8192.0 + 29 * 4608.0));
  EXPECT_EQ(kv(R"({"model":"gemma-3-4b","engine":"llama.cpp","context":8192,"batch":4})"),
            4096.0 * 4 * (5 * 8192.0 + 29 * 1536.0));
}

TEST(KvCache, KeysAndValuesCanHaveTypesOfTheirOwn) {
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","engine":"llama.cpp","kv":{"k":"q8_0","v":"f16"}})"),
            1073741824.0 / 2 * (1 + 34.0 / 64));
}

// Blocks of 16: 8,193 tokens take 513 blocks.
TEST(KvCache, VllmAllocatesWholeBlocks) {
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","engine":"vllm","context":8193})"), 131072.0 * 8208);
}

// q8_0 stores 32 elements in 34 B: 1.0625 B an element.
TEST(KvCache, QuantisedCachesCountTheirBlocks) {
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","kv":"q8_0"})"), 1073741824.0 * 34 / 64);
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","kv":"q4_0"})"), 1073741824.0 * 18 / 64);
}

// 8 KV heads over 16 devices: each still holds one whole head.
TEST(KvCache, HeadsAreCopiedWhereThereAreFewerThanDevices) {
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","engine":"vllm","gpus":8})"), 1073741824.0 / 8);
  EXPECT_EQ(kv(R"({"model":"llama-3.1-8b","engine":"vllm","gpus":16})"), 1073741824.0 / 8);
}

TEST(KvCache, TheLineIsTheOneInTextbooks) {
  const Reply reply = ask(R"({"model":"llama-3.1-8b","context":8192})");
  const Term* term = find_term(reply.results[0], TermId::KvCache);
  ASSERT_NE(term, nullptr);
  EXPECT_EQ(term->formula, "2 × L × n_kv × d_head × T × B × b_kv");
  EXPECT_EQ(term->working, "2 × 32 × 8 × 128 × 8,192 × 1 × 2 B");
  EXPECT_EQ(term->exactness, Exactness::Exact);
}

}  // namespace
}  // namespace vramscope::test
