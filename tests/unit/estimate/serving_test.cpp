// What serving engines allocate, by hand-computed figures.
#include "support/ask.h"
#include "vramscope/reply.h"

namespace vramscope::test {
namespace {

MachineResult result_of(const std::string& request) {
  const Reply reply = ask(request);
  EXPECT_TRUE(reply.ok) << request;
  for (const Problem& problem : reply.errors) ADD_FAILURE() << problem.field << problem.code;
  return reply.ok ? reply.results[0] : MachineResult{};
}

TEST(Serving, APromptIsReadAtOnce) {
  const MachineResult r = result_of(R"({"engine":"transformers","engine_version":"4.46",
      "model":"qwen2.5-0.5b","gpu":"a100-sxm4-80gb","prompt":30720,"generate":2048,
      "options":{"attention":"flash"}})");
  ASSERT_EQ(r.phases.size(), 2u);
  EXPECT_EQ(r.phases[0].id, "prefill");
  EXPECT_EQ(r.peak_phase, 0u);
  // 2 B x 30,720 x (3 x 4,864 + 4 x 896) and 36 MiB of the library.
  EXPECT_EQ(bytes_in_phase(r, "prefill", TermId::Workspace), 1116733440 + 37748736);
  // 24 layers x 2 x 2 heads x 64 x 2 B = 12,288 B a token.
  EXPECT_EQ(bytes_in_phase(r, "prefill", TermId::KvCache), 12288.0 * 30720);
  EXPECT_EQ(bytes_in_phase(r, "decode", TermId::KvCache), 12288.0 * 32768);
}

TEST(Serving, AContextWithoutASplitMayBeAllPrompt) {
  const MachineResult r = result_of(R"({"engine":"transformers","model":"qwen2.5-0.5b"})");
  const MachineResult all = result_of(R"({"engine":"transformers","model":"qwen2.5-0.5b",
      "prompt":8192})");
  EXPECT_EQ(r.phases.size(), 1u);
  EXPECT_LT(r.allocated.bytes, all.allocated.bytes);
  EXPECT_GE(r.allocated.high, all.allocated.bytes);
}

TEST(Serving, OlderVersionsKeepTheLogitsOfTheWholePrompt) {
  const std::string head = R"({"engine":"transformers","model":"llama-3.1-8b","prompt":8192,
      "options":{"attention":"flash"},"engine_version":)";
  const double newer = bytes_in_phase(result_of(head + R"("4.45"})"), "prefill", TermId::Workspace);
  const double older = bytes_in_phase(result_of(head + R"("4.44"})"), "prefill", TermId::Workspace);
  // 8,192 x 128,256 x (2 + 4) B against 2 B x 8,192 x (3 x 14,336 + 4 x 4,096).
  EXPECT_EQ(older - newer, 8192.0 * 128256 * 6 - 2.0 * 8192 * (3 * 14336 + 4 * 4096));
}

TEST(Serving, SdpaRepeatsKeysAndValuesOfALayer) {
  const std::string head = R"({"engine":"transformers","model":"qwen3-8b","context":16384,
      "options":{"attention":)";
  const double flash = bytes_of(result_of(head + R"("flash"}})"), TermId::Workspace);
  const double sdpa = bytes_of(result_of(head + R"("sdpa"}})"), TermId::Workspace);
  EXPECT_EQ(sdpa - flash, 2.0 * 32 * 128 * 16384 * 2);
}

TEST(Serving, ADraftModelHasWeightsAndCacheOfItsOwn) {
  const MachineResult both =
      result_of(R"({"options":{"draft":{"model":"llama-3.2-1b","weights":"fp8"}}})");
  const MachineResult first = result_of("{}");
  const MachineResult second = result_of(R"({"model":"llama-3.2-1b","weights":"fp8"})");
  for (const TermId id : {TermId::Weights, TermId::KvCache}) {
    EXPECT_EQ(bytes_of(both, id), bytes_of(first, id) + bytes_of(second, id));
  }
  EXPECT_TRUE(
      has_problem(ask(R"({"options":{"draft":"no-such"}})").errors, "options.draft", "unknown_id"));
  EXPECT_TRUE(has_problem(ask(R"({"options":{"draft":{"model":"gpt2","weights":"x"}}})").errors,
                          "options.draft_weights", "unknown_id"));
}

TEST(Serving, AdaptersAreTwoNarrowMatricesBesideEachLinearLayer) {
  // Llama 3.1 8B, rank 16: 32 x 16 x (2 x (4,096 + 4,096) + 2 x (4,096 + 1,024) + 3 x (4,096 +
  // 14,336)) = 41,943,040 weights.
  const MachineResult one = result_of(R"({"options":{"adapters":[{"rank":16}]}})");
  EXPECT_EQ(bytes_of(one, TermId::Adapter), 41943040.0 * 2);
  const MachineResult two = result_of(R"({"options":{"adapters":"16:all-linear,16:q,v"}})");
  EXPECT_EQ(bytes_of(two, TermId::Adapter),
            (41943040.0 + 32 * 16 * (4096 + 4096 + 4096 + 1024)) * 2);
  for (const char* bad : {"0:mlp", "16:nothing", "x"}) {
    const std::string request = std::string(R"({"options":{"adapters":")") + bad + "\"}}";
    EXPECT_TRUE(has_problem(ask(request).errors, "options.adapters", "not_a_choice")) << bad;
  }
}

TEST(Serving, ACommonBeginningIsKeptOnce) {
  const std::string tail = R"("context":1000,"batch":4,"options":{"prefix_shared_tokens":600}})";
  EXPECT_EQ(bytes_of(result_of("{" + tail), TermId::KvCache), 131072.0 * (4000 - 3 * 600));
  // Whole blocks of 16: 592 of the 600, and 1,008 for the context.
  const MachineResult r = result_of(R"({"engine":"vllm","gpu":"a100-sxm4-80gb",)" + tail);
  EXPECT_EQ(bytes_of(r, TermId::KvCache), 131072.0 * (4 * 1008 - 3 * 592));
}

TEST(Serving, ExpertsAreSharedByMoreDevicesThanTheRest) {
  const MachineResult r = result_of(R"({"engine":"vllm","model":"mixtral-8x7b","gpu":
      "a100-sxm4-80gb","gpus":8,"parallel":{"tensor":2,"data":4,"expert":8}})");
  const double experts = 32.0 * 8 * 3 * 4096 * 14336;
  const double rest = 46702792704.0 - experts;
  const double whole = (32.0 * 2 + 1) * 4096 + 32.0 * 8 * 4096;  // norms and routers
  EXPECT_EQ(bytes_of(r, TermId::Weights), 2 * (experts / 8 + (rest - whole) / 2 + whole));
  EXPECT_TRUE(has_problem(ask(R"({"engine":"vllm","gpus":8,"parallel":{"expert":3}})").errors,
                          "parallel.expert", "devices_do_not_match"));
}

TEST(Serving, APageHoldsAStateInHybrids) {
  // Qwen3.6 27B, fp8 cache: 48 heads x 128 x 128 x 4 B and 10,240 channels x 3 x 2 B are 3,207,168
  // B; a token takes 2 x 4 x 256 B, so a block has 1,568 tokens, as its log says.
  const MachineResult r = result_of(R"({"engine":"vllm","model":"qwen3.6-27b","weights":"fp8",
      "kv":"fp8","context":1568,"gpu":"a100-sxm4-80gb"})");
  EXPECT_EQ(bytes_of(r, TermId::KvCache), 16.0 * 1568 * 2048);
  EXPECT_EQ(bytes_of(r, TermId::RecurrentState), 48.0 * 1568 * 2048);
}

TEST(Serving, GroupsOfUnlikeLayersAreFilledUp) {
  // Gemma 3 27B: 10 full and 52 sliding layers make groups of 10; the sixth sliding group has 8
  // empty places. Below the window all take the same.
  const MachineResult r = result_of(R"({"engine":"vllm","model":"gemma-3-27b","context":512,
      "gpu":"a100-sxm4-80gb"})");
  EXPECT_EQ(bytes_of(r, TermId::KvCache), (10.0 + 60) * 512 * 2 * 16 * 128 * 2);
}

TEST(Serving, SglangSetsAsideWhatItsStepsNeed) {
  // 81,559 MiB: 512 + 8,192 x 1.5 + 256 x 2 + 128 = 13,440 MiB aside, 0.835 of the card.
  const MachineResult r = result_of(R"({"engine":"sglang","gpu":"h100-sxm5-80gb"})");
  ASSERT_TRUE(r.claim.has_value());
  EXPECT_NEAR(r.claim->budget.count() / r.devices[0].usable.count(), 0.835, 0.0005);
  const MachineResult older =
      result_of(R"({"engine":"sglang","gpu":"h100-sxm5-80gb","engine_version":"0.4.6"})");
  EXPECT_NEAR(older.claim->budget.count() / older.devices[0].usable.count(), 0.88, 1e-6);
  const MachineResult given =
      result_of(R"({"engine":"sglang","options":{"kv_bytes_available":131072000}})");
  EXPECT_EQ(given.claim->kv_tokens, 1000);
}

TEST(Serving, ConcurrencyIsOfTheLongestSequence) {
  const std::string head = R"({"engine":"vllm","context":8192,"options":{"kv_bytes_available":
      8589934592)";
  EXPECT_EQ(result_of(head + "}}").claim->max_concurrency, 8);  // 131,072 B a token
  EXPECT_EQ(result_of(head + R"(,"max_model_len":16384}})").claim->max_concurrency, 4);
  EXPECT_EQ(result_of(head + R"(,"max_model_len":16384}})").claim->kv_tokens, 65536);
}

TEST(Serving, CapturedGraphsCountSinceVersion021) {
  const std::string head = R"({"engine":"vllm","gpu":"rtx-4090","engine_version":)";
  const MachineResult before = result_of(head + R"("0.20"})");
  const MachineResult after = result_of(head + R"("0.21.0"})");
  EXPECT_EQ((before.claim->kv - after.claim->kv).count(), 400.0 * 1048576);
  const MachineResult eager = result_of(R"({"engine":"vllm","options":{"enforce_eager":true}})");
  EXPECT_EQ(eager.claim->kv, before.claim->kv);
}

TEST(Serving, SharesOfUnlikeCardsDecideTheSplit) {
  const std::string head = R"({"engine":"llama.cpp","model":"qwen3-30b-a3b","weights":"q4_k_m",
      "context":16384,"devices":[{"gpu":"rtx-3090"},{"gpu":"rtx-3060-12gb"}],"parallel":)";
  const MachineResult r = result_of(head + R"({"tensor_split":[1,3]}})");
  ASSERT_EQ(r.per_rank.size(), 2u);
  EXPECT_EQ(r.per_rank[0].layers, 13u);  // 48 layers and the head: a quarter of 49
  EXPECT_EQ(r.per_rank[1].layers, 35u);
  EXPECT_EQ(r.per_rank[0].name, "GeForce RTX 3090");
  EXPECT_EQ(r.per_rank[0].copies, 1u);
  EXPECT_GT(r.per_rank[0].usable, r.per_rank[1].usable);
  ASSERT_FALSE(r.per_rank[0].terms.empty());
  // The same said of each device.
  const auto shared = [](const char* devices) {
    return ask(std::string(R"({"model":"llama-3.1-8b","engine":"llama.cpp","devices":)") + devices +
               '}');
  };
  const Reply by_device = shared(
      R"([{"gpu":"rtx-3090","count":1,"share":1},{"gpu":"rtx-3060-12gb","count":2,"share":0.5}])");
  ASSERT_TRUE(by_device.ok);
  EXPECT_EQ(by_device.request.parallel.tensor_split, "1,0.5,0.5");
  EXPECT_TRUE(has_problem(shared(R"([{"gpu":"rtx-3090","share":1},{"gpu":"rtx-3090"}])").errors,
                          "devices.1.share", "missing_field"));
  EXPECT_TRUE(has_problem(shared(R"([{"gpu":"rtx-3090","share":-1}])").errors, "devices.0.share",
                          "out_of_range"));
  EXPECT_TRUE(has_problem(
      shared(R"([{"gpu":"rtx-3090","share":1}],"parallel":{"tensor_split":"1"})").errors, "devices",
      "share_twice"));
  EXPECT_TRUE(has_problem(
      shared(R"([{"gpu":"rtx-3090"}],"compare":[{"devices":[{"gpu":"rtx-3090","share":1}]}])")
          .errors,
      "compare.0.devices", "share_elsewhere"));
  EXPECT_TRUE(has_problem(ask(head + R"({"tensor_split":[1]}})").errors, "parallel.tensor_split",
                          "devices_do_not_match"));
  EXPECT_TRUE(has_problem(ask(head + R"({"tensor_split":"1,x"}})").errors, "parallel.tensor_split",
                          "not_a_choice"));
}

TEST(Serving, OverridesKeepExpertsInCpuMemory) {
  const std::string head = R"({"engine":"llama.cpp","model":"mixtral-8x7b","weights":"q4_0",)";
  const MachineResult some = result_of(head + R"("options":{"cpu_moe":4}})");
  const MachineResult same =
      result_of(head + R"("options":{"tensor_overrides":["blk\\.[0-3]\\.ffn_.*_exps=CPU"]}})");
  EXPECT_EQ(bytes_of(some, TermId::Weights), bytes_of(same, TermId::Weights));
  EXPECT_TRUE(has_problem(ask(head + R"("options":{"tensor_overrides":"exps"}})").errors,
                          "options.tensor_overrides", "not_a_choice"));
}

TEST(Serving, LatentsAreCachedAsTheForkIsTold) {
  const std::string head = R"({"engine":"ik_llama.cpp","model":"deepseek-v3","context":16384,
      "weights":"q4_k_m","gpu":"rtx-pro-6000-blackwell-ws","options":{"mla_mode":)";
  const auto mib = [&](const std::string& mode) {
    return bytes_of(result_of(head + '"' + mode + R"("}})"), TermId::KvCache) / 1048576;
  };
  EXPECT_EQ(mib("latent"), 1098);             // 61 x 576 x 2 B
  EXPECT_EQ(mib("latent-transposed"), 2074);  // 61 x (576 + 512) x 2 B
  EXPECT_EQ(mib("heads"), 61.0 * 128 * (192 + 128) * 2 * 16384 / 1048576);
}

TEST(Serving, WhatFitsIsFound) {
  const auto solved = [](const std::string& target, const std::string& rest) {
    return ask(R"({"ask":"solve","engine":"llama.cpp","solve":{"for":")" + target + "\"}," + rest);
  };
  const std::string moe = R"("model":"qwen3-30b-a3b","weights":"q4_k_m","gpu":"rtx-3060-12gb"})";
  const Reply layers = solved("gpu_layers", moe);
  ASSERT_TRUE(layers.ok);
  const double most = layers.solve->limit.guaranteed.value_or(-1);
  EXPECT_GT(most, 10);
  EXPECT_LT(most, 48);
  const auto fits = [&](const std::string& option, double count) {
    const MachineResult r = result_of(R"({"engine":"llama.cpp","options":{")" + option +
                                      "\":" + std::to_string(static_cast<int>(count)) + "}," + moe);
    return r.device.high <= r.usable;
  };
  EXPECT_TRUE(fits("gpu_layers", most));
  EXPECT_FALSE(fits("gpu_layers", most + 1));
  const Reply experts = solved("cpu_moe", moe);
  const double fewest = experts.solve->limit.guaranteed.value_or(-1);
  EXPECT_TRUE(fits("cpu_moe", fewest));
  EXPECT_FALSE(fits("cpu_moe", fewest - 1));
  EXPECT_TRUE(has_problem(ask(R"({"ask":"solve","solve":{"for":"cpu_moe"}})").errors, "solve.for",
                          "engine_other_task"));
}

// The profile run of vLLM: the sampler over sequences x vocabulary, or the widest layer of a step.
TEST(Serving, TheProfileFollowsTheVersionsSampler) {
  const auto profile = [](const std::string& version, const std::string& rest) {
    return bytes_of(result_of(R"({"engine":"vllm","engine_version":")" + version + "\"," + rest),
                    TermId::Workspace);
  };
  const std::string llama = R"("model":"llama-3.1-8b","gpu":"h100-sxm5-80gb"})";
  constexpr double kLibrary = 36 * 1048576.0;
  const double states = 2.0 * 4096 * (8192 + 1024);
  EXPECT_EQ(profile("0.11", llama), 38.0 * 1024 * 128256 + states + kLibrary);
  EXPECT_EQ(profile("0.17", llama), (14.0 * 1024 + 4 * 132) * 128256 + states + kLibrary);
  // 1.26 GiB in a log: 256 sequences in V0.
  EXPECT_EQ(profile("0.6.3", llama), 38.0 * 256 * 128256 + 2.0 * 4096 * (8192 + 256) + kLibrary);
  // 2.07 GiB: a prompt of 20,000 tokens, whole.
  EXPECT_EQ(profile("0.6.3", R"("model":"llama-3.1-8b","gpu":"rtx-3090","context":20000})"),
            2.0 * 20000 * (3 * 4096 + 3 * 14336) + 8.5 * 1048576);
  // Experts keep 2 B x 8,192 x 8 x (2,048 + 2,048) beside the sampler; 2.68 GiB in a log.
  EXPECT_EQ(profile("0.19", R"("model":"qwen3-30b-a3b","gpu":"h100-sxm5-80gb"})"),
            (14.0 * 1024 + 4 * 132) * 151936 + 2.0 * 2048 * (8192 + 1024) + 2.0 * 8192 * 8 * 4096 +
                kLibrary);
}

// SGLang's share where none is given; an H100 shows 81,559 MiB and a process sees 81,106.
TEST(Serving, TheShareFollowsTheVersionsRule) {
  const auto share = [](const std::string& version, const std::string& rest) {
    const MachineResult r =
        result_of(R"({"engine":"sglang","engine_version":")" + version + "\"," + rest);
    return r.claim ? r.claim->budget.count() / 1048576 : 0;
  };
  const std::string one = R"("gpu":"h100-sxm5-80gb"})";
  const std::string eight = R"("gpu":"h100-sxm5-80gb","gpus":8})";
  EXPECT_NEAR(share("0.4.2", one), 0.88 * 81106, 1);
  EXPECT_NEAR(share("0.4.2", eight), 0.81 * 81106, 1);
  EXPECT_NEAR(share("0.4.9", one), 0.874 * 81106, 1);    // (79.65 - 9.5 - 0.5) / 79.65
  EXPECT_NEAR(share("0.4.9", eight), 0.831 * 81106, 1);  // (79.65 - 9.5 - 4) / 79.65
  // 512 + 8,192 x 1.5 + 256 x 2 + 128 = 13,440 MiB.
  EXPECT_NEAR(share("0.5.3", one), 0.835 * 81106, 1);
  // A B200 shows 179.06 GiB: 18 of them stay.
  EXPECT_NEAR(share("0.4.5", R"("gpu":"b200-sxm-180gb"})"), 0.8995 * 182642, 20);
}

// 32 layers x (2 x 4,096^2 + 2 x 4,096 x 1,024 + 3 x 4,096 x 14,336) weights in matrices, 2 x
// 128,256 x 4,096 in table and head, 65 x 4,096 in norms.
TEST(Serving, WeightsOfOnesOwn) {
  constexpr double kMatrices = 6979321856;
  constexpr double kRest = 2.0 * (1050673152.0 + 266240);
  const auto weights = [](const std::string& said) {
    return bytes_of(result_of(R"({"weights":)" + said + "}"), TermId::Weights);
  };
  EXPECT_EQ(weights(R"({"bits":4.5})"), kMatrices * 4.5 / 8 + kRest);
  EXPECT_EQ(weights(R"({"bits":4,"group":128})"), kMatrices * 66 / 128 + kRest);
  EXPECT_EQ(weights(R"("bits:4/group:128")"), kMatrices * 66 / 128 + kRest);
  EXPECT_EQ(weights(R"({"bits":4.5,"skip":["down_proj"]})"),
            (kMatrices - 32.0 * 4096 * 14336) * 4.5 / 8 + 32.0 * 4096 * 14336 * 2 + kRest);
  EXPECT_EQ(weights(R"({"bytes":5000000000})"), 5000000000);
  const double plain = weights(R"("mlx-q4")");
  EXPECT_GT(weights(R"({"format":"mlx-q4","skip":["lm_head"]})"), plain);
}

TEST(Serving, BadVersionsAndSplitsAreNamed) {
  EXPECT_TRUE(has_problem(ask(R"({"engine":"vllm","engine_version":"latest"})").errors,
                          "engine_version", "unknown_id"));
  EXPECT_TRUE(
      has_problem(ask(R"({"engine":"transformers","context":10,"prompt":3,"generate":4})").errors,
                  "prompt", "split_does_not_add_up"));
  EXPECT_EQ(ask(R"({"engine":"transformers","prompt":3,"generate":4})").request.context, 7u);
}

TEST(Serving, HostMemoryIsToldApart) {
  const MachineResult r = result_of(R"({"engine":"llama.cpp"})");
  EXPECT_EQ(r.host_mapped.count(), bytes_of(r, TermId::Weights, Place::Host));
  EXPECT_EQ(r.host_pinned.count(), bytes_of(r, TermId::Workspace, Place::Host));
  const MachineResult read = result_of(R"({"engine":"llama.cpp","options":{"mmap":false}})");
  EXPECT_EQ(read.host_mapped.count(), 0);
  const MachineResult seeing =
      result_of(R"({"engine":"llama.cpp","options":{"mmproj_bytes":1000000}})");
  EXPECT_EQ(bytes_of(seeing, TermId::Weights) - bytes_of(r, TermId::Weights), 1000000);
}

}  // namespace
}  // namespace vramscope::test
