// How checkpoints and llama.cpp file types store each kind of tensor.
// Source of the mixes: llama.cpp src/llama-quant.cpp, llama_tensor_get_type, 2025-02; IQ types as
// made with an importance matrix. Held to published file sizes in tests/truth/gguf_sizes.csv.
#include <array>

#include "tables/formats.h"
#include "text/ids.h"

namespace vramscope {
namespace {

using enum Module;
using enum When;

constexpr std::array kQ2K = {MixRule{Value, WideGroups, "q4_k"}, MixRule{Value, Always, "q3_k"},
                             MixRule{Down, Always, "q3_k"},
                             MixRule{AttentionOutput, EightExperts, "q5_k"},
                             MixRule{AttentionOutput, Always, "q3_k"}};
constexpr std::array kQ2KS = {MixRule{Value, WideGroups, "q4_k"},
                              MixRule{Down, FirstEighth, "q4_k"}};
constexpr std::array kQ3KS = {MixRule{AttentionOutput, EightExperts, "q5_k"}};
constexpr std::array kQ3KM = {MixRule{Value, FirstTwo, "q5_k"},
                              MixRule{Value, Always, "q4_k"},
                              MixRule{Down, FirstSixteenth, "q5_k"},
                              MixRule{Down, Always, "q4_k"},
                              MixRule{AttentionOutput, EightExperts, "q5_k"},
                              MixRule{AttentionOutput, Always, "q4_k"},
                              MixRule{QueryKeyValue, Always, "q4_k"}};
constexpr std::array kQ3KL = {MixRule{Value, Always, "q5_k"}, MixRule{Down, Always, "q5_k"},
                              MixRule{AttentionOutput, Always, "q5_k"},
                              MixRule{QueryKeyValue, Always, "q4_k"}};
constexpr std::array kQ4KS = {MixRule{Value, FirstFour, "q5_k"}, MixRule{Down, FirstEighth, "q5_k"},
                              MixRule{AttentionOutput, EightExperts, "q5_k"}};
constexpr std::array kQ4KM = {
    MixRule{Value, UseMoreBits, "q6_k"}, MixRule{Down, UseMoreBits, "q6_k"},
    MixRule{AttentionOutput, EightExperts, "q5_k"}, MixRule{QueryKeyValue, Always, "q5_k"}};
constexpr std::array kQ5KM = {MixRule{Value, UseMoreBits, "q6_k"},
                              MixRule{Down, UseMoreBits, "q6_k"},
                              MixRule{QueryKeyValue, Always, "q6_k"}};
constexpr std::array kIq1 = {MixRule{Value, WideOrMoe, "q4_k"},
                             MixRule{Value, Always, "q2_k"},
                             MixRule{Key, EightExperts, "q4_k"},
                             MixRule{Down, FirstEighth, "q2_k"},
                             MixRule{AttentionOutput, EightExperts, "q5_k"},
                             MixRule{AttentionOutput, Always, "iq2_xxs"}};
constexpr std::array kIq2X = {MixRule{Value, WideOrMoe, "q4_k"}, MixRule{Value, Always, "q2_k"},
                              MixRule{Key, EightExperts, "q4_k"},
                              MixRule{Down, FirstEighth, "q2_k"},
                              MixRule{AttentionOutput, EightExperts, "q5_k"}};
constexpr std::array kIq2S = {MixRule{Value, WideOrMoe, "q4_k"},
                              MixRule{Value, Always, "iq3_s"},
                              MixRule{Key, EightExperts, "q4_k"},
                              MixRule{Down, FirstEighth, "iq3_s"},
                              MixRule{AttentionOutput, EightExperts, "q5_k"},
                              MixRule{AttentionOutput, Always, "iq3_s"}};
constexpr std::array kIq3Xxs = {MixRule{Value, WideGroups, "q4_k"}, MixRule{Query, Always, "iq2_s"},
                                MixRule{Key, Always, "iq2_s"},
                                MixRule{AttentionOutput, EightExperts, "q5_k"},
                                MixRule{AttentionOutput, Always, "iq3_s"}};
constexpr std::array kIq3Xs = {
    MixRule{Value, WideGroups, "q4_k"},     MixRule{Query, Always, "iq3_xxs"},
    MixRule{Key, Always, "iq3_xxs"},        MixRule{AttentionOutput, EightExperts, "q5_k"},
    MixRule{Gate, Middle, "iq3_xxs"},       MixRule{Up, Middle, "iq3_xxs"},
    MixRule{SharedGate, Middle, "iq3_xxs"}, MixRule{SharedUp, Middle, "iq3_xxs"}};
constexpr std::array kIq3S = {MixRule{Value, WideGroups, "q4_k"},
                              MixRule{AttentionOutput, EightExperts, "q5_k"}};
constexpr std::array kIq3M = {MixRule{Value, Always, "q4_k"}, MixRule{Down, FirstEighth, "q4_k"},
                              MixRule{AttentionOutput, EightExperts, "q5_k"},
                              MixRule{AttentionOutput, Always, "q4_k"},
                              MixRule{QueryKeyValue, Always, "q4_k"}};
constexpr std::array kIq4 = {MixRule{Value, WideGroups, "q5_k"},
                             MixRule{AttentionOutput, EightExperts, "q5_k"}};

/// A checkpoint in one 16- or 32-bit type.
constexpr WeightPlan plain(std::string_view id) {
  return {.id = id, .matrix = id, .embedding = id, .head = id, .vectors = id};
}

/// Linear layers quantised; embedding, head and vectors stay 16 bit.
constexpr WeightPlan linear_layers(std::string_view id, std::string_view format, Source source,
                                   std::string_view outside_experts = {}) {
  return {.id = id,
          .matrix = format,
          .embedding = "bf16",
          .head = "bf16",
          .vectors = "bf16",
          .outside_experts = outside_experts,
          .source = source};
}

/// A llama.cpp file type.
constexpr WeightPlan gguf(std::string_view id, std::string_view base, std::string_view head,
                          std::span<const MixRule> mix = {}, std::string_view embedding = {}) {
  return {.id = id,
          .matrix = base,
          .embedding = embedding.empty() ? base : embedding,
          .head = head,
          .vectors = "fp32",
          .mix = mix,
          .gguf = true,
          .source = Source::LlamaCppQuantize};
}

/// mlx-lm quantises every linear layer, the token table and the head.
constexpr WeightPlan mlx(std::string_view id, std::string_view format) {
  return {.id = id,
          .matrix = format,
          .embedding = format,
          .head = format,
          .vectors = "bf16",
          .mlx = true,
          .source = Source::MlxQuantize};
}

/// exllamav2 meets an average over the layers' matrices; the head has 6 bits, or 8.
constexpr WeightPlan exl2(std::string_view id, std::string_view head = "exl2-6.0") {
  return {.id = id,
          .matrix = id,
          .embedding = "fp16",
          .head = head,
          .vectors = "fp16",
          .exl2 = true,
          .source = Source::Exllama};
}

/// Block fp8 as Transformers loads it: Qwen3's tied models come with a head of their own.
constexpr WeightPlan fp8_block() {
  WeightPlan plan = linear_layers("fp8-block", "fp8-block", Source::Fp8Block);
  plan.own_head = true;
  return plan;
}

/// mxfp4_moe: experts in mxfp4, all else in 8 bit.
constexpr WeightPlan mxfp4_moe() {
  WeightPlan plan = gguf("mxfp4_moe", "mxfp4", "q8_0", {}, "q8_0");
  plan.outside_experts = "q8_0";
  return plan;
}

constexpr std::array kPlans = {
    plain("fp32"),
    plain("fp16"),
    plain("bf16"),
    linear_layers("fp8", "fp8-tensor", Source::HfConfig),
    fp8_block(),
    linear_layers("int8", "int8-row", Source::LlmInt8),
    linear_layers("nf4", "nf4", Source::Qlora2023),
    linear_layers("nf4-dq", "nf4-dq", Source::Qlora2023),
    linear_layers("gptq-int4", "gptq4-g128", Source::Gptq2022),
    linear_layers("gptq-int8", "gptq8-g128", Source::Gptq2022),
    linear_layers("awq", "int4-g128", Source::Awq2023),
    linear_layers("packed-int4", "packed4-g128", Source::HfConfig),
    linear_layers("hqq-int4", "hqq4-g64", Source::HfConfig),
    linear_layers("mxfp4", "mxfp4", Source::OcpMx, "bf16"),
    linear_layers("nvfp4", "nvfp4", Source::Nvfp4),
    mlx("mlx-q8", "mlx8-g64"),
    mlx("mlx-q6", "mlx6-g64"),
    mlx("mlx-q4", "mlx4-g64"),
    mlx("mlx-q4-g32", "mlx4-g32"),
    mlx("mlx-q3", "mlx3-g64"),
    exl2("exl2-8.0", "exl2-8.0"),
    exl2("exl2-6.0"),
    exl2("exl2-5.0"),
    exl2("exl2-4.0"),
    exl2("exl2-3.0"),
    exl2("exl2-2.5"),
    gguf("q8_0", "q8_0", "q8_0"),
    gguf("q6_k", "q6_k", "q6_k"),
    gguf("q5_k_m", "q5_k", "q6_k", kQ5KM),
    gguf("q5_k_s", "q5_k", "q6_k"),
    gguf("q5_1", "q5_1", "q6_k"),
    gguf("q5_0", "q5_0", "q6_k"),
    gguf("q4_k_m", "q4_k", "q6_k", kQ4KM),
    gguf("q4_k_s", "q4_k", "q6_k", kQ4KS),
    gguf("q4_1", "q4_1", "q6_k"),
    gguf("q4_0", "q4_0", "q6_k"),
    gguf("q3_k_l", "q3_k", "q6_k", kQ3KL),
    gguf("q3_k_m", "q3_k", "q6_k", kQ3KM),
    gguf("q3_k_s", "q3_k", "q6_k", kQ3KS),
    gguf("q2_k", "q2_k", "q6_k", kQ2K),
    gguf("q2_k_s", "q2_k", "q6_k", kQ2KS),
    gguf("iq4_nl", "iq4_nl", "q6_k", kIq4),
    gguf("iq4_xs", "iq4_xs", "q6_k", kIq4),
    gguf("iq3_m", "iq3_s", "q6_k", kIq3M),
    gguf("iq3_s", "iq3_s", "q6_k", kIq3S),
    gguf("iq3_xs", "iq3_s", "q6_k", kIq3Xs),
    gguf("iq3_xxs", "iq3_xxs", "q5_k", kIq3Xxs, "iq3_s"),
    gguf("iq2_m", "iq2_s", "q5_k", kIq2S, "iq3_s"),
    gguf("iq2_s", "iq2_xs", "q5_k", kIq2S, "iq3_s"),
    gguf("iq2_xs", "iq2_xs", "q5_k", kIq2X, "q2_k"),
    gguf("iq2_xxs", "iq2_xxs", "q5_k", kIq2X, "q2_k"),
    gguf("iq1_m", "iq1_m", "q5_k", kIq1, "q2_k"),
    gguf("iq1_s", "iq1_s", "q5_k", kIq1, "q2_k"),
    gguf("tq2_0", "tq2_0", "q6_k", {}, "q4_k"),
    gguf("tq1_0", "tq1_0", "q6_k", {}, "q4_k"),
    mxfp4_moe(),
    // Mixes that go around with an 8-bit token table and head.
    gguf("q6_k_l", "q6_k", "q8_0", {}, "q8_0"),
    gguf("q5_k_l", "q5_k", "q8_0", kQ5KM, "q8_0"),
    gguf("q4_k_l", "q4_k", "q8_0", kQ4KM, "q8_0"),
    gguf("q3_k_xl", "q3_k", "q8_0", kQ3KL, "q8_0"),
    gguf("q2_k_l", "q2_k", "q8_0", kQ2K, "q8_0"),
};

}  // namespace

std::span<const WeightPlan> weight_plans() { return kPlans; }

const WeightPlan* find_weight_plan(std::string_view id) {
  if (const Format* dtype = find_format(id); dtype && dtype->elements == 1) id = dtype->id;
  for (const WeightPlan& row : kPlans) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

bool holds(When when, const MixPlace& place) {
  const uint64_t index = place.index;
  const uint64_t eighth = place.layers / 8;
  switch (when) {
    case Always:
      return true;
    case UseMoreBits:
      return index < eighth || index >= 7 * place.layers / 8 || (index - eighth) % 3 == 2;
    case FirstEighth:
      return index < eighth;
    case FirstSixteenth:
      return index < place.layers / 16;
    case FirstTwo:
      return index < 2;
    case FirstFour:
      return index < 4;
    case Middle:
      return index >= eighth && index < 7 * place.layers / 8;
    case WideGroups:
      return place.query_groups >= 4;
    case WideOrMoe:
      return place.query_groups >= 4 || place.experts >= 4;
    case EightExperts:
      return place.experts == 8;
  }
  return false;
}

}  // namespace vramscope
