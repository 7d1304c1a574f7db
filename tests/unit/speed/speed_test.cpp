// Speed: hand-computed steps, definitions of MFU, and what must hold whatever the coefficients are.
#include <gtest/gtest.h>

#include "support/ask.h"
#include "tables/speed_rates.h"
#include "vramscope/answer.h"
#include "vramscope/card_features.h"
#include "vramscope/link.h"

namespace vramscope {
namespace {

using test::ask;

MachineResult first(const std::string& document) {
  const Reply reply = ask(document);
  EXPECT_TRUE(reply.ok) << document;
  return reply.results.empty() ? MachineResult{} : reply.results.front();
}

SpeedFigure figure(const std::string& document, SpeedId id) {
  const MachineResult result = first(document);
  const SpeedFigure* found = result.speed.find(id);
  EXPECT_NE(found, nullptr) << document << ' ' << speed_id(id);
  return found ? *found : SpeedFigure{};
}

bool warns(const MachineResult& result, const std::string& code) {
  for (const Problem& warning : result.warnings) {
    if (warning.code == code) return true;
  }
  return false;
}

TEST(Speed, AStepReadsEveryWeightButTheLookupTableAndTheCache) {
  // Llama 3.1 8B in bf16: 8,030,261,248 parameters less the table's 128,256 x 4,096, two bytes
  // each; 8,192 tokens of cache are 2 x 32 x 8 x 128 x 8,192 x 2 B = 1 GiB.
  const double weights = (8030261248.0 - 128256.0 * 4096.0) * 2;
  const double cache = 1073741824.0;
  const SpeedRow& row = speed_row(SpeedClass::Ideal, CardClass::Gddr);
  const double seconds =
      (weights + cache) / (1008e9 * row.bandwidth.value) + 32 * row.layer_us.value * 1e-6;
  const SpeedFigure step = figure(R"({"weights":"bf16","context":8192})", SpeedId::StepS);
  EXPECT_NEAR(step.value, seconds, 1e-9);
  EXPECT_LT(step.low, step.value);
  EXPECT_GT(step.high, step.value);
  const SpeedFigure decode = figure(R"({"weights":"bf16","context":8192})", SpeedId::DecodeTokS);
  EXPECT_NEAR(decode.value, 1 / seconds, 1e-6);
}

TEST(Speed, NeverFasterThanTheBareBandwidth) {
  for (const std::string engine : {"ideal", "llama.cpp", "vllm", "transformers"}) {
    const SpeedFigure decode = figure(
        R"({"weights":"fp16","context":512,"engine":")" + engine + R"("})", SpeedId::DecodeTokS);
    EXPECT_LT(decode.high, 1008e9 / 15.0e9) << engine;
    EXPECT_GT(decode.low, 5) << engine;
  }
}

TEST(Speed, AMixtureReadsTheExpertsThatItsTokensAreSentTo) {
  // With one token 8 of 128 experts; with many all of them, so a step takes much longer.
  const std::string model = R"({"model":"qwen3-30b-a3b","gpu":"h100-sxm5-80gb","context":512,)";
  const double one = figure(model + R"("batch":1})", SpeedId::StepS).value;
  const double many = figure(model + R"("batch":64})", SpeedId::StepS).value;
  EXPECT_GT(many, 4 * one);
  EXPECT_LT(many, 20 * one);
}

TEST(Speed, MoreSequencesGiveMoreTokensInAllAndFewerEach) {
  double all = 0;
  double each = 1e9;
  for (int batch : {1, 4, 16, 64}) {
    const MachineResult result =
        first(R"({"engine":"vllm","gpu":"a100-sxm4-80gb","context":2048,"batch":)" +
              std::to_string(batch) + "}");
    const double total = result.speed.find(SpeedId::DecodeTokS)->value;
    const double user = result.speed.find(SpeedId::UserTokS)->value;
    EXPECT_GT(total, all);
    EXPECT_LT(user, each);
    EXPECT_NEAR(total, user * batch, total * 1e-9);
    all = total;
    each = user;
  }
}

TEST(Speed, LayersOverTwoCardsFollowOneAnother) {
  const std::string base = R"({"engine":"llama.cpp","model":"llama-3-70b","weights":"q4_k_m",)";
  const double one = figure(base + R"("gpu":"rtx-6000-ada"})", SpeedId::StepS).value;
  const double two = figure(base + R"("gpu":"rtx-6000-ada","gpus":2})", SpeedId::StepS).value;
  const double hop = speed_constant(SpeedConstantId::HopUs).spread.value * 1e-6;
  EXPECT_NEAR(two, one + hop, one * 0.001);
}

TEST(Speed, TensorParallelDividesTheReadingAndPaysForSums) {
  const std::string base = R"({"engine":"vllm","model":"llama-3-70b","weights":"bf16",)";
  const double two = figure(base + R"("gpu":"a100-sxm4-80gb","gpus":2})", SpeedId::StepS).value;
  const double four = figure(base + R"("gpu":"a100-sxm4-80gb","gpus":4})", SpeedId::StepS).value;
  const double pcie = figure(base + R"("gpu":"a40","gpus":4})", SpeedId::StepS).value;
  EXPECT_LT(four, two);
  EXPECT_GT(four, two / 2);
  EXPECT_GT(pcie, four);
}

TEST(Speed, LayersInCpuMemoryAreSlow) {
  const std::string base = R"({"engine":"llama.cpp","weights":"q4_k_m","options":{"gpu_layers":)";
  const double all = figure(base + "33}}", SpeedId::DecodeTokS).value;
  const double half = figure(base + "16}}", SpeedId::DecodeTokS).value;
  const double none = figure(base + "0}}", SpeedId::DecodeTokS).value;
  EXPECT_GT(all, 2 * half);
  EXPECT_GT(half, none);
}

TEST(Speed, APromptAndWhatIsGeneratedShareTheContext) {
  // Generation is seen half-way: 1,024 + 512 / 2 = 1,280 tokens of cache, 131,072 B each.
  const std::string base = R"({"weights":"bf16","context":1536,"prompt":1024)";
  const double weights = (8030261248.0 - 128256.0 * 4096.0) * 2;
  const SpeedRow& row = speed_row(SpeedClass::Ideal, CardClass::Gddr);
  const double step =
      (weights + 1280 * 131072.0) / (1008e9 * row.bandwidth.value) + 32 * row.layer_us.value * 1e-6;
  EXPECT_NEAR(figure(base + "}", SpeedId::StepS).value, step, 1e-9);
  // The prompt comes first, then 512 steps.
  const double prompt = figure(base + "}", SpeedId::FirstTokenS).value;
  EXPECT_NEAR(figure(base + "}", SpeedId::PrefillTokS).value, 1024 / prompt, 1e-6);
  const double request = figure(base + "}", SpeedId::RequestS).value;
  EXPECT_NEAR(request, prompt + 512 * step, 1e-9);
  EXPECT_NEAR(figure(base + "}", SpeedId::OutputTokS).value, 512 / request, 1e-9);
  EXPECT_EQ(first(base + R"(,"generate":512})").speed.find(SpeedId::StepS)->value,
            figure(R"({"weights":"bf16","context":1536,"generate":512})", SpeedId::StepS).value);
  // Without a split there is no request to time.
  EXPECT_EQ(first(R"({"context":1536})").speed.find(SpeedId::RequestS), nullptr);
}

TEST(Speed, AShortPromptStillReadsEveryWeight) {
  const double weights = (8030261248.0 - 128256.0 * 4096.0) * 2;
  const SpeedFigure one =
      figure(R"({"weights":"bf16","context":16,"prompt":1})", SpeedId::FirstTokenS);
  EXPECT_GT(one.value, weights / 1008e9);
}

TEST(Speed, ManySequencesReadTheirPromptsOneAfterAnother) {
  const std::string base = R"({"engine":"vllm","gpu":"l40s","context":2176,"prompt":2048,"batch":)";
  const double one = figure(base + "1}", SpeedId::RequestS).value;
  const double many = figure(base + "32}", SpeedId::RequestS).value;
  EXPECT_GT(many, 2 * one);
  EXPECT_LT(many, 32 * one);
  EXPECT_GT(figure(base + "32}", SpeedId::OutputTokS).value,
            figure(base + "1}", SpeedId::OutputTokS).value);
}

TEST(Speed, RoutersTouchAtLeastTheExpertsOfOneToken) {
  // At one sequence 8 of 128 experts exactly: no range from the spread.
  const std::string model = R"({"model":"qwen3-30b-a3b","gpu":"h100-sxm5-80gb","context":512,)";
  const double one = figure(model + R"("batch":1})", SpeedId::StepS).value;
  const double two = figure(model + R"("batch":2})", SpeedId::StepS).value;
  EXPECT_GT(two, one);
  EXPECT_LT(two, 2 * one);
}

TEST(Speed, NothingIsSaidWhereTheCardsRatesAreNotKnown) {
  const MachineResult result = first(R"({"gpu":{"name":"mine","memory_gib":24}})");
  EXPECT_TRUE(result.speed.figures.empty());
}

constexpr const char* kInterview =
    R"({"task":"training","model":"llama-1-7b","context":2048,"gpu":"a100-sxm4-80gb","gpus":4,
        "engine":"torch","observed":{"tokens_per_s_per_gpu":1536,
        "reference_tokens_per_s_per_gpu":3300})";

TEST(Speed, MfuNamesItsDefinition) {
  // 6 x 6,738,415,616 x 1,536 / 312e12 = 19.90 %; the scores add 12 x 32 x 4,096 x 2,048 a token.
  const std::string request = std::string(kInterview) + "}";
  const double by_6n = 6.0 * 6738415616.0 * 1536 / 312e12;
  const double full = (6.0 * 6738415616.0 + 12.0 * 32 * 4096 * 2048) * 1536 / 312e12;
  EXPECT_NEAR(figure(request, SpeedId::Mfu6n).value, by_6n, 1e-12);
  EXPECT_NEAR(figure(request, SpeedId::Mfu).value, full, 1e-12);
  EXPECT_NEAR(full, 0.215, 0.0005);
  EXPECT_NEAR(figure(request, SpeedId::Hfu).value, full, 1e-12);
  EXPECT_EQ(first(request).speed.definition, "6n_12lhs");
}

TEST(Speed, RecomputationCountsInHfuOnly) {
  const std::string request = std::string(kInterview) + R"(,"training":{"recompute":"full"}})";
  const double mfu = figure(request, SpeedId::Mfu).value;
  EXPECT_NEAR(figure(request, SpeedId::Hfu).value, mfu * 4 / 3, 1e-12);
}

TEST(Speed, DaysFollowFromTheObservedRate) {
  // 1e12 tokens at 4 x 1,536 token/s: 162,760,417 s = 1,883.8 days.
  const std::string request = std::string(kInterview) + R"(,"training":{"tokens":1000000000000}})";
  EXPECT_NEAR(figure(request, SpeedId::Days).value, 1e12 / (4 * 1536.0) / 86400, 1e-6);
  EXPECT_NEAR(figure(request, SpeedId::GpuHours).value, 1e12 / 1536.0 / 3600, 1e-3);
}

TEST(Traffic, ShardedWeightsTakeOneAndAHalfTimesTheTrafficOfPlainDataParallelism) {
  // LLaMA-7B, 6,738,415,616 parameters of two bytes on eight cards: an all-reduce sends 2 x 7/8 of
  // its bytes, a reduce-scatter and an all-gather together the same, ZeRO-3 gathers once more.
  const std::string base =
      R"({"task":"training","model":"llama-1-7b","context":2048,"gpu":"a100-sxm4-80gb","gpus":8,
          "training":{"zero":)";
  const double bytes = 2 * 6738415616.0;
  for (const std::string zero : {"0", "1", "2"}) {
    EXPECT_NEAR(figure(base + zero + "}}", SpeedId::DataSent).value, 2 * 0.875 * bytes, 1) << zero;
  }
  EXPECT_NEAR(figure(base + "3}}", SpeedId::DataSent).value, 3 * 0.875 * bytes, 1);
  // Eight micro-batches: plain data parallelism sums once, ZeRO-3 does everything eight times.
  EXPECT_NEAR(figure(base + R"(0,"accumulation":8}})", SpeedId::DataSent).value, 1.75 * bytes, 1);
  EXPECT_NEAR(figure(base + R"(3,"accumulation":8}})", SpeedId::DataSent).value, 21 * bytes, 1);
}

TEST(Traffic, AdaptersSumNoGradientsOfTheBase) {
  const MachineResult lora =
      first(R"({"task":"training","model":"llama-1-7b","gpus":2,"training":{"method":"lora"}})");
  EXPECT_EQ(lora.speed.find(SpeedId::DataSent), nullptr);
}

constexpr const char* kThreeWays =
    R"({"task":"training","model":"llama-3-70b","context":4096,"gpu":"h100-sxm5-80gb","gpus":512,
        "parallel":{"tensor":8,"pipeline":8},
        "training":{"zero":1,"precision":"megatron-bf16","accumulation":32)";

TEST(Traffic, TensorAndPipelineParallel) {
  const std::string request = std::string(kThreeWays) + "}}";
  // A hidden state of 4,096 x 8,192 x 2 B = 67,108,864 B: ten layers a stage, four sums of
  // 2 x 7/8 of it, 32 micro-batches; over a boundary it goes once each way.
  const double message = 4096.0 * 8192 * 2;
  EXPECT_NEAR(figure(request, SpeedId::TensorSent).value, 32 * 4 * 10 * 1.75 * message, 1);
  EXPECT_NEAR(figure(request, SpeedId::StageSent).value, 2 * 32 * message, 1);
  // fp32 gradients and 16-bit weights of 1/64 of 70,553,706,496 parameters over eight copies.
  EXPECT_NEAR(figure(request, SpeedId::DataSent).value, 0.875 * 6 * 70553706496.0 / 64, 1);
  // Recomputed layers sum in their second forward pass too.
  const std::string again = std::string(kThreeWays) + R"(,"recompute":"full"}})";
  EXPECT_NEAR(figure(again, SpeedId::TensorSent).value, 32 * 6 * 10 * 1.75 * message, 1);
}

TEST(Traffic, BubbleOfEightStagesAnd32MicroBatches) {
  const std::string request = std::string(kThreeWays) + "}}";
  EXPECT_NEAR(figure(request, SpeedId::Bubble).value, 7.0 / 32, 1e-12);
  EXPECT_NEAR(figure(request, SpeedId::Idle).value, 7.0 / 39, 1e-12);
  EXPECT_EQ(first(R"({"task":"training","gpus":2})").speed.find(SpeedId::Bubble), nullptr);
}

TEST(Speed, TheFloorIsTheBareReading) {
  // As in the first test: weights less the lookup table, and 1 GiB of cache, over 1,008 GB/s.
  const double bytes = (8030261248.0 - 128256.0 * 4096.0) * 2 + 1073741824.0;
  EXPECT_NEAR(figure(R"({"weights":"bf16","context":8192})", SpeedId::FloorS).value, bytes / 1008e9,
              1e-12);
  for (const std::string engine : {"ideal", "llama.cpp", "vllm", "transformers"}) {
    const std::string request = R"({"weights":"fp16","engine":")" + engine + R"("})";
    EXPECT_LT(figure(request, SpeedId::FloorS).value, figure(request, SpeedId::StepS).low);
  }
}

TEST(Speed, NearestPublishedRunsStandBesideAnObservedOne) {
  const MachineResult result = first(std::string(kInterview) + "}");
  ASSERT_EQ(result.references.size(), 3U);
  EXPECT_EQ(result.references[0].model, "LLaMA-7B");
  EXPECT_EQ(result.references[0].gpu, "a100-sxm4-80gb");
  EXPECT_NEAR(result.references[0].ratio, 1536.0 / 3370, 1e-12);
}

TEST(Speed, TrainingWithoutAnObservedRateIsARange) {
  const SpeedFigure mfu = figure(
      R"({"task":"training","engine":"torch","gpu":"h100-sxm5-80gb","gpus":8,"context":8192,
          "training":{"zero":3}})",
      SpeedId::Mfu);
  EXPECT_LT(mfu.low, 0.36);  // torchtitan: 5,762 to 6,667 token/s, 36 to 41 %
  EXPECT_GT(mfu.high, 0.41);
}

TEST(Feasible, FourV100CannotTrain65BAndTheReplySaysWhy) {
  const MachineResult result = first(
      R"({"task":"training","engine":"torch","gpu":"v100-sxm2-32gb","gpus":4,"context":2048,
          "training":{"attention":"flash"},
          "model":{"config":{"model_type":"llama","hidden_size":8192,"intermediate_size":22016,
          "num_hidden_layers":80,"num_attention_heads":64,"vocab_size":32000,
          "max_position_embeddings":2048}}})");
  EXPECT_EQ(result.verdict, Verdict::No);
  EXPECT_TRUE(warns(result, "flash_not_on_card"));
  EXPECT_TRUE(warns(result, "bf16_not_on_card"));
  EXPECT_TRUE(warns(result, "training_needs_more"));
  for (const Problem& warning : result.warnings) {
    if (warning.code != "training_needs_more") continue;
    // 16 B x 65,285,660,672 = 1,044,570,570,752 B = 972.83 GiB over 4 cards of 31.7 to 32 GiB.
    EXPECT_EQ(warning.params[0].value, "972.83 GiB");
    EXPECT_EQ(warning.params[2].value, "31");
    // 65,285,660,672 x 4.127 bits ÷ 8 = 31.4 GiB
    EXPECT_EQ(warning.params[3].value.substr(0, 4), "31.3");
  }
  EXPECT_FALSE(result.speed.figures.empty());
}

TEST(Feasible, FormatsThatACardDoesNotHave) {
  EXPECT_TRUE(warns(first(R"({"engine":"vllm","weights":"fp8","gpu":"a100-sxm4-80gb"})"),
                    "fp8_weights_not_on_card"));
  EXPECT_FALSE(warns(first(R"({"engine":"vllm","weights":"fp8","gpu":"h100-sxm5-80gb"})"),
                     "fp8_weights_not_on_card"));
  EXPECT_TRUE(warns(first(R"({"engine":"vllm","weights":"bf16","gpu":"tesla-t4"})"),
                    "bf16_weights_not_on_card"));
  EXPECT_TRUE(
      warns(first(R"({"engine":"vllm","model":"gpt-oss-20b","weights":"mxfp4","gpu":"rtx-4090"})"),
            "mxfp4_emulated"));
  EXPECT_TRUE(warns(first(R"({"engine":"mlx","gpu":"rtx-4090"})"), "mlx_needs_apple"));
  EXPECT_TRUE(warns(first(R"({"task":"training","engine":"torch","gpu":"rtx-2080-ti",
          "training":{"attention":"flash"}})"),
                    "flash2_not_on_turing"));
  EXPECT_FALSE(warns(first(R"({"engine":"llama.cpp","weights":"q4_k_m","gpu":"tesla-p40"})"),
                     "vllm_not_on_card"));
}

TEST(OwnCard, StatedFiguresStandForTheCatalogues) {
  const std::string own =
      R"({"gpu":{"base":"rtx-4090","name":"RTX 4090 modded","memory_gib":48,"bandwidth_gb_s":2016},
          "weights":"bf16","context":1024})";
  const MachineResult result = first(own);
  EXPECT_EQ(result.devices[0].name, "RTX 4090 modded");
  const double plain = figure(R"({"weights":"bf16","context":1024})", SpeedId::DecodeTokS).value;
  const double twice = result.speed.find(SpeedId::DecodeTokS)->value;
  EXPECT_GT(twice, 1.8 * plain);
  EXPECT_LT(twice, 2 * plain);
}

TEST(OwnCard, WithoutABaseItNeedsAMemory) {
  const Reply reply = ask(R"({"gpu":{"name":"mine"}})");
  ASSERT_FALSE(reply.ok);
  EXPECT_EQ(reply.errors[0].field, "gpu.memory_gib");
  EXPECT_EQ(ask(R"({"gpu":{"name":"mine","memory_gib":24,"tflops":{"fp64":1}}})").errors[0].field,
            "gpu.tflops.fp64");
  EXPECT_EQ(ask(R"({"gpu":{"base":"no-such","name":"x"}})").errors[0].code, "unknown_id");
}

TEST(OwnCard, SurvivesTheDocumentAndTheLink) {
  const Result<Request> request = parse_request(
      R"({"devices":[{"gpu":{"name":"A, B*2; C@3","memory_gib":24,"bandwidth_gb_s":500,
          "tflops":{"fp16":100,"int8":200}},"count":2},{"gpu":"rtx-3090"}]})");
  ASSERT_TRUE(request.ok());
  Request read = parse_request(request_json(request.value())).value();
  EXPECT_EQ(read.machine, request.value().machine);
  LinkState state;
  state.requests.push_back(request.value());
  const LinkState back = read_link(write_link(state));
  ASSERT_EQ(back.requests.size(), 1U);
  EXPECT_TRUE(back.problems.empty());
  EXPECT_EQ(back.requests[0].machine, request.value().machine);
}

TEST(Cards, WordsAndOrder) {
  std::vector<const GpuSpec*> found;
  const std::vector<std::string> words = {"hopper", "sxm"};
  ASSERT_TRUE(find_gpus(words, "memory", found));
  ASSERT_GE(found.size(), 3U);
  EXPECT_EQ(found[0]->id, "h200-sxm-141gb");
  for (const GpuSpec* gpu : found) {
    EXPECT_TRUE(card_features(*gpu).flash3);
    EXPECT_FALSE(card_features(*gpu).int4);
  }
  EXPECT_FALSE(find_gpus(words, "price", found));
  EXPECT_FALSE(card_features(*find_gpu("v100-sxm2-32gb")).flash1);
  EXPECT_FALSE(card_features(*find_gpu("tesla-t4")).flash2);
}

TEST(OwnCard, AStatedLimitIsWhatAProcessMayUse) {
  const MachineResult result =
      first(R"({"gpu":{"base":"apple-m1-max","usable_gib":60},"engine":"mlx","weights":"fp16"})");
  EXPECT_EQ(result.usable.count(), Bytes::gib(60).count());
}

TEST(Systems, StandForAllTheirCards) {
  const Reply reply = ask(R"({"gpu":"dgx-h100","engine":"vllm"})");
  ASSERT_TRUE(reply.ok);
  EXPECT_EQ(reply.request.machine.devices[0].gpu, "h100-sxm5-80gb");
  EXPECT_EQ(reply.request.machine.devices[0].count, 8U);
  EXPECT_EQ(ask(R"({"gpu":"dgx-h100","gpus":4,"engine":"vllm"})").request.machine.devices[0].count,
            4U);
  EXPECT_EQ(ask(R"({"gpus":4,"gpu":"dgx-h100","engine":"vllm"})").request.machine.devices[0].count,
            4U);
  for (const SystemSpec& system : systems()) EXPECT_NE(find_gpu(system.gpu), nullptr) << system.id;
}

TEST(Speed, ASweepHasThroughputAndLatency) {
  const Reply reply = ask(R"({"ask":"sweep","engine":"vllm","gpu":"h100-sxm5-80gb","context":1024,
      "sweep":{"over":"batch","from":1,"to":256,"points":9}})");
  ASSERT_TRUE(reply.ok);
  const SweepColumns& sweep = *reply.sweep;
  ASSERT_EQ(sweep.tok_s.size(), sweep.x.size());
  for (size_t i = 1; i < sweep.x.size(); ++i) {
    EXPECT_GT(sweep.tok_s[i], sweep.tok_s[i - 1]);
    EXPECT_GT(sweep.latency_s[i], sweep.latency_s[i - 1]);
    EXPECT_NEAR(sweep.tok_s[i] * sweep.latency_s[i], sweep.x[i], 1e-6 * sweep.x[i]);
  }
}

TEST(SpeedTable, RangesHoldTheirValues) {
  const auto sane = [](const Spread& s) { return s.low <= s.value && s.value <= s.high; };
  for (const SpeedRow& row : speed_rows()) {
    EXPECT_TRUE(sane(row.bandwidth) && sane(row.layer_us) && sane(row.prefill)) << row.note;
    EXPECT_LE(row.bandwidth.high, 1);
    EXPECT_LE(row.prefill.high, 1);
    EXPECT_FALSE(row.note.empty());
  }
  for (const TrainingRow& row : training_rows()) EXPECT_TRUE(sane(row.hfu)) << row.note;
  for (size_t i = 0; i < static_cast<size_t>(SpeedConstantId::Count); ++i) {
    EXPECT_TRUE(sane(speed_constant(static_cast<SpeedConstantId>(i)).spread));
  }
}

TEST(ReferenceRuns, NameCardsThatAreThere) {
  EXPECT_GT(reference_runs().size(), 60U);
  for (const ReferenceRun& run : reference_runs()) {
    EXPECT_NE(find_gpu(run.gpu), nullptr) << run.gpu;
    EXPECT_GT(run.tokens_per_s_per_gpu, 0);
  }
}

}  // namespace
}  // namespace vramscope
