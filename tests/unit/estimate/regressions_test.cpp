// Faults that were found by trying: each kind, with the right value.
#include <cmath>

#include "support/ask.h"
#include "vramscope/flags.h"

namespace vramscope::test {
namespace {

MachineResult first(const std::string& document) {
  const Reply reply = ask(document);
  EXPECT_TRUE(reply.ok) << document << (reply.errors.empty() ? "" : reply.errors[0].code);
  return reply.ok ? reply.results[0] : MachineResult{};
}

// Tensor and data groups are as tight as their smallest card, in whatever order cards are named.
TEST(Regressions, TheSmallestCardOfAGroupDecides) {
  for (const char* devices : {R"([{"gpu":"rtx-3090"},{"gpu":"rtx-3060-12gb"}])",
                              R"([{"gpu":"rtx-3060-12gb"},{"gpu":"rtx-3090"}])"}) {
    const MachineResult r = first(std::string(R"({"context":65536,"devices":)") + devices + "}");
    EXPECT_LT(r.usable, Bytes::gib(12.1)) << devices;
  }
}

TEST(Regressions, AnOverrideMakesATermWhereTheEngineHasNone) {
  const MachineResult r = first(R"({"overrides":{"runtime_overhead":536870912,"workspace":1000}})");
  EXPECT_EQ(bytes_of(r, TermId::RuntimeOverhead, Place::Device), 536870912);
  EXPECT_EQ(bytes_of(r, TermId::Workspace), 1000);
  EXPECT_EQ(r.device.bytes.count(), r.allocated.bytes.count() + 536870912);
}

TEST(Regressions, AMeasuredZeroIsAFigure) {
  const MachineResult r = first(R"({"engine":"llama.cpp","overrides":{"runtime_overhead":0}})");
  EXPECT_EQ(r.device.bytes, r.allocated.bytes);
}

// vLLM starts within its share of the card or not at all.
TEST(Regressions, VllmFitsWithinItsShareOnly) {
  const MachineResult half = first(R"({"engine":"vllm","options":{"memory_utilization":0.5}})");
  EXPECT_EQ(half.verdict, Verdict::No);
  EXPECT_EQ(*half.max_context.guaranteed, 0);
  EXPECT_TRUE(has_problem(first(R"({"engine":"vllm","batch":1000,"context":16})").warnings, "batch",
                          "more_than_max_num_seqs"));
}

TEST(Regressions, FewestCardsIsTheFewest) {
  for (const char* engine : {"llama.cpp", "ideal", "vllm"}) {
    const std::string job = std::string(R"({"model":"llama-3.1-70b","engine":")") + engine +
                            R"(","gpu":"rtx-3060-12gb")";
    const double count = *first(job + "}").min_gpus.guaranteed;
    const auto with = [&](double cards) {
      return ask(job + R"(,"gpus":)" + std::to_string(static_cast<int>(cards)) + "}");
    };
    EXPECT_EQ(with(count).results[0].verdict, Verdict::Fits) << engine << count;
    const Reply fewer = with(count - 1);
    const bool divides =
        std::string(engine) == "llama.cpp" || 64 % static_cast<int>(count - 1) == 0;
    if (fewer.ok && divides) {
      EXPECT_NE(fewer.results[0].verdict, Verdict::Fits) << engine;
    }
  }
}

// Llama-2-7B over 8 tensor-parallel cards: copies of the step are an eighth too.
TEST(Regressions, TrainingCopiesDivideByTensorParallelism) {
  const MachineResult r = first(R"({"model":"llama-2-7b","task":"training","engine":"torch",
      "context":2048,"gpu":"a100-sxm4-80gb","gpus":8,"parallel":{"tensor":8}})");
  const double library = 17 * 1048576.0;  // of the matrix library, whatever is divided
  EXPECT_EQ(bytes_in_phase(r, "optimizer_step", TermId::Workspace),
            std::ceil(6738415616.0 * 4 / 8) + library);
}

// Without sequence parallelism what has the hidden size stays whole: 4 h, while heads and
// feed-forward are divided. Megatron's 34 becomes 10 + 24/t in the same way.
TEST(Regressions, ActivationsKeepHiddenVectorsWholeUnderTensorParallelism) {
  const MachineResult r = first(R"({"model":"llama-2-7b","task":"training","context":2048,
      "gpu":"a100-sxm4-80gb","gpus":8,"parallel":{"tensor":8}})");
  const double split = 2.0 * 4096 + 2.0 * 4096 + 3.0 * 11008;
  EXPECT_EQ(bytes_in_phase(r, "forward_end", TermId::Activations),
            (2 * (4 * 4096 + split / 8) + 4 * 32 / 8.0) * 2048 * 32);
}

// 1F1B: the first of four stages holds four micro-batches of its eight layers.
TEST(Regressions, PipelineStagesHoldTheirMicroBatches) {
  const MachineResult r = first(R"({"model":"llama-2-7b","task":"training","context":2048,
      "gpu":"a100-sxm4-80gb","gpus":4,"parallel":{"pipeline":4}})");
  EXPECT_EQ(bytes_in_phase(r, "forward_end", TermId::Activations), 4 * 131712.0 * 2048 * 8);
  EXPECT_EQ(r.per_rank.size(), 4u);
}

// The derived count given as a fact changes nothing, however many stages there are.
TEST(Regressions, GivenFactsSpreadOverEveryStage) {
  const std::string tail =
      R"("engine":"vllm","gpu":"rtx-3090","gpus":4,"parallel":{"pipeline":4}})";
  const MachineResult derived = first(R"({"model":"llama-3.1-8b",)" + tail);
  const MachineResult given =
      first(R"({"model":{"id":"llama-3.1-8b","parameters":8030261248},)" + tail);
  EXPECT_EQ(bytes_of(given, TermId::Weights), bytes_of(derived, TermId::Weights));
  const MachineResult bytes =
      first(R"({"model":{"id":"llama-3.1-8b","weight_bytes":16060522496},)" + tail);
  EXPECT_NEAR(bytes_of(bytes, TermId::Weights), bytes_of(derived, TermId::Weights), 1);
}

TEST(Regressions, ReplicasHoldTheWholeModelAndShareTheSequences) {
  const MachineResult r = first(R"({"engine":"llama.cpp","gpu":"rtx-4090","gpus":2,"batch":8,
      "parallel":{"data":2}})");
  const MachineResult one = first(R"({"engine":"llama.cpp","gpu":"rtx-4090","batch":4})");
  EXPECT_EQ(r.device.bytes, one.device.bytes);
}

// Apple's driver offers a share of the memory, whatever its size.
TEST(Regressions, ASystemsMemoryIsOfferedByShare) {
  const MachineResult stock = first(R"({"gpu":"apple-m3-ultra"})");
  const MachineResult less =
      first(R"({"devices":[{"gpu":{"base":"apple-m3-ultra","memory_gib":96}}]})");
  EXPECT_GT(less.usable, Bytes::gib(60));
  EXPECT_LT(less.usable, stock.usable);
  EXPECT_NE(less.devices[0].name.find("96 GiB"), std::string::npos);
}

TEST(Regressions, BestWeightsStopsAtWhatIsStored) {
  const auto best = [](const std::string& rest) {
    return ask(R"({"ask":"solve","solve":{"for":"best_weights"},)" + rest).solve->best_weights;
  };
  EXPECT_EQ(best(R"("gpu":"h100-sxm5-80gb","engine":"llama.cpp"})"), "bf16");
  EXPECT_EQ(best(R"("gpu":"h100-sxm5-80gb","engine":"vllm"})"), "bf16");
  EXPECT_EQ(best(R"("gpu":"rtx-3060-12gb","engine":"llama.cpp"})"), "q8_0");
  EXPECT_EQ(best(R"("model":"llama-3.1-405b","gpu":"rtx-3060-12gb"})"), "");
}

TEST(Regressions, TorchEnginesCacheInTheModelsType) {
  const double fp32 = bytes_of(first(R"({"model":"gpt2","engine":"transformers","context":1000})"),
                               TermId::KvCache);
  EXPECT_EQ(fp32, 2.0 * 12 * 768 * 1000 * 4);
  EXPECT_TRUE(
      has_problem(ask(R"({"engine":"vllm","kv":"q4_0"})").errors, "kv", "engine_cannot_load"));
  EXPECT_TRUE(
      has_problem(ask(R"({"engine":"llama.cpp","kv":"fp8"})").errors, "kv", "engine_cannot_load"));
}

TEST(Regressions, AComparisonHasOnlyTheCardsThatWereNamed) {
  const Reply reply = ask(R"({"compare":["rtx-3060-12gb","l4"]})");
  ASSERT_EQ(reply.results.size(), 2u);
  EXPECT_EQ(reply.results[0].devices[0].id, "rtx-3060-12gb");
  EXPECT_EQ(ask(R"({"gpu":"rtx-4090","compare":["l4"]})").results.size(), 2u);
}

TEST(Regressions, FlagsReplaceADocumentsMachine) {
  const std::vector<Param> flags = {{"gpus", "4"}};
  const auto request = request_from_flags(R"({"gpu":"a100-sxm4-80gb","gpus":2})", flags);
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request.value().machine.devices[0].count, 4u);
  EXPECT_EQ(request.value().machine.devices[0].gpu, "a100-sxm4-80gb");
}

TEST(Regressions, WhatAConfigSaysAndIsNotReadIsSaid) {
  const Reply reply = ask(R"({"model":{"config":{"model_type":"novel_v9","hidden_size":7168,
      "num_hidden_layers":61,"num_attention_heads":128,"intermediate_size":18432,"vocab_size":129280,
      "n_routed_experts":256,"num_experts_per_tok":8,"moe_intermediate_size":2048,
      "altup_num_inputs":4}},"gpu":"h200-sxm-141gb"})");
  ASSERT_TRUE(reply.ok);
  EXPECT_TRUE(has_problem(reply.warnings, "model", "generic_decoder"));
  EXPECT_TRUE(has_problem(reply.warnings, "model", "fields_not_read"));
  EXPECT_GT(reply.model.parameters, 6e11);
  EXPECT_NE(find_term(reply.results[0], TermId::Weights)->exactness, Exactness::Exact);
}

TEST(Regressions, AQuantisedCheckpointIsReadAsStored) {
  const std::string config = R"("model_type":"llama","hidden_size":4096,"num_hidden_layers":32,
      "num_attention_heads":32,"num_key_value_heads":8,"intermediate_size":14336,
      "vocab_size":128256,"torch_dtype":"bfloat16")";
  const auto stored = [&](const std::string& quantisation) {
    const Reply reply = ask(R"({"model":{"config":{)" + config + R"(,"quantization_config":)" +
                            quantisation + "}}}");
    return reply.ok ? bytes_of(reply.results[0], TermId::Weights) : -1;
  };
  EXPECT_EQ(stored(R"({"quant_method":"bitsandbytes","load_in_4bit":true})"),
            bytes_of(first(R"({"model":"llama-3.1-8b","weights":"nf4"})"), TermId::Weights));
  EXPECT_EQ(stored(R"({"quant_method":"awq","bits":4})"),
            bytes_of(first(R"({"model":"llama-3.1-8b","weights":"awq"})"), TermId::Weights));
  const Reply unknown = ask(R"({"model":{"config":{)" + config +
                            R"(,"quantization_config":{"quant_method":"novel"}}}})");
  EXPECT_TRUE(has_problem(unknown.warnings, "model", "fields_not_read"));
}

TEST(Regressions, SpecsAreCheckedLikeConfigs) {
  const auto refused = [](const std::string& group, const std::string& field, const char* code) {
    const std::string document =
        R"({"model":{"spec":{"hidden_size":64,"vocab_size":10,"groups":[)" + group + "]}}}";
    const Result<Request> request = parse_request(document);
    return !request.ok() && has_problem(request.errors(), "model.spec.groups.0." + field, code);
  };
  const std::string ffn = R"("ffn":{"intermediate_size":128})";
  EXPECT_TRUE(refused(R"({"count":1,"attention":{"kind":"sliding","num_attention_heads":4,
      "num_key_value_heads":4,"head_dim":16},)" +
                          ffn + "}",
                      "attention.sliding_window", "missing_field"));
  EXPECT_TRUE(refused(R"({"count":1,"attention":{"kind":"banana","num_attention_heads":4,
      "num_key_value_heads":4,"head_dim":16},)" +
                          ffn + "}",
                      "attention.kind", "unknown_id"));
  EXPECT_TRUE(refused(R"({"count":1,"attention":{"num_attention_heads":4,"num_key_value_heads":3,
      "head_dim":16},)" + ffn +
                          "}",
                      "attention.num_key_value_heads", "heads_not_divisible"));
  EXPECT_TRUE(refused(R"({"count":1,"attention":{"num_attention_heads":4,"num_key_value_heads":4,
      "head_dim":16},"ffn":{"intermediate_size":8,"num_experts":2,"num_experts_per_tok":3}})",
                      "ffn.num_experts_per_tok", "more_than_experts"));
}

TEST(Regressions, SweepsSkipCountsThatCannotBeLaidOut) {
  const Reply reply = ask(R"({"ask":"sweep","engine":"llama.cpp",
      "sweep":{"over":"gpus","from":1,"to":64,"points":64,"scale":"linear"}})");
  ASSERT_TRUE(reply.ok);
  EXPECT_EQ(reply.sweep->x.back(), 32);  // no card without a layer
}

TEST(Regressions, AReserveLargerThanTheCardLeavesNothing) {
  EXPECT_EQ(first(R"({"reserve_bytes":99000000000})").usable.count(), 0);
}

TEST(Regressions, GivenBytesOfATiedModelAreAllOnTheDevice) {
  const auto on_device = [](const std::string& model) {
    const Reply reply = ask(R"({"engine":"llama.cpp","weights":"q8_0","model":{"id":")" + model +
                            R"(","weight_bytes":4000000000}})");
    EXPECT_TRUE(reply.ok);
    return reply.ok ? bytes_of(reply.results[0], TermId::Weights) : -1;
  };
  EXPECT_EQ(on_device("llama-3.2-1b"), 4e9);
  EXPECT_LT(on_device("llama-3.1-8b"), 4e9);  // untied: the lookup table is in CPU memory only
}

}  // namespace
}  // namespace vramscope::test
