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
  Chunked,  ///< the tokens of its own chunk of `sliding_window` tokens (Llama 4)
};

/// Norm vectors on queries and keys.
enum class QkNorm : uint8_t {
  None,
  PerHead,  ///< one vector of head_dim for queries, one for keys
  Whole,    ///< a vector over all query heads, one over all key heads
};

/// Grouped-query attention (multi-head and multi-query are its ends).
/// Shapes: q (heads*head_dim x hidden), k (kv_heads*head_dim x hidden), v (kv_heads*v_head_dim x
/// hidden), o (hidden x heads*v_head_dim).
struct Attention {
  AttentionKind kind = AttentionKind::Full;
  uint64_t num_attention_heads = 0;
  uint64_t num_key_value_heads = 0;
  uint64_t head_dim = 0;
  uint64_t v_head_dim = 0;      ///< 0: as head_dim
  uint64_t sliding_window = 0;  ///< tokens; not for Full
  QkNorm qk_norm = QkNorm::None;
  bool qkv_bias = false;
  bool no_k_bias = false;  ///< qkv_bias without the key's (Whisper)
  bool o_bias = false;
  bool fused_qkv = false;        ///< one matrix in the checkpoint
  bool output_gate = false;      ///< the query projection also makes a gate of the same size
  bool head_gate = false;        ///< a gate number a head (Step)
  bool keys_are_values = false;  ///< no value projection; both are cached
  bool shares_kv = false;        ///< reads another layer's cache: no k, no v, no cache of its own
  bool sinks = false;            ///< one learned number a head
  bool operator==(const Attention&) const = default;

  uint64_t value_dim() const { return v_head_dim ? v_head_dim : head_dim; }
  uint64_t q_size() const { return num_attention_heads * head_dim; }
  uint64_t o_size() const { return num_attention_heads * value_dim(); }
  uint64_t k_size() const { return num_key_value_heads * head_dim; }
  uint64_t v_size() const { return num_key_value_heads * value_dim(); }
};

/// Multi-head latent attention: keys and values are rebuilt from one cached vector a token of
/// kv_lora_rank + qk_rope_head_dim elements. Source: DeepSeek-V2, arXiv 2405.04434.
struct LatentAttention {
  uint64_t num_attention_heads = 0;
  uint64_t q_lora_rank = 0;  ///< 0: queries have one full matrix
  uint64_t kv_lora_rank = 0;
  uint64_t qk_nope_head_dim = 0;
  uint64_t qk_rope_head_dim = 0;
  uint64_t v_head_dim = 0;
  uint64_t index_n_heads = 0;  ///< of the sparse-attention indexer (DeepSeek-V3.2); 0: none
  uint64_t index_head_dim = 0;
  bool bias = false;  ///< on the two down-projections and the output
  bool operator==(const LatentAttention&) const = default;

  uint64_t qk_head_dim() const { return qk_nope_head_dim + qk_rope_head_dim; }
  uint64_t q_size() const { return num_attention_heads * qk_head_dim(); }
  uint64_t o_size() const { return num_attention_heads * v_head_dim; }
  uint64_t cached() const { return kv_lora_rank + qk_rope_head_dim; }  ///< elements a token
};

/// Attention over a short window and, beyond it, over one key for each `compress_ratio` tokens;
/// keys are values. Queries and outputs go through low ranks. Source: the shapes of DeepSeek-V4's
/// published implementation, which no published count confirms yet.
struct CompressedAttention {
  uint64_t num_attention_heads = 0;
  uint64_t head_dim = 0;
  uint64_t q_lora_rank = 0;
  uint64_t o_lora_rank = 0;
  uint64_t o_groups = 0;
  uint64_t sliding_window = 0;
  uint64_t compress_ratio = 0;  ///< 0: only the window
  uint64_t index_n_heads = 0;   ///< of the indexer that picks compressed keys; 0: none
  uint64_t index_head_dim = 0;
  bool operator==(const CompressedAttention&) const = default;

  uint64_t q_size() const { return num_attention_heads * head_dim; }
};

enum class RecurrentKind : uint8_t {
  GatedDelta,  ///< Qwen3-Next: one convolution over q, k and v, a state of key x value a head
  KimiDelta,   ///< Kimi Linear: three convolutions and low-rank gates
  Mamba,       ///< selective state space, version 1
  Mamba2,      ///< heads of a state space
  ShortConv,   ///< gated convolution without another state (LFM2)
  Rwkv4,
  Rwkv5,
  Rwkv6,
  Lightning,  ///< linear attention with decay (MiniMax-01)
};

/// A block whose memory of the past does not grow with the context.
struct Recurrent {
  RecurrentKind kind = RecurrentKind::Mamba;
  uint64_t num_heads = 0;      ///< value heads
  uint64_t head_dim = 0;       ///< of a value head
  uint64_t num_key_heads = 0;  ///< groups in Mamba 2
  uint64_t state_size = 0;     ///< key head width in delta and linear attention
  uint64_t inner_size = 0;     ///< channels inside the block
  uint64_t conv_kernel = 0;
  uint64_t rank = 0;  ///< of the step's or gates' low-rank projection
  bool bias = false;
  bool conv_bias = false;
  bool inner_norms = false;  ///< norms on dt, B and C (Jamba), or on the inner channels
  bool operator==(const Recurrent&) const = default;

  uint64_t conv_channels() const;   ///< that the convolution keeps a past of
  uint64_t state_elements() const;  ///< of one sequence, beside the convolution's past
};

enum class FfnKind : uint8_t {
  Gated,  ///< gate, up, down: SwiGLU, GeGLU
  Plain,  ///< up, down: GELU, ReLU
  Rwkv,   ///< key, value and a square receptance
};

/// Feed-forward block; a mixture of experts when num_experts > 0.
struct Ffn {
  FfnKind kind = FfnKind::Gated;
  uint64_t intermediate_size = 0;  ///< of one expert in a mixture
  bool bias = false;
  uint64_t num_experts = 0;  ///< 0: a dense block
  uint64_t num_experts_per_tok = 0;
  uint64_t shared_intermediate_size = 0;  ///< of the experts that every token uses, together
  uint64_t dense_intermediate_size = 0;   ///< of a dense block that works beside the mixture
  uint64_t latent_size = 0;               ///< experts work in this width; 0: in hidden_size
  uint64_t router_vectors = 0;  ///< numbers an expert beside the router's matrix: bias, scale
  bool shared_gate = false;     ///< a vector decides how much of the shared expert is used
  bool operator==(const Ffn&) const = default;

  uint64_t matrices() const { return kind == FfnKind::Gated ? 3 : 2; }
};

/// `count` layers that are alike. A layer is the sum of the blocks it has.
struct LayerGroup {
  uint64_t count = 0;
  std::optional<Attention> attention = {};
  std::optional<LatentAttention> latent = {};
  std::optional<CompressedAttention> compressed = {};
  std::optional<Recurrent> recurrent = {};
  std::optional<Attention> cross = {};  ///< attention to an encoder's output
  std::optional<Ffn> ffn = {};
  uint64_t norms = 2;             ///< norm vectors of hidden_size a layer
  bool norm_bias = false;         ///< LayerNorm with bias instead of RMSNorm
  bool encoder = false;           ///< sees all tokens at once and caches nothing
  uint64_t loose = 0;             ///< other parameters a layer, in small vectors
  uint64_t residual_streams = 0;  ///< hyper-connections mix that many streams; 0: one plain stream
  uint64_t per_layer_input = 0;   ///< width of an input that each layer has of its own (Gemma 3n)
  uint64_t input_projection = 0;  ///< columns of a matrix before the layer (multi-token prediction)
  // Of a quantised checkpoint, a bit a Module: matrices it left alone, and matrices in its second
  // format.
  uint32_t kept = 0;
  uint32_t second = 0;
  bool operator==(const LayerGroup&) const = default;

  uint64_t num_attention_heads() const;  ///< of whatever attends; 0: nothing does
};

/// What one weight matrix or vector is for. At most 32: sets of them are bits.
enum class Module : uint8_t {
  TokenEmbedding,
  PositionEmbedding,
  LmHead,
  Query,
  Key,
  Value,
  QueryKeyValue,  ///< the three in one matrix
  AttentionOutput,
  LatentDown,  ///< hidden to the low ranks of latent attention
  LatentUp,    ///< from the low ranks to heads
  Indexer,     ///< of sparse attention
  StateIn,     ///< into a recurrent block
  StateOut,
  StateInner,  ///< small matrices and vectors inside it
  Gate,
  Up,
  Down,
  SharedGate,
  SharedUp,
  SharedDown,
  Router,
  LayerInput,  ///< projections of inputs a layer
  Norm,
  Bias,
  Vision,
  Audio,
  Projector,  ///< from an encoder to the language model
};

constexpr uint32_t bit(Module module) { return 1u << static_cast<unsigned>(module); }

/// A tensor outside the layers.
struct OuterTensor {
  Module module = Module::Norm;
  uint64_t rows = 1;
  uint64_t columns = 0;
  bool operator==(const OuterTensor&) const = default;
};

/// An encoder beside the language model: layers of its own width, with its patch, position and
/// projector tensors.
struct Tower {
  Module module = Module::Vision;
  uint64_t hidden_size = 0;
  std::vector<LayerGroup> groups;
  std::vector<OuterTensor> outer;
  bool operator==(const Tower&) const = default;
};

/// How a quantised checkpoint stores what. Ids are of the format table.
struct StoredQuantisation {
  std::string format;         ///< of quantised matrices
  std::string second;         ///< of those in LayerGroup::second; empty: there are none
  std::string kept = "bf16";  ///< of embeddings, norms and what is in LayerGroup::kept
  bool head = false;          ///< the output head is quantised too
  bool operator==(const StoredQuantisation&) const = default;
};

struct ModelSpec {
  std::string id;      ///< catalogue id, or the name of a dropped file
  std::string name;    ///< for people
  std::string family;  ///< model_type of the config
  uint64_t hidden_size = 0;
  uint64_t vocab_size = 0;
  uint64_t max_position_embeddings = 0;      ///< 0: the config does not say
  uint64_t learned_position_embeddings = 0;  ///< rows of a learned position table (GPT-2)
  uint64_t embedding_size = 0;               ///< width of the token table; 0: hidden_size
  bool tie_word_embeddings = false;
  bool lm_head = true;  ///< false: an encoder without one
  bool lm_head_bias = false;
  bool final_norm = true;
  bool final_norm_bias = false;
  double attention_dropout = 0;  ///< probability while training
  std::vector<std::string>
      not_read;          ///< fields of the config that change sizes and are not understood
  bool generic = false;  ///< unknown architecture read as a plain decoder
  uint64_t gguf_rope_factors = 0;     ///< fp32 numbers that only a GGUF file stores
  uint64_t stored_buffers = 0;        ///< masks, rotary tables, training heads in published files
  bool fp32_state = false;            ///< recurrent state is kept in fp32 whatever the cache is in
  uint64_t encoder_tokens = 0;        ///< length of an encoder's output; 0: as long as the context
  std::string stored_dtype = "bf16";  ///< of the checkpoint; an id of the dtype table
  std::optional<StoredQuantisation> quantised;
  std::vector<LayerGroup> groups;
  std::vector<uint16_t> layer_order;  ///< group of each layer, first to last
  std::vector<OuterTensor> outer;     ///< beside embeddings, final norm and head
  std::vector<Tower> towers;
  std::vector<LayerGroup> mtp;         ///< multi-token prediction: stored, loaded only on demand
  bool mtp_repeats_embedding = false;  ///< each stores the token table and the head once more
  bool operator==(const ModelSpec&) const = default;

  uint64_t num_hidden_layers() const;
  uint64_t embedding_width() const { return embedding_size ? embedding_size : hidden_size; }
};

/// One weight matrix or vector of a model, `copies` times.
struct ModelTensor {
  Module module = Module::Norm;
  int group = -1;             ///< index of the layer group; -1 outside the layers
  uint64_t rows = 1;          ///< output features; 1 for a vector
  uint64_t columns = 0;       ///< input features
  uint64_t copies = 1;        ///< layers x experts
  uint64_t active = 1;        ///< of the copies, how many one token uses
  bool expert = false;        ///< one of a mixture's routed experts
  uint64_t gguf_columns = 0;  ///< row length in a GGUF file where it is not `columns`
  double elements() const {
    return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(copies);
  }
  /// Blocks of 128 x 128 that cover one copy, each with one scale in block fp8.
  /// Source: DeepSeek-V3 report, arXiv 2412.19437.
  double tiles() const {
    const auto blocks = [](uint64_t size) { return static_cast<double>((size + 127) / 128); };
    return blocks(rows) * blocks(columns);
  }
};

/// Every tensor of the model, in the order embedding, layers by group, final norm, head, towers.
/// A tied head and prediction layers are not listed.
std::vector<ModelTensor> model_tensors(const ModelSpec& spec);
/// Tensors of the multi-token prediction layers, with the tables they repeat.
std::vector<ModelTensor> mtp_tensors(const ModelSpec& spec);

/// Exact counts that follow from the tensors.
struct ParameterCounts {
  double total = 0;  ///< unique parameters
  double active =
      0;  ///< that one token multiplies: experts it is routed to, the head, not the lookup table
  double active_with_lookup = 0;  ///< the same with the lookup table, as 6N counts it
  double embedding = 0;           ///< token and learned position tables
  double lm_head = 0;             ///< of an untied head
  double layers = 0;
  double extras = 0;  ///< encoders beside the language model, and their projectors
  // What a published file may hold beside `total`.
  double mtp = 0;         ///< multi-token prediction layers
  double tied_head = 0;   ///< a second copy of a tied table
  double buffers = 0;     ///< masks, rotary tables, heads of pretraining
  double fp8_scales = 0;  ///< one a block of 128 x 128 of each matrix stored in block fp8
  double mtp_scales = 0;  ///< the same, of the prediction layers
  bool operator==(const ParameterCounts&) const = default;

  /// Elements of a checkpoint that holds the prediction layers too.
  double stored() const { return total + mtp; }
};
ParameterCounts count_parameters(const ModelSpec& spec);

/// What one layer of a group caches: elements a token that grow with the context, and elements a
/// sequence that do not (full windows, recurrent states, an encoder's keys and values). Keys of a
/// sparse-attention indexer are not among them: they have a format of their own.
struct CachedElements {
  double a_token = 0;
  double a_sequence = 0;
};
CachedElements cached_elements(const ModelSpec& spec, const LayerGroup& group);

}  // namespace vramscope
