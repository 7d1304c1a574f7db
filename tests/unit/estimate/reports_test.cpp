// What users reported of other calculators, as questions with the right answer: each kind of fault,
// not only the one model that showed it.
#include <algorithm>

#include "support/ask.h"
#include "vramscope/text.h"

namespace vramscope::test {
namespace {

constexpr double kMiB = 1048576;
constexpr double kGiB = 1073741824;

MachineResult one(const std::string& request) {
  const Reply reply = ask(request);
  EXPECT_TRUE(reply.ok) << request;
  return reply.ok ? reply.results[0] : MachineResult{};
}

// gguf-parser-go 28: 40 layers charged where only 10 have keys and values.
TEST(Reports, OnlyAttendingLayersHaveACache) {
  for (const char* engine : {"llama.cpp", "vllm", "sglang", "transformers", "ideal"}) {
    const MachineResult r = one(std::string(R"({"model":"qwen3.6-35b-a3b","context":262144,
        "gpu":"h200-sxm-141gb","engine":")") +
                                engine + "\"}");
    // 10 layers x 2 x 2 heads x 256 x 2 B = 20 KiB a token.
    EXPECT_NEAR(bytes_of(r, TermId::KvCache) / kGiB, 5.0, 0.05) << engine;
    EXPECT_GT(bytes_of(r, TermId::RecurrentState), 0) << engine;
  }
}

// gguf-parser-go 32: 6.00 GiB charged for gpt-oss 20B at 131,072 tokens; 12 of 24 layers slide.
TEST(Reports, SlidingLayersKeepAWindow) {
  const MachineResult r = one(R"({"engine":"llama.cpp","model":"gpt-oss-20b","context":131072,
      "weights":"mxfp4_moe"})");
  EXPECT_NEAR(bytes_of(r, TermId::KvCache) / kGiB, 3.0, 0.06);
  const MachineResult fork = one(R"({"engine":"ik_llama.cpp","model":"gpt-oss-20b","context":131072,
          "weights":"mxfp4_moe"})");
  EXPECT_EQ(bytes_of(fork, TermId::KvCache), 6 * kGiB);  // the fork does keep them whole
}

// gguf-parser-go 32: gemma3n charged about 6.5 times its cache. Of 30 layers the last ten use keys
// and values of earlier ones; of the other twenty every fifth sees all and the rest a window of
// 512.
TEST(Reports, LayersThatShareACacheHaveNoneOfTheirOwn) {
  const MachineResult r = one(R"({"engine":"llama.cpp","context":32768,"model":{"config":{
      "model_type":"gemma3n_text","hidden_size":2048,"intermediate_size":8192,
      "num_hidden_layers":30,"num_attention_heads":8,"num_key_value_heads":2,"head_dim":256,
      "vocab_size":262400,"sliding_window":512,"num_kv_shared_layers":10,"layer_types":[
      "sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention",
      "sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention",
      "sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention",
      "sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention",
      "sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention",
      "sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention"
      ]}}})");
  // 2 x 2 heads x 256 x 2 B = 2 KiB a token and layer: 4 layers x 32,768 and 16 x (512 + 512)
  // tokens.
  EXPECT_EQ(bytes_of(r, TermId::KvCache), (4 * 32768 + 16 * 1024) * 2048.0);
}

// hf-mem: 213.5 GiB for DeepSeek-V3 at 131,072 tokens, where one latent is cached a layer.
TEST(Reports, LatentAttentionCachesOneVectorALayer) {
  for (const char* engine : {"llama.cpp", "vllm", "ideal"}) {
    const bool layers = engine == std::string("llama.cpp");
    const std::string head = R"({"model":"deepseek-v3","context":131072,"gpus":8,
        "gpu":"b200-sxm-180gb","weights":")";
    const std::string split = layers ? "null" : "8";
    const MachineResult r = one(head + (layers ? "q4_k_m" : "fp8") + R"(","parallel":{"tensor":)" +
                                split + R"(},"engine":")" + engine + R"("})");
    const double ranks = layers ? 8 : 1;  // layers, or all of them
    const double bytes = bytes_of(r, TermId::KvCache) * ranks;
    EXPECT_NEAR(bytes / kGiB, 8.58, ranks == 8 ? 1.2 : 0.01) << engine;
  }
}

// gguf-parser-go 42: with one layer on the card llama.cpp puts the output there.
TEST(Reports, TheHeadIsTheFirstLayerOnTheCard) {
  const MachineResult r = one(R"({"engine":"llama.cpp","model":"qwen2.5-7b","weights":"q8_0",
      "options":{"gpu_layers":1}})");
  // 152,064 x 3,584 weights of 34/32 B, and the last norm in fp32.
  EXPECT_EQ(bytes_of(r, TermId::Weights), 152064.0 * 3584 * 34 / 32 + 3584 * 4);
}

// lmstudio 1862: 16,384 MiB of cache and 598.5 MiB of state for four sequences, not 75 GB.
TEST(Reports, HybridsHaveLittleCacheAndAConstantState) {
  const MachineResult r = one(R"({"engine":"llama.cpp","model":"qwen3.6-27b","batch":4,
      "context":65536,"weights":"q8_0","gpu":"rtx-pro-6000-blackwell-ws"})");
  EXPECT_EQ(bytes_of(r, TermId::KvCache), 16384 * kMiB);
  EXPECT_EQ(bytes_of(r, TermId::RecurrentState), 598.5 * kMiB);
}

// ollama 17201: head size is not hidden size over heads; the compute buffer is there.
TEST(Reports, HeadSizeIsReadAndTheGraphHasABuffer) {
  const MachineResult r = one(R"({"engine":"ollama","model":"qwen3-0.6b","weights":"q8_0",
      "context":4096})");
  EXPECT_EQ(bytes_of(r, TermId::KvCache), 28.0 * 2 * 8 * 128 * 2 * 4096);  // not 64
  EXPECT_GT(bytes_of(r, TermId::Workspace), 0);
}

// gpustack 2196, vllm 22291: why an 8B model takes 72 GB: what it needs and what it claims.
TEST(Reports, NeedsAndClaimsAreToldApart) {
  for (const char* engine : {"vllm", "sglang", "aphrodite"}) {
    const MachineResult r =
        one(std::string(R"({"gpu":"h100-sxm5-80gb","engine":")") + engine + "\"}");
    ASSERT_TRUE(r.claim.has_value()) << engine;
    EXPECT_LT(r.device.bytes.count() / kGiB, 25) << engine;
    EXPECT_GT(r.claim->budget.count() / kGiB, 65) << engine;
    EXPECT_GT(r.claim->max_concurrency, 40) << engine;
    EXPECT_LE(r.claim->kv_range.low, r.claim->kv);
    EXPECT_GE(r.claim->kv_range.high, r.claim->kv);
  }
}

// llmfit 230: a mixture of experts has to lie in memory whole, not by its active parameters.
TEST(Reports, AllExpertsTakeMemory) {
  const MachineResult r =
      one(R"({"engine":"llama.cpp","model":"qwen3.5-122b-a10b","weights":"q4_k_m"})");
  EXPECT_GT(bytes_of(r, TermId::Weights) / kGiB, 65);
  EXPECT_EQ(r.verdict, Verdict::No);
}

// vllm 51041: bytes a token and bytes a sequence are two figures.
TEST(Reports, GrowthAndFixedPartAreTwoFigures) {
  const Reply reply = ask(R"({"model":"qwen3.6-27b"})");
  EXPECT_EQ(reply.model.kv_bytes_per_token, 16.0 * 2 * 4 * 256 * 2);
  EXPECT_GT(reply.model.fixed_state_bytes_per_sequence, 0);
  const MachineResult once = one(R"({"model":"qwen3.6-27b","context":1024})");
  const MachineResult twice = one(R"({"model":"qwen3.6-27b","context":2048})");
  EXPECT_EQ(bytes_of(once, TermId::RecurrentState), bytes_of(twice, TermId::RecurrentState));
  EXPECT_EQ(bytes_of(twice, TermId::KvCache), 2 * bytes_of(once, TermId::KvCache));
}

// vllm 45178: captured graphs are not so and so much for each of them.
TEST(Reports, GraphsDoNotGrowWithTheirNumber) {
  const MachineResult r = one(R"({"engine":"vllm","gpu":"b200-sxm-180gb","model":"qwen3-8b"})");
  const Term* overhead = find_term(r, TermId::RuntimeOverhead);
  ASSERT_NE(overhead, nullptr);
  EXPECT_LT(overhead->size.high.count() / kGiB, 4);
  EXPECT_GT(r.claim->kv_tokens, 900000);
}

// vllm-fit 2, ODS 3324: grouped keys and values, and no limit of layers.
TEST(Reports, GroupedHeadsOfManyLayers) {
  const MachineResult r = one(R"({"model":"mistral-large-2407","context":4096,"gpu":
      "h200-sxm-141gb"})");
  EXPECT_EQ(bytes_of(r, TermId::KvCache), 88.0 * 2 * 8 * 128 * 2 * 4096);
}

// koboldcpp 1480: a quantised cache makes room for more layers.
TEST(Reports, TheCachesTypeCountsWhenLayersAreSought) {
  const auto layers = [](const std::string& kv) {
    const Reply reply = ask(R"({"ask":"solve","solve":{"for":"gpu_layers"},"engine":"llama.cpp",
        "model":"llama-2-13b","weights":"q4_k_m","context":16384,"gpu":"rtx-3060-12gb","kv":")" +
                            kv + "\"}");
    return reply.ok ? reply.solve->limit.guaranteed.value_or(-1) : -2;
  };
  EXPECT_GT(layers("q4_0"), layers("fp16"));
}

// lmstudio 1753: memory that others have taken counts.
TEST(Reports, WhatOthersTookIsNotThere) {
  const std::string head = R"({"engine":"llama.cpp","weights":"q4_k_m","reserve_bytes":)";
  EXPECT_EQ(one(head + "0}").verdict, Verdict::Fits);
  EXPECT_EQ(one(head + "22000000000}").verdict, Verdict::No);
}

// unsloth 9920: pages of a mapped file are not memory that must be there.
TEST(Reports, MappedPagesAreSaidToBe) {
  const MachineResult r = one(R"({"engine":"llama.cpp","model":"qwen3-30b-a3b","weights":"q4_k_m",
      "options":{"cpu_moe":48}})");
  EXPECT_GT(r.host_mapped.count() / kGiB, 14);
  EXPECT_LE(r.host_mapped, r.host_pageable);
}

// gpustack 1126: DeepSeek-R1 in IQ2_XXS on 8 cards of 24 GB: each card is looked at, not the sum.
TEST(Reports, TheFullestCardDecides) {
  const MachineResult r = one(R"({"engine":"llama.cpp","model":"deepseek-r1","weights":"iq2_xxs",
      "gpu":"rtx-3090","gpus":8,"context":2048})");
  ASSERT_FALSE(r.per_rank.empty());
  double most = 0;
  for (const RankShare& rank : r.per_rank) most = std::max(most, rank.device_total.high.count());
  EXPECT_EQ(r.verdict == Verdict::Fits, most <= r.usable.count());
  EXPECT_GT(r.total_over_devices.count() / kGiB, 165);
}

// ollama 16617 and 16958: 14 GB charged for the cache of Gemma 4 26B at 32k, where 25 of 30 layers
// slide. 5 layers x 2 x 2 heads x 512 and 25 x 2 x 8 x 256 numbers; llama.cpp keeps 1,024 + 512
// tokens of the latter.
TEST(Reports, Gemma4SlidesInMostLayers) {
  for (const auto& [context, gigabytes] :
       {std::pair{4096, 0.40}, {8192, 0.48}, {32768, 0.99}, {131072, 3.00}}) {
    const MachineResult r =
        one(R"({"engine":"llama.cpp","weights":"q4_k_m","model":"gemma-4-26b-a4b","context":)" +
            std::to_string(context) + "}");
    EXPECT_EQ(bytes_of(r, TermId::KvCache), 20480.0 * context + 204800.0 * 1536);
    EXPECT_NEAR(bytes_of(r, TermId::KvCache) / 1e9, gigabytes, 0.006);
  }
}

// hf-mem 67: the warm-up of a step is there, and grows with the vocabulary and the sequences.
TEST(Reports, WarmUpIsPartOfTheEstimate) {
  const auto peak = [](const char* options) {
    return bytes_of(one(std::string(R"({"engine":"vllm","options":)") + options + "}"),
                    TermId::Workspace);
  };
  EXPECT_GT(peak(R"({"max_num_seqs":512})"), peak(R"({"max_num_seqs":256})"));
  EXPECT_GT(peak(R"({"max_batched_tokens":16384})"), peak(R"({"max_batched_tokens":2048})"));
}

// llmfit 302, unsloth 5223: the context is not the model's longest unless that is asked for, and
// how much of it fits is said.
TEST(Reports, ContextIsModestAndItsLimitIsSaid) {
  const MachineResult r =
      one(R"({"engine":"llama.cpp","model":"qwen3.5-9b","weights":"q4_k_m","gpu":"rtx-4070"})");
  EXPECT_EQ(r.verdict, Verdict::Fits);
  ASSERT_TRUE(r.max_context.guaranteed.has_value());
  EXPECT_GT(*r.max_context.guaranteed, 46500);
  const MachineResult all = one(R"({"engine":"llama.cpp","model":"qwen3.5-9b","weights":"q4_k_m",
      "gpu":"rtx-4070","context":262144})");
  // 8 layers x 2 x 4 heads x 256 x 2 B = 32 KiB a token.
  EXPECT_EQ(bytes_of(all, TermId::KvCache), 32768.0 * 262144);
}

// vllm 57475: graphs took more than was set aside at a share of 0.98; what may be taken is in the
// range.
TEST(Reports, GraphsAreInTheRangeOfAFullCard) {
  const MachineResult r = one(R"({"engine":"vllm","gpu":"rtx-5090-laptop","model":"qwen3-8b",
      "options":{"memory_utilization":0.98}})");
  const Term* overhead = find_term(r, TermId::RuntimeOverhead);
  ASSERT_NE(overhead, nullptr);
  EXPECT_GT((overhead->size.high - overhead->size.bytes).count() / kGiB, 1);
}

// ollama 10765: the arithmetic is shown.
TEST(Reports, EveryTermShowsItsWorking) {
  for (const char* engine : {"ollama", "vllm", "sglang", "transformers", "litgpt", "exllamav2",
                             "aphrodite", "ik_llama.cpp", "mlx"}) {
    const MachineResult r = one(std::string(R"({"engine":")") + engine + "\"}");
    for (const Term& term : r.terms) {
      EXPECT_FALSE(term.formula.empty()) << engine;
      EXPECT_FALSE(term.working.empty()) << engine;
      EXPECT_FALSE(term.sources.empty()) << engine;
    }
    for (const Problem& warning : r.warnings) EXPECT_NE(warning.code, "dimension_error") << engine;
  }
}

}  // namespace
}  // namespace vramscope::test
