#include "tables/dtypes.h"

#include <array>

#include "tables/formats.h"

namespace vramscope {
namespace {

// Name in the header | id | elements and bytes.   Source: safetensors README, format.
struct SafetensorsRow {
  std::string_view name;
  StoredDtype dtype;
};
constexpr std::array kSafetensors = {
    SafetensorsRow{"BF16", {"bf16", 1, 2}},
    SafetensorsRow{"BOOL", {"bool", 1, 1}},
    SafetensorsRow{"C64", {"c64", 1, 8}},
    SafetensorsRow{"F16", {"fp16", 1, 2}},
    SafetensorsRow{"F32", {"fp32", 1, 4}},
    SafetensorsRow{"F4", {"fp4", 2, 1}},
    SafetensorsRow{"F64", {"fp64", 1, 8}},
    SafetensorsRow{"F6_E2M3", {"fp6-e2m3", 4, 3}},
    SafetensorsRow{"F6_E3M2", {"fp6-e3m2", 4, 3}},
    SafetensorsRow{"F8_E4M3", {"fp8-e4m3", 1, 1}},
    SafetensorsRow{"F8_E4M3FNUZ", {"fp8-e4m3fnuz", 1, 1}},
    SafetensorsRow{"F8_E5M2", {"fp8-e5m2", 1, 1}},
    SafetensorsRow{"F8_E5M2FNUZ", {"fp8-e5m2fnuz", 1, 1}},
    SafetensorsRow{"F8_E8M0", {"fp8-e8m0", 1, 1}},
    SafetensorsRow{"I16", {"int16", 1, 2}},
    SafetensorsRow{"I32", {"int32", 1, 4}},
    SafetensorsRow{"I64", {"int64", 1, 8}},
    SafetensorsRow{"I8", {"int8", 1, 1}},
    SafetensorsRow{"U16", {"u16", 1, 2}},
    SafetensorsRow{"U32", {"u32", 1, 4}},
    SafetensorsRow{"U64", {"u64", 1, 8}},
    SafetensorsRow{"U8", {"u8", 1, 1}},
};

// enum ggml_type, by its number; the sizes are in the format table. Empty: removed long ago, or
// never used. The interleaved 4-bit types of 2024 (31-33, 36-38) take the room of what they
// rearrange.   Source: ggml.h.
constexpr std::array<std::string_view, 43> kGgml = {
    "fp32",    "fp16",   "q4_0",   "q4_1",  "",      "",       "q5_0", "q5_1",    "q8_0",
    "q8_1",    "q2_k",   "q3_k",   "q4_k",  "q5_k",  "q6_k",   "q8_k", "iq2_xxs", "iq2_xs",
    "iq3_xxs", "iq1_s",  "iq4_nl", "iq3_s", "iq2_s", "iq4_xs", "int8", "int16",   "int32",
    "int64",   "fp64",   "iq1_m",  "bf16",  "q4_0",  "q4_0",   "q4_0", "tq1_0",   "tq2_0",
    "iq4_nl",  "iq4_nl", "iq4_nl", "mxfp4", "nvfp4", "q1_0",   "q2_0"};

// enum llama_ftype, by its number.   Source: llama.h.
constexpr std::array<std::string_view, 39> kFileTypes = {
    "fp32",   "fp16",   "q4_0",  "q4_1",    "",       "",       "",       "q8_0",
    "q5_0",   "q5_1",   "q2_k",  "q3_k_s",  "q3_k_m", "q3_k_l", "q4_k_s", "q4_k_m",
    "q5_k_s", "q5_k_m", "q6_k",  "iq2_xxs", "iq2_xs", "q2_k_s", "iq3_xs", "iq3_xxs",
    "iq1_s",  "iq4_nl", "iq3_s", "iq3_m",   "iq2_s",  "iq2_m",  "iq4_xs", "iq1_m",
    "bf16",   "q4_0",   "q4_0",  "q4_0",    "tq1_0",  "tq2_0",  "mxfp4"};

}  // namespace

const StoredDtype* safetensors_dtype(std::string_view name) {
  for (const SafetensorsRow& row : kSafetensors) {
    if (row.name == name) return &row.dtype;
  }
  return nullptr;
}

StoredDtype ggml_dtype(uint32_t type) {
  const std::string_view id = type < kGgml.size() ? kGgml[type] : std::string_view();
  const Format* format = id.empty() ? nullptr : find_format(id);
  return format ? StoredDtype{format->id, format->elements, format->bytes} : StoredDtype{};
}

std::string_view gguf_file_type(uint32_t type) {
  return type < kFileTypes.size() ? kFileTypes[type] : std::string_view();
}

}  // namespace vramscope
