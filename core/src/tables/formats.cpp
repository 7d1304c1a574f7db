#include "tables/formats.h"

#include <array>

#include "text/ids.h"

namespace vramscope {
namespace {

// id | elements and bytes of a block (scales included) | ggml | cache | source
constexpr std::array kFormats = {
    Format{"fp32", 1, 4, true, true, Source::HfConfig},
    Format{"fp16", 1, 2, true, true, Source::HfConfig},
    Format{"bf16", 1, 2, true, true, Source::HfConfig},
    Format{"fp8", 1, 1, false, true, Source::HfConfig},
    Format{"int8", 1, 1, false, true, Source::LlmInt8},
    Format{"fp8-block", 16384, 16388, false, false, Source::Fp8Block},  // 128 x 128 and fp32 scale
    Format{"int4-g128", 256, 133, false, false, Source::Gptq2022},   // fp16 scale, 4-bit zero point
    Format{"int8-g128", 128, 131, false, false, Source::Gptq2022},   // fp16 scale, 8-bit zero point
    Format{"nf4", 64, 36, false, false, Source::Qlora2023},          // fp32 absmax for each 64
    Format{"nf4-dq", 16384, 8452, false, false, Source::Qlora2023},  // 4.127 bit: absmax in 8 bit
    Format{"mxfp4", 32, 17, true, false, Source::OcpMx},
    Format{"nvfp4", 16, 9, false, false, Source::Nvfp4},
    Format{"q4_0", 32, 18, true, true, Source::GgmlBlocks},
    Format{"q4_1", 32, 20, true, true, Source::GgmlBlocks},
    Format{"q5_0", 32, 22, true, true, Source::GgmlBlocks},
    Format{"q5_1", 32, 24, true, true, Source::GgmlBlocks},
    Format{"q8_0", 32, 34, true, true, Source::GgmlBlocks},
    Format{"q2_k", 256, 84, true, false, Source::GgmlBlocks},
    Format{"q3_k", 256, 110, true, false, Source::GgmlBlocks},
    Format{"q4_k", 256, 144, true, false, Source::GgmlBlocks},
    Format{"q5_k", 256, 176, true, false, Source::GgmlBlocks},
    Format{"q6_k", 256, 210, true, false, Source::GgmlBlocks},
    Format{"iq4_nl", 32, 18, true, true, Source::GgmlBlocks},
    Format{"iq4_xs", 256, 136, true, false, Source::GgmlBlocks},
    Format{"q8_1", 32, 36, true, false, Source::GgmlBlocks},
    Format{"q8_k", 256, 292, true, false, Source::GgmlBlocks},
    Format{"iq1_s", 256, 50, true, false, Source::GgmlBlocks},
    Format{"iq1_m", 256, 56, true, false, Source::GgmlBlocks},
    Format{"iq2_xxs", 256, 66, true, false, Source::GgmlBlocks},
    Format{"iq2_xs", 256, 74, true, false, Source::GgmlBlocks},
    Format{"iq2_s", 256, 82, true, false, Source::GgmlBlocks},
    Format{"iq3_xxs", 256, 98, true, false, Source::GgmlBlocks},
    Format{"iq3_s", 256, 110, true, false, Source::GgmlBlocks},
    Format{"tq1_0", 256, 54, true, false, Source::GgmlBlocks},
    Format{"tq2_0", 256, 66, true, false, Source::GgmlBlocks},
    Format{"q1_0", 128, 18, true, false, Source::GgmlBlocks},
    Format{"q2_0", 64, 18, true, false, Source::GgmlBlocks},
    Format{"int16", 1, 2, true, false, Source::GgmlBlocks},
    Format{"int32", 1, 4, true, false, Source::GgmlBlocks},
    Format{"int64", 1, 8, true, false, Source::GgmlBlocks},
    Format{"fp64", 1, 8, true, false, Source::GgmlBlocks},
};

/// A checkpoint in one 16- or 32-bit type.
constexpr WeightPlan plain(std::string_view id) {
  return {.id = id, .matrix = id, .embedding = id, .head = id, .vectors = id};
}

/// Linear layers quantised; embedding, head and vectors stay 16 bit.
constexpr WeightPlan linear_layers(std::string_view id, std::string_view format, Source source) {
  return {.id = id,
          .matrix = format,
          .embedding = "bf16",
          .head = "bf16",
          .vectors = "bf16",
          .source = source};
}

/// A llama.cpp file type whose matrices all have the base type, with the usual 6-bit head.
constexpr WeightPlan gguf(std::string_view id, std::string_view base, std::string_view head) {
  return {.id = id,
          .matrix = base,
          .embedding = base,
          .head = head,
          .vectors = "fp32",
          .gguf = true,
          .source = Source::LlamaCppQuantize};
}

constexpr WeightPlan gguf_mix(WeightPlan plan, std::string_view attn_v, MoreBits attn_v_rule,
                              std::string_view attn_v_base, std::string_view ffn_down,
                              MoreBits ffn_down_rule, std::string_view ffn_down_base,
                              std::string_view attn_output = {}) {
  plan.attn_v = attn_v;
  plan.attn_v_rule = attn_v_rule;
  plan.attn_v_base = attn_v_base;
  plan.ffn_down = ffn_down;
  plan.ffn_down_rule = ffn_down_rule;
  plan.ffn_down_base = ffn_down_base;
  plan.attn_output = attn_output;
  return plan;
}

constexpr std::array kPlans = {
    plain("fp32"),
    plain("fp16"),
    plain("bf16"),
    linear_layers("fp8", "fp8", Source::HfConfig),
    linear_layers("fp8-block", "fp8-block", Source::Fp8Block),
    linear_layers("int8", "int8", Source::LlmInt8),
    linear_layers("nf4", "nf4", Source::Qlora2023),
    linear_layers("nf4-dq", "nf4-dq", Source::Qlora2023),
    linear_layers("gptq-int4", "int4-g128", Source::Gptq2022),
    linear_layers("gptq-int8", "int8-g128", Source::Gptq2022),
    linear_layers("awq", "int4-g128", Source::Awq2023),
    linear_layers("mxfp4", "mxfp4", Source::OcpMx),
    linear_layers("nvfp4", "nvfp4", Source::Nvfp4),
    gguf("q8_0", "q8_0", "q8_0"),
    gguf("q6_k", "q6_k", "q6_k"),
    gguf_mix(gguf("q5_k_m", "q5_k", "q6_k"), "q6_k", MoreBits::UseMoreBits, {}, "q6_k",
             MoreBits::UseMoreBits, {}),
    gguf("q5_k_s", "q5_k", "q6_k"),
    gguf_mix(gguf("q4_k_m", "q4_k", "q6_k"), "q6_k", MoreBits::UseMoreBits, {}, "q6_k",
             MoreBits::UseMoreBits, {}),
    gguf_mix(gguf("q4_k_s", "q4_k", "q6_k"), "q5_k", MoreBits::FirstFour, {}, "q5_k",
             MoreBits::FirstEighth, {}),
    gguf("q4_0", "q4_0", "q6_k"),
    gguf_mix(gguf("q3_k_l", "q3_k", "q6_k"), "q5_k", MoreBits::Always, {}, "q5_k", MoreBits::Always,
             {}, "q5_k"),
    gguf_mix(gguf("q3_k_m", "q3_k", "q6_k"), "q5_k", MoreBits::FirstTwo, "q4_k", "q5_k",
             MoreBits::FirstSixteenth, "q4_k", "q4_k"),
    gguf("q3_k_s", "q3_k", "q6_k"),
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* find_format(std::string_view id) {
  for (const Format& row : kFormats) {
    if (same_id(row.id, id)) return &row;
  }
  if (same_id(id, "f32") || same_id(id, "float32")) return &kFormats[0];
  if (same_id(id, "f16") || same_id(id, "float16")) return &kFormats[1];
  return same_id(id, "bfloat16") ? &kFormats[2] : nullptr;
}

std::span<const WeightPlan> weight_plans() { return kPlans; }

const WeightPlan* find_weight_plan(std::string_view id) {
  if (const Format* dtype = find_format(id); dtype && dtype->elements == 1) id = dtype->id;
  for (const WeightPlan& row : kPlans) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

bool takes_more_bits(MoreBits rule, uint64_t index, uint64_t layers) {
  switch (rule) {
    case MoreBits::Never:
      return false;
    case MoreBits::Always:
      return true;
    case MoreBits::UseMoreBits:
      return index < layers / 8 || index >= 7 * layers / 8 || (index - layers / 8) % 3 == 2;
    case MoreBits::FirstEighth:
      return index < layers / 8;
    case MoreBits::FirstSixteenth:
      return index < layers / 16;
    case MoreBits::FirstTwo:
      return index < 2;
    case MoreBits::FirstFour:
      return index < 4;
  }
  return false;
}

}  // namespace vramscope
