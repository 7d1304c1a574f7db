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
    Format{"fp8-block", 1, 1, false, false, Source::Fp8Block, 0, 0, 0, 4},
    Format{"fp8-tensor", 1, 1, false, false, Source::HfConfig, 0, 0, 8},  // weight and input scale
    Format{"fp8-row", 1, 1, false, false, Source::HfConfig, 4},
    Format{"int8-row", 1, 1, false, false, Source::LlmInt8, 4, 0, 1},  // and a byte for its layout
    // fp16 scale and packed zero point a group; GPTQ keeps the group of each input.
    Format{"int4-g128", 256, 133, false, false, Source::Awq2023},
    Format{"int4-g64", 128, 69, false, false, Source::Awq2023},
    Format{"int4-g32", 64, 37, false, false, Source::Awq2023},
    Format{"gptq4-g128", 256, 133, false, false, Source::Gptq2022, 0, 4},
    Format{"gptq4-g64", 128, 69, false, false, Source::Gptq2022, 0, 4},
    Format{"gptq4-g32", 64, 37, false, false, Source::Gptq2022, 0, 4},
    Format{"gptq8-g128", 128, 131, false, false, Source::Gptq2022, 0, 4},
    Format{"gptq8-g32", 32, 35, false, false, Source::Gptq2022, 0, 4},
    Format{"gptq3-g128", 1024, 403, false, false, Source::Gptq2022, 0, 4},
    Format{"gptq2-g128", 512, 137, false, false, Source::Gptq2022, 0, 4},
    Format{"packed4-g128", 128, 66, false, false, Source::HfConfig, 0, 0, 16},  // symmetric
    Format{"packed4-g32", 32, 18, false, false, Source::HfConfig, 0, 0, 16},
    Format{"hqq4-g64", 64, 36, false, false, Source::HfConfig},  // fp16 scale and zero point
    // MLX: a group has a 16-bit scale and a 16-bit bias.
    Format{"mlx3-g64", 64, 28, false, false, Source::MlxQuantize},
    Format{"mlx4-g32", 32, 20, false, false, Source::MlxQuantize},
    Format{"mlx4-g64", 64, 36, false, false, Source::MlxQuantize},
    Format{"mlx6-g64", 64, 52, false, false, Source::MlxQuantize},
    Format{"mlx8-g64", 64, 68, false, false, Source::MlxQuantize},
    // EXL2: bits a weight on average, scales included.
    Format{"exl2-2.5", 256, 80, false, false, Source::Exllama},
    Format{"exl2-3.0", 256, 96, false, false, Source::Exllama},
    Format{"exl2-4.0", 256, 128, false, false, Source::Exllama},
    Format{"exl2-5.0", 256, 160, false, false, Source::Exllama},
    Format{"exl2-6.0", 256, 192, false, false, Source::Exllama},
    Format{"exl2-8.0", 256, 256, false, false, Source::Exllama},
    Format{"nf4", 64, 36, false, false, Source::Qlora2023},          // fp32 absmax for each 64
    Format{"nf4-dq", 16384, 8452, false, false, Source::Qlora2023},  // 4.127 bit: absmax in 8 bit
    Format{"mxfp4", 32, 17, true, false, Source::OcpMx},
    Format{"nvfp4", 16, 9, false, false, Source::Nvfp4, 0, 0,
           8},  // fp32 scales of weight and input
    Format{"q4_0", 32, 18, true, true, Source::GgmlBlocks},
    Format{"q4_1", 32, 20, true, true, Source::GgmlBlocks},
    Format{"q5_0", 32, 22, true, true, Source::GgmlBlocks},
    Format{"q5_1", 32, 24, true, true, Source::GgmlBlocks},
    Format{"q8_0", 32, 34, true, true, Source::GgmlBlocks},
    Format{"iq1_s", 256, 50, true, false, Source::GgmlBlocks},
    Format{"iq1_m", 256, 56, true, false, Source::GgmlBlocks},
    Format{"iq2_xxs", 256, 66, true, false, Source::GgmlBlocks},
    Format{"iq2_xs", 256, 74, true, false, Source::GgmlBlocks},
    Format{"iq2_s", 256, 82, true, false, Source::GgmlBlocks},
    Format{"iq3_xxs", 256, 98, true, false, Source::GgmlBlocks},
    Format{"iq3_s", 256, 110, true, false, Source::GgmlBlocks},
    Format{"tq1_0", 256, 54, true, false, Source::GgmlBlocks},
    Format{"tq2_0", 256, 66, true, false, Source::GgmlBlocks},
    Format{"q2_k", 256, 84, true, false, Source::GgmlBlocks},
    Format{"q3_k", 256, 110, true, false, Source::GgmlBlocks},
    Format{"q4_k", 256, 144, true, false, Source::GgmlBlocks},
    Format{"q5_k", 256, 176, true, false, Source::GgmlBlocks},
    Format{"q6_k", 256, 210, true, false, Source::GgmlBlocks},
    Format{"iq4_nl", 32, 18, true, true, Source::GgmlBlocks},
    Format{"iq4_xs", 256, 136, true, false, Source::GgmlBlocks},
    Format{"q8_1", 32, 36, true, false, Source::GgmlBlocks},
    Format{"q8_k", 256, 292, true, false, Source::GgmlBlocks},
    Format{"q1_0", 128, 18, true, false, Source::GgmlBlocks},
    Format{"q2_0", 64, 18, true, false, Source::GgmlBlocks},
    Format{"int16", 1, 2, true, false, Source::GgmlBlocks},
    Format{"int32", 1, 4, true, false, Source::GgmlBlocks},
    Format{"int64", 1, 8, true, false, Source::GgmlBlocks},
    Format{"fp64", 1, 8, true, false, Source::GgmlBlocks},
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

}  // namespace vramscope
