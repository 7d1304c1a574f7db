// Model families as rows. A new family is a new row; no formula asks for a family by name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vramscope/model_spec.h"

namespace vramscope {

/// Which layers look back only a window.
enum class WindowPattern : uint8_t {
  None,            ///< no layer
  AllLayers,       ///< each layer, when sliding_window is given
  WhenSwitchedOn,  ///< layers from max_window_layers on, when use_sliding_window is true (Qwen2)
  EveryOther,      ///< even layers slide, odd layers do not (Gemma 2)
  AllButEveryNth,  ///< each sliding_window_pattern-th layer is full, the others slide (Gemma 3)
};

/// What the modelling code assumes when a config.json is silent, and what it never says.
struct Family {
  std::string_view model_type;
  FfnKind ffn = FfnKind::Gated;
  bool qkv_bias = false;  ///< when attention_bias is absent
  bool o_bias = false;
  bool bias_follows_config = false;  ///< attention_bias and mlp_bias are honoured
  bool ffn_bias = false;
  bool qk_norm = false;
  uint64_t norms = 2;  ///< a layer
  bool norm_bias = false;
  bool tied = false;  ///< when tie_word_embeddings is absent
  bool learned_positions = false;
  WindowPattern window = WindowPattern::None;
  // Class defaults for fields that published files leave out; 0: the field is required.
  uint64_t num_attention_heads = 0;
  uint64_t num_key_value_heads = 0;
  uint64_t head_dim = 0;
  uint64_t vocab_size = 0;
  uint64_t sliding_window = 0;
  double attention_dropout = 0;
};

std::span<const Family> families();
const Family* find_family(std::string_view model_type);
/// How an unknown architecture is read: a pre-norm decoder with gated feed-forward.
const Family& generic_family();

}  // namespace vramscope
