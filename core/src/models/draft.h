// What the readers of a config's parts share.
#pragma once

#include "models/config_view.h"
#include "models/families.h"

namespace vramscope {

// No model is near these; they keep every product below 2^53.
inline constexpr uint64_t kMaxWidth = 1u << 20;
inline constexpr uint64_t kMaxVocabulary = 1u << 24;
inline constexpr uint64_t kMaxLayers = 4096;
inline constexpr uint64_t kMaxExperts = 65536;
inline constexpr uint64_t kMaxTokens = uint64_t{1} << 32;

/// One pattern of an ignore list or of a group's targets: "model.layers.3.self_attn*", "lm_head",
/// "re:.*shared_experts.*".
struct ModulePattern {
  std::vector<int> layers = {};  ///< empty: any layer
  uint32_t modules = 0;          ///< bits of Module
  bool experts_only = false;     ///< names the routed experts
  bool dense_only = false;       ///< names a feed-forward block that is no mixture
  bool understood = true;        ///< its layers could be read
};

/// What a quantization_config says, ready to be asked for each layer.
struct Quantisation {
  std::string_view plan;  ///< nearest row of the weight plans; empty: not quantised
  bool understood = true;
  StoredQuantisation stored;
  std::vector<ModulePattern> kept;
  std::vector<ModulePattern> second;
  std::vector<ModulePattern> only;  ///< not empty: nothing else is quantised

  /// Sets the bits of one layer.
  void mark(LayerGroup& layer, size_t index) const;
};

/// Reads the object; `dtype` is what the unquantised tensors have.
Quantisation read_quantisation(const ConfigView& config, std::string_view dtype);

/// The blocks that a config describes, of which its layers are made.
struct Blocks {
  std::optional<Attention> full;
  std::optional<Attention> sliding;
  std::optional<LatentAttention> latent;
  std::optional<CompressedAttention> compressed;
  std::optional<Recurrent> recurrent;
  std::optional<Ffn> dense;
  std::optional<Ffn> experts;
};

/// A model while its config is read.
struct Draft {
  const ConfigView& root;  ///< the whole file
  const ConfigView& view;  ///< the language model's part of it
  const Family& family;
  ModelSpec spec = {};
  uint64_t layers = 0;
  std::optional<Quantisation> quantisation = {};
  std::optional<Blocks> blocks = {};  ///< of frames that make their layers from them
};

/// The first of the names (with spaces between) that is there, or the fallback; a problem when
/// there is neither.
uint64_t required(const ConfigView& view, std::string_view names, uint64_t high,
                  uint64_t fallback = 0);
/// The first of the names that is there, 0 allowed.
uint64_t optional_count(const ConfigView& view, std::string_view names, uint64_t high,
                        uint64_t fallback = 0);
bool is_true(const ConfigView& view, std::string_view name);

// Blocks of a layer.
Attention read_attention(const Draft& draft);
/// With the other head counts that sliding layers (MiMo) or full layers (Gemma 4) may have.
Attention read_sliding(const Draft& draft, const Attention& full);
Attention read_global(const Draft& draft, const Attention& sliding);
LatentAttention read_latent(const Draft& draft);
CompressedAttention read_compressed(const Draft& draft);
Recurrent read_recurrent(const Draft& draft);
Ffn read_dense(const Draft& draft);
/// Of a config without experts: nothing.
std::optional<Ffn> read_experts(const Draft& draft);

enum class Mixer : uint8_t { Full, Sliding, Chunked, Recurrent, Both, None };
struct LayerKind {
  Mixer mixer = Mixer::Full;
  bool sparse = false;  ///< its feed-forward block is a mixture of experts
  bool ffn = true;
};
/// What each layer is, first to last.
std::vector<LayerKind> read_layer_kinds(Draft& draft, bool has_experts);
/// The same where one layer is one block ("M-M*", or a list of block types).
std::vector<LayerKind> read_single_blocks(const ConfigView& view, std::string_view pattern_field,
                                          std::string_view list_field);

/// Fills groups and layer_order, and what the frame needs outside the layers.
void read_frame(Draft& draft);
void read_towers(Draft& draft);
void read_mtp(Draft& draft);

/// Adds a layer to the group of its like.
void add_layer(Draft& draft, LayerGroup layer);
/// All that are described, and a layer of one kind made of them.
Blocks read_blocks(const Draft& draft);
LayerGroup make_layer(const Draft& draft, const Blocks& blocks, const LayerKind& kind);

}  // namespace vramscope
