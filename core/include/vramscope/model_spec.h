// ModelSpec: what a model is made of, as far as memory goes. A list of groups of like layers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vramscope {

enum class AttentionKind : uint8_t {
  Full,     ///< every token before it
  Sliding,  ///< the last `sliding_window` tokens
};

/// Grouped-query attention (multi-head and multi-query are its ends).
/// Shapes: q (heads*head_dim x hidden), k and v (kv_heads*head_dim x hidden), o (hidden x
/// heads*head_dim).
struct Attention {
  AttentionKind kind = AttentionKind::Full;
  uint64_t num_attention_heads = 0;
  uint64_t num_key_value_heads = 0;
  uint64_t head_dim = 0;
  uint64_t sliding_window = 0;  ///< tokens; only for Sliding
  bool qkv_bias = false;
  bool o_bias = false;
  bool qk_norm = false;  ///< two norm vectors of head_dim
  bool operator==(const Attention&) const = default;

  uint64_t q_size() const { return num_attention_heads * head_dim; }
  uint64_t kv_size() const { return num_key_value_heads * head_dim; }
};

enum class FfnKind : uint8_t {
  Gated,  ///< gate, up, down: SwiGLU, GeGLU
  Plain,  ///< up, down: GELU, ReLU
};

/// Feed-forward block; a mixture of experts when num_experts > 0.
struct Ffn {
  FfnKind kind = FfnKind::Gated;
  uint64_t intermediate_size = 0;  ///< of one expert in a mixture
  bool bias = false;
  uint64_t num_experts = 0;  ///< 0: a dense block
  uint64_t num_experts_per_tok = 0;
  bool operator==(const Ffn&) const = default;

  uint64_t matrices() const { return kind == FfnKind::Gated ? 3 : 2; }
};

/// `count` layers that are alike.
struct LayerGroup {
  uint64_t count = 0;
  Attention attention;
  Ffn ffn;
  uint64_t norms = 2;      ///< norm vectors of hidden_size a layer
  bool norm_bias = false;  ///< LayerNorm with bias instead of RMSNorm
  bool operator==(const LayerGroup&) const = default;
};

/// An encoder beside the language model (SigLIP and the like), with its projector.
struct VisionTower {
  uint64_t hidden_size = 0;
  uint64_t intermediate_size = 0;
  uint64_t num_hidden_layers = 0;
  uint64_t num_attention_heads = 0;
  uint64_t num_channels = 3;
  uint64_t patch_size = 0;  ///< pixels
  uint64_t image_size = 0;  ///< pixels
  bool operator==(const VisionTower&) const = default;
};

struct ModelSpec {
  std::string id;      ///< catalogue id, or the name of a dropped file
  std::string name;    ///< for people
  std::string family;  ///< model_type of the config
  uint64_t hidden_size = 0;
  uint64_t vocab_size = 0;
  uint64_t max_position_embeddings = 0;      ///< 0: the config does not say
  uint64_t learned_position_embeddings = 0;  ///< rows of a learned position table (GPT-2)
  bool tie_word_embeddings = false;
  bool final_norm_bias = false;
  double attention_dropout = 0;  ///< probability while training
  std::vector<std::string>
      not_read;          ///< fields of the config that change sizes and are not understood
  bool generic = false;  ///< unknown architecture read as a plain decoder
  uint64_t gguf_rope_factors = 0;     ///< fp32 numbers that only a GGUF file stores
  std::string stored_dtype = "bf16";  ///< of the checkpoint; an id of the dtype table
  std::vector<LayerGroup> groups;
  std::vector<uint16_t> layer_order;  ///< group of each layer, first to last
  std::optional<VisionTower> vision;
  bool operator==(const ModelSpec&) const = default;

  uint64_t num_hidden_layers() const;
};

/// One weight matrix or vector of a model, `copies` times.
enum class Module : uint8_t {
  TokenEmbedding,
  PositionEmbedding,
  LmHead,
  Query,
  Key,
  Value,
  AttentionOutput,
  Gate,
  Up,
  Down,
  Router,
  Norm,
  Bias,
  Vision,
  Projector,
};
struct ModelTensor {
  Module module = Module::Norm;
  int group = -1;        ///< index of the layer group; -1 outside the layers
  uint64_t rows = 1;     ///< output features; 1 for a vector
  uint64_t columns = 0;  ///< input features
  uint64_t copies = 1;   ///< layers x experts
  uint64_t active = 1;   ///< of the copies, how many one token uses
  double elements() const {
    return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(copies);
  }
};

/// Every tensor of the model, in the order embedding, layers by group, final norm, head, vision.
/// A tied head is not listed.
std::vector<ModelTensor> model_tensors(const ModelSpec& spec);

/// Exact counts that follow from the tensors.
struct ParameterCounts {
  double total = 0;  ///< unique parameters
  double active =
      0;  ///< that one token multiplies: experts it is routed to, the head, not the lookup table
  double active_with_lookup = 0;  ///< the same with the lookup table, as 6N counts it
  double embedding = 0;           ///< token and learned position tables
  double lm_head = 0;             ///< of an untied head
  double layers = 0;
  double extras = 0;  ///< vision tower and projector
  bool operator==(const ParameterCounts&) const = default;
};
ParameterCounts count_parameters(const ModelSpec& spec);

}  // namespace vramscope
