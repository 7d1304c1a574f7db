// Encoders beside the language model: vision and audio towers with their projectors.
// Source of every shape: src/transformers/models/<model_type>/modeling_*.py, release 4.57, and the
// published parameter counts that tests/truth holds them to.
#include <algorithm>

#include "models/draft.h"

namespace vramscope {
namespace {

struct TowerReader {
  const ConfigView& view;  ///< of the tower's own config
  Draft& draft;
  Tower tower;

  uint64_t text() const { return draft.spec.hidden_size; }
  uint64_t hidden() const { return tower.hidden_size; }

  void matrix(Module module, uint64_t rows, uint64_t columns, bool bias) {
    tower.outer.push_back({module, rows, columns});
    if (bias) tower.outer.push_back({module, 1, rows});
  }
  void own(uint64_t rows, uint64_t columns, bool bias = false) {
    matrix(tower.module, rows, columns, bias);
  }
  void project(uint64_t rows, uint64_t columns, bool bias) {
    matrix(Module::Projector, rows, columns, bias);
  }
  void norm(uint64_t size, bool bias) {
    tower.outer.push_back({tower.module, 1, size * (bias ? 2 : 1)});
  }

  /// Layers that are alike: attention with or without biases, and a feed-forward block.
  LayerGroup& layers(uint64_t count, uint64_t width, FfnKind kind, bool attention_bias,
                     bool ffn_bias, bool norm_bias) {
    LayerGroup group = {.count = count, .norms = 2, .norm_bias = norm_bias, .encoder = true};
    const uint64_t heads =
        required(view, "num_attention_heads num_heads attention_heads encoder_attention_heads",
                 kMaxWidth, 16);
    group.attention = Attention{.num_attention_heads = heads,
                                .num_key_value_heads = heads,
                                .head_dim = heads ? hidden() / heads : 0,
                                .qkv_bias = attention_bias,
                                .o_bias = attention_bias};
    group.ffn = Ffn{.kind = kind, .intermediate_size = width, .bias = ffn_bias};
    tower.groups.push_back(group);
    return tower.groups.back();
  }

  uint64_t patches(uint64_t image, uint64_t patch) const {
    const uint64_t side = patch ? image / patch : 0;
    return side * side;
  }
};

struct ImageDims {
  uint64_t layers, width, channels, patch, image;
};

ImageDims image_dims(TowerReader& t, const ImageDims& defaults) {
  const ConfigView& v = t.view;
  return {required(v, "num_hidden_layers depth", kMaxLayers, defaults.layers),
          required(v, "intermediate_size", kMaxWidth, defaults.width),
          required(v, "num_channels in_channels in_chans", 64, defaults.channels),
          required(v, "patch_size", 4096, defaults.patch),
          required(v, "image_size", 65536, defaults.image)};
}

void read_hidden(TowerReader& t, uint64_t fallback) {
  t.tower.hidden_size = required(t.view, "hidden_size", kMaxWidth, fallback);
}

/// Gemma 3: SigLIP, pooled to 256 tokens, one matrix and its norm into the language model.
void siglip(TowerReader& t) {
  read_hidden(t, 768);
  const ImageDims d = image_dims(t, {12, 3072, 3, 16, 224});
  t.own(t.hidden(), d.channels * d.patch * d.patch, true);
  t.own(t.patches(d.image, d.patch), t.hidden());
  t.layers(d.layers, d.width, FfnKind::Plain, true, true, true);
  t.norm(t.hidden(), true);
  t.project(t.hidden(), t.text(), false);
  t.tower.outer.push_back({Module::Projector, 1, t.hidden()});
}

/// Gemma 4: two position tables, four norms a layer and norms on queries and keys.
void gemma4(TowerReader& t) {
  read_hidden(t, 768);
  const ImageDims d = image_dims(t, {16, 3072, 3, 16, 1});
  t.own(t.hidden(), d.channels * d.patch * d.patch);
  t.own(2 * required(t.view, "position_embedding_size", kMaxWidth, 10240), t.hidden());
  LayerGroup& group = t.layers(d.layers, d.width, FfnKind::Gated, false, false, false);
  group.norms = 4;
  group.attention->qk_norm = QkNorm::PerHead;
  t.project(t.hidden(), t.text(), false);
}

/// LLaVA: CLIP with a class token, then two matrices.
void clip(TowerReader& t) {
  read_hidden(t, 1024);
  const ImageDims d = image_dims(t, {24, 4096, 3, 14, 336});
  t.norm(t.hidden(), false);  // class token
  t.own(t.hidden(), d.channels * d.patch * d.patch);
  t.own(t.patches(d.image, d.patch) + 1, t.hidden());
  t.layers(d.layers, d.width, FfnKind::Plain, true, true, true);
  t.norm(2 * t.hidden(), true);
  const bool bias = t.draft.root.flag("multimodal_projector_bias").value_or(true);
  t.project(t.text(), t.hidden(), bias);
  t.project(t.text(), t.text(), bias);
}

/// Two matrices over `merge` x `merge` patches at once, and the norm before them.
void merger(TowerReader& t, uint64_t joined, uint64_t norm, uint64_t out, bool norm_bias) {
  t.tower.outer.push_back({Module::Projector, 1, norm * (norm_bias ? 2 : 1)});
  t.project(joined, joined, true);
  t.project(out, joined, true);
}

/// Qwen2-VL: three-dimensional patches without bias, `embed_dim` wide.
void qwen2_vl(TowerReader& t) {
  t.tower.hidden_size = required(t.view, "embed_dim", kMaxWidth, 1280);
  const ImageDims d = image_dims(t, {32, 1, 3, 14, 1});
  const uint64_t frames = required(t.view, "temporal_patch_size", 64, 2);
  const uint64_t merge = required(t.view, "spatial_merge_size", 64, 2);
  const uint64_t ratio = required(t.view, "mlp_ratio", 64, 4);
  t.own(t.hidden(), d.channels * frames * d.patch * d.patch);
  t.layers(d.layers, t.hidden() * ratio, FfnKind::Plain, true, true, true);
  merger(t, t.hidden() * merge * merge, t.hidden(), t.text(), true);
}

/// Qwen2.5-VL: RMS norms and a gated feed-forward block with biases.
void qwen25_vl(TowerReader& t) {
  read_hidden(t, 1280);
  const ImageDims d = image_dims(t, {32, 3420, 3, 14, 1});
  const uint64_t frames = required(t.view, "temporal_patch_size", 64, 2);
  const uint64_t merge = required(t.view, "spatial_merge_size", 64, 2);
  t.own(t.hidden(), d.channels * frames * d.patch * d.patch);
  t.layers(d.layers, d.width, FfnKind::Gated, true, true, false);
  merger(t, t.hidden() * merge * merge, t.hidden(),
         required(t.view, "out_hidden_size", kMaxWidth, t.text()), false);
}

/// Qwen3-VL and 3.5: learned positions, and a merger for each layer that feeds deeper layers.
void qwen3_vl(TowerReader& t) {
  read_hidden(t, 1152);
  const ImageDims d = image_dims(t, {27, 4304, 3, 16, 1});
  const uint64_t frames = required(t.view, "temporal_patch_size", 64, 2);
  const uint64_t merge = required(t.view, "spatial_merge_size", 64, 2);
  const uint64_t out = required(t.view, "out_hidden_size", kMaxWidth, t.text());
  t.own(t.hidden(), d.channels * frames * d.patch * d.patch, true);
  t.own(required(t.view, "num_position_embeddings", kMaxWidth, 2304), t.hidden());
  t.layers(d.layers, d.width, FfnKind::Plain, true, true, true);
  const uint64_t joined = t.hidden() * merge * merge;
  merger(t, joined, t.hidden(), out, true);
  const size_t deep = t.view.numbers("deepstack_visual_indexes").size();
  for (size_t i = 0; i < deep; ++i) merger(t, joined, joined, out, true);
}

/// InternVL: InternViT with layer scales; four patches are shuffled into one.
void intern_vit(TowerReader& t) {
  read_hidden(t, 1024);
  ImageDims d = image_dims(t, {24, 4096, 3, 14, 448});
  d.image = optional_count(t.draft.root, "force_image_size", 65536, d.image);
  const bool rms = t.view.text("norm_type").value_or("layer_norm") == "rms_norm";
  t.norm(t.hidden(), false);  // class token
  t.own(t.hidden(), d.channels * d.patch * d.patch, true);
  t.own(t.patches(d.image, d.patch) + 1, t.hidden());
  LayerGroup& group = t.layers(d.layers, d.width, FfnKind::Plain, true, true, !rms);
  group.attention->qkv_bias = t.view.flag("qkv_bias").value_or(true);
  group.loose = 2 * t.hidden();
  if (is_true(t.view, "qk_normalization")) group.loose += 2 * t.hidden();
  const uint64_t joined = 4 * t.hidden();
  t.tower.outer.push_back({Module::Projector, 1, 2 * joined});
  t.project(t.text(), joined, true);
  t.project(t.text(), t.text(), true);
}

/// GLM-4.1V: a strided convolution halves the grid before a gated merger.
void glm4v(TowerReader& t) {
  read_hidden(t, 1536);
  const ImageDims d = image_dims(t, {24, 13696, 3, 14, 336});
  const uint64_t out = required(t.view, "out_hidden_size", kMaxWidth, t.text());
  const uint64_t frames = required(t.view, "temporal_patch_size", 64, 2);
  const uint64_t merge = required(t.view, "spatial_merge_size", 64, 2);
  t.own(t.hidden(), d.channels * frames * d.patch * d.patch, true);
  t.own(t.patches(d.image, d.patch), t.hidden());
  t.norm(2 * t.hidden(), false);  // after the patches, after the last layer
  t.layers(d.layers, out, FfnKind::Gated, is_true(t.view, "attention_bias"), false, false);
  t.project(out, t.hidden() * merge * merge, true);
  t.project(out, out, false);
  t.tower.outer.push_back({Module::Projector, 1, 2 * out});
  t.project(2 * d.width, out, false);
  t.project(out, d.width, false);
}

/// Llama 4: pixels are shuffled four to one between the encoder and its adapter.
void llama4(TowerReader& t) {
  read_hidden(t, 768);
  const ImageDims d = image_dims(t, {34, 5632, 3, 14, 448});
  const uint64_t out = required(t.view, "vision_output_dim", kMaxWidth, 7680);
  const uint64_t adapter = required(t.view, "projector_input_dim", kMaxWidth, 4096);
  t.norm(t.hidden(), false);  // class token
  t.own(t.hidden(), d.channels * d.patch * d.patch);
  t.own(t.patches(d.image, d.patch) + 1, t.hidden());
  t.layers(d.layers, d.width, FfnKind::Plain, true, true, true);
  t.norm(2 * t.hidden(), true);
  t.project(adapter, d.width, false);
  t.project(required(t.view, "projector_output_dim", kMaxWidth, adapter), adapter, false);
  t.project(t.text(), out, false);
}

/// Llama 3.2 Vision: local and gated global layers, tables for tiles and aspect ratios.
void mllama(TowerReader& t) {
  read_hidden(t, 1280);
  const ImageDims d = image_dims(t, {32, 5120, 3, 14, 448});
  const uint64_t global = required(t.view, "num_global_layers", kMaxLayers, 8);
  const uint64_t tiles = required(t.view, "max_num_tiles", 64, 4);
  const uint64_t out = required(t.view, "vision_output_dim", kMaxWidth, 7680);
  const uint64_t ratios = 9;  // eight aspect ratios and none
  const uint64_t positions = t.patches(d.image, d.patch) + 1;
  t.norm(t.hidden(), false);  // class token
  t.own(t.hidden(), d.channels * d.patch * d.patch);
  t.own(positions, t.hidden());
  t.own(ratios, tiles * positions * t.hidden());
  t.own(2 * ratios, tiles * t.hidden());  // before and after the local layers
  t.norm(3, false);                       // gates of the three tables
  t.norm(2 * t.hidden(), true);
  t.layers(d.layers, d.width, FfnKind::Plain, false, true, true);
  t.layers(global, d.width, FfnKind::Plain, false, true, true).loose = 2;
  t.project(t.text(), out, true);
}

/// Mistral 3: Pixtral, whose patches are merged four to one.
void pixtral(TowerReader& t) {
  read_hidden(t, 1024);
  const ImageDims d = image_dims(t, {24, 4096, 3, 16, 1});
  const uint64_t merge = optional_count(t.draft.root, "spatial_merge_size", 64, 1);
  const bool bias = t.draft.root.flag("multimodal_projector_bias").value_or(merge == 1);
  t.own(t.hidden(), d.channels * d.patch * d.patch);
  t.norm(t.hidden(), false);
  t.layers(d.layers, d.width, FfnKind::Gated, false, false, false);
  if (merge > 1) {
    t.tower.outer.push_back({Module::Projector, 1, t.hidden()});
    t.project(t.hidden(), t.hidden() * merge * merge, false);
  }
  t.project(t.text(), t.hidden(), bias);
  t.project(t.text(), t.text(), bias);
}

/// Whisper's encoder and one matrix (Qwen2-Audio).
void whisper_encoder(TowerReader& t) {
  t.tower.hidden_size = required(t.view, "d_model", kMaxWidth, 1280);
  const uint64_t layers = required(t.view, "encoder_layers", kMaxLayers, 32);
  const uint64_t width = required(t.view, "encoder_ffn_dim", kMaxWidth, 5120);
  const uint64_t bins = required(t.view, "num_mel_bins", 4096, 128);
  t.own(t.hidden(), bins * 3, true);
  t.own(t.hidden(), t.hidden() * 3, true);
  t.own(required(t.view, "max_source_positions", kMaxWidth, 1500), t.hidden());
  t.layers(layers, width, FfnKind::Plain, true, true, true).attention->no_k_bias = true;
  t.norm(t.hidden(), true);
  t.project(t.text(), t.hidden(), true);
}

struct TowerRow {
  std::string_view model_type;  ///< of the whole model
  std::string_view object;
  Module module;
  void (*read)(TowerReader&);
};
constexpr TowerRow kTowers[] = {
    {"gemma3", "vision_config", Module::Vision, siglip},
    {"gemma4", "vision_config", Module::Vision, gemma4},
    {"glm4v", "vision_config", Module::Vision, glm4v},
    {"glm4v_moe", "vision_config", Module::Vision, glm4v},
    {"internvl_chat", "vision_config", Module::Vision, intern_vit},
    {"llama4", "vision_config", Module::Vision, llama4},
    {"llava", "vision_config", Module::Vision, clip},
    {"mistral3", "vision_config", Module::Vision, pixtral},
    {"mllama", "vision_config", Module::Vision, mllama},
    {"qwen2_5_vl", "vision_config", Module::Vision, qwen25_vl},
    {"qwen2_audio", "audio_config", Module::Audio, whisper_encoder},
    {"qwen2_vl", "vision_config", Module::Vision, qwen2_vl},
    {"qwen3_5", "vision_config", Module::Vision, qwen3_vl},
    {"qwen3_5_moe", "vision_config", Module::Vision, qwen3_vl},
    {"qwen3_vl", "vision_config", Module::Vision, qwen3_vl},
    {"qwen3_vl_moe", "vision_config", Module::Vision, qwen3_vl},
};

}  // namespace

void read_towers(Draft& draft) {
  const ConfigView& root = draft.root;
  const std::string_view whole = root.text("model_type").value_or("");
  for (std::string_view object : {"vision_config", "audio_config"}) {
    if (!root.has_object(object)) continue;
    const auto row = std::find_if(std::begin(kTowers), std::end(kTowers), [&](const TowerRow& r) {
      return r.model_type == whole && r.object == object;
    });
    // A pixtral encoder also comes under LLaVA's name.
    const ConfigView view = root.object(object);
    const bool is_pixtral = view.text("model_type").value_or("") == "pixtral";
    if (row == std::end(kTowers)) {
      draft.spec.not_read.emplace_back(object);
      continue;
    }
    TowerReader reader{view, draft, {}};
    reader.tower.module = row->module;
    is_pixtral ? pixtral(reader) : row->read(reader);
    draft.spec.towers.push_back(std::move(reader.tower));
  }
}

}  // namespace vramscope
