// Model families as rows: what the modelling code assumes when a config.json is silent, and what
// the file never says. A new family is a new row; no formula asks for a family by name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vramscope/model_spec.h"

namespace vramscope {

/// Which layers look back only a window when the file has no list of layer types.
enum class WindowPattern : uint8_t {
  None,            ///< no layer
  AllLayers,       ///< each layer, when sliding_window is given
  WhenSwitchedOn,  ///< layers from max_window_layers on, when use_sliding_window is true (Qwen2)
  EveryOther,      ///< even layers slide, odd layers do not (Gemma 2)
  AllButEveryNth,  ///< each sliding_window_pattern-th layer is full, the others slide (Gemma 3)
  ChunkedRoped,    ///< three of four layers attend within a chunk (Llama 4)
};

/// What a layer without full attention is.
enum class RecurrentForm : uint8_t {
  None,
  GatedDelta,  ///< linear_* fields
  KimiDelta,   ///< linear_attn_config
  Mamba,       ///< mamba_d_state, or state_size
  Mamba2,      ///< mamba_n_heads, mamba_num_heads, or num_heads
  ShortConv,   ///< conv_L_cache
  Rwkv4,
  Rwkv5,
  Rwkv6,
  Lightning,
};

/// How the whole model is put together.
enum class Frame : uint8_t {
  Decoder,         ///< layers of a mixer and a feed-forward block
  SingleBlock,     ///< each layer is one block: attention, state space or feed-forward
  EncoderDecoder,  ///< T5, Whisper
  Encoder,         ///< BERT
  BlockList,       ///< block_configs: each layer by itself (Nemotron NAS)
};

struct Family {
  std::string_view model_type;
  Frame frame = Frame::Decoder;
  FfnKind ffn = FfnKind::Gated;
  bool qkv_bias = false;  ///< when neither bias field is there
  bool o_bias = false;
  bool biases_follow = false;     ///< attention_bias is honoured for the output too, and mlp_bias
  bool qkv_bias_follows = false;  ///< attention_bias is honoured for queries, keys and values only
  std::string_view bias_field = {};  ///< one field for all biases, or for those of q, k and v
  bool ffn_bias = false;
  bool fused_qkv = false;
  QkNorm qk_norm = QkNorm::None;
  std::string_view qk_norm_field = {};  ///< qk_norm holds only where this field is true
  bool output_gate = false;
  bool sinks = false;
  uint32_t norms = 2;                     ///< a layer
  std::string_view one_norm_field = {};   ///< a single norm where this field is true
  std::string_view two_norms_field = {};  ///< two norms where this field is true
  bool norm_bias = false;
  bool tied = false;  ///< when tie_word_embeddings is absent
  bool head_bias = false;
  bool learned_positions = false;
  uint32_t extra_positions = 0;  ///< rows of the position table that the file does not count
  WindowPattern window = WindowPattern::None;
  uint32_t window_period = 0;  ///< of the pattern, when the file does not say; 0: 6
  RecurrentForm recurrent = RecurrentForm::None;
  bool recurrent_only = false;  ///< no layer attends
  bool all_hybrid = false;      ///< each layer attends and recurs side by side (Falcon-H1)
  uint32_t router_vectors = 0;  ///< numbers an expert beside the router's matrix
  uint32_t router_norms = 0;    ///< vectors of hidden_size that a mixture adds (Gemma 4)
  uint32_t shared_experts = 0;  ///< that every token uses, when the file does not count them
  bool shared_gate = false;     ///< of the shared expert
  bool expert_bias = false;     ///< biases inside the experts
  bool halved_ffn = false;      ///< intermediate_size counts gate and up together (Qwen 1)
  bool latent_bias = false;     ///< attention_bias is honoured in latent attention
  bool embedding_norm = false;  ///< a norm right after the token table
  bool first_norm = false;      ///< one more norm before the first layer (RWKV)
  uint32_t mtp_layers = 0;      ///< when the file does not count them
  bool mtp_repeats_embedding = false;
  // Buffers that published files may hold beside the parameters.
  uint32_t rotary_tables = 0;  ///< 1: one of a quarter head (ChatGLM); 2: half a head a layer
  uint32_t masks_every = 0;    ///< a causal mask in each n-th layer (GPT-Neo, GPT-NeoX)
  // Class defaults for fields that published files leave out; 0: the field is required.
  uint32_t hidden_size = 0;
  uint32_t num_hidden_layers = 0;
  uint32_t intermediate_size = 0;
  uint32_t num_attention_heads = 0;
  uint32_t num_key_value_heads = 0;
  uint32_t head_dim = 0;
  uint32_t vocab_size = 0;
  uint32_t max_position_embeddings = 0;
  uint32_t sliding_window = 0;
  uint32_t full_attention_every = 0;  ///< of hybrids that do not say
  float attention_dropout = 0;
};

std::span<const Family> families();
const Family* find_family(std::string_view model_type);
/// How an unknown architecture is read: a pre-norm decoder with gated feed-forward.
const Family& generic_family();

}  // namespace vramscope
