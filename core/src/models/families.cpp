#include "models/families.h"

#include <array>

namespace vramscope {
namespace {

// Source of every row: the configuration and modelling classes of Hugging Face transformers,
// src/transformers/models/<model_type>/, release 4.57.
constexpr std::array kFamilies = {
    Family{.model_type = "gemma", .tied = true, .head_dim = 256},
    Family{.model_type = "gemma2",
           .norms = 4,
           .tied = true,
           .window = WindowPattern::EveryOther,
           .head_dim = 256,
           .sliding_window = 4096},
    Family{.model_type = "gemma3_text",
           .qk_norm = true,
           .norms = 4,
           .tied = true,
           .window = WindowPattern::AllButEveryNth,
           .num_attention_heads = 8,
           .num_key_value_heads = 4,
           .head_dim = 256,
           .vocab_size = 262208,
           .sliding_window = 4096},
    Family{.model_type = "gpt2",
           .ffn = FfnKind::Plain,
           .qkv_bias = true,
           .o_bias = true,
           .ffn_bias = true,
           .norm_bias = true,
           .tied = true,
           .learned_positions = true,
           .attention_dropout = 0.1},
    Family{.model_type = "llama", .bias_follows_config = true},
    Family{.model_type = "mistral", .window = WindowPattern::AllLayers},
    Family{.model_type = "mixtral", .window = WindowPattern::AllLayers},
    Family{.model_type = "phi3", .window = WindowPattern::AllLayers},
    Family{.model_type = "qwen2", .qkv_bias = true, .window = WindowPattern::WhenSwitchedOn},
    Family{.model_type = "qwen3",
           .bias_follows_config = true,
           .qk_norm = true,
           .window = WindowPattern::WhenSwitchedOn,
           .head_dim = 128},
};

constexpr Family kGeneric{.model_type = "generic", .bias_follows_config = true};

}  // namespace

std::span<const Family> families() { return kFamilies; }

const Family* find_family(std::string_view model_type) {
  for (const Family& row : kFamilies) {
    if (row.model_type == model_type) return &row;
  }
  return nullptr;
}

const Family& generic_family() { return kGeneric; }

}  // namespace vramscope
