// From the fields of a config.json to a ModelSpec.
#include <algorithm>

#include "models/config_view.h"
#include "models/families.h"
#include "vramscope/config_reader.h"

namespace vramscope {
namespace {

// No model is near these; they keep every product below 2^53.
constexpr uint64_t kMaxWidth = 1u << 20;
constexpr uint64_t kMaxVocabulary = 1u << 24;
constexpr uint64_t kMaxLayers = 4096;
constexpr uint64_t kMaxExperts = 65536;
constexpr uint64_t kMaxTokens = uint64_t{1} << 32;

uint64_t required(const ConfigView& view, std::initializer_list<std::string_view> names,
                  uint64_t high, uint64_t fallback = 0) {
  if (const auto value = view.count(names, 1, high)) return *value;
  const bool there = std::any_of(names.begin(), names.end(),
                                 [&](std::string_view name) { return view.has(name); });
  if (!there && fallback == 0) view.problem(*names.begin(), "missing_field");
  return fallback;
}

Attention read_attention(const ConfigView& view, const Family& family, uint64_t hidden) {
  Attention a;
  a.num_attention_heads = required(view, {"num_attention_heads", "n_head", "n_heads", "num_heads"},
                                   kMaxWidth, family.num_attention_heads);
  const uint64_t kv_fallback =
      family.num_key_value_heads ? family.num_key_value_heads : a.num_attention_heads;
  a.num_key_value_heads =
      view.count({"num_key_value_heads", "num_kv_heads", "n_head_kv"}, 1, kMaxWidth)
          .value_or(kv_fallback);
  const uint64_t equal_share = a.num_attention_heads ? hidden / a.num_attention_heads : 0;
  a.head_dim = view.count({"head_dim"}, 1, kMaxWidth)
                   .value_or(family.head_dim ? family.head_dim : equal_share);
  if (a.num_attention_heads && a.num_key_value_heads &&
      a.num_attention_heads % a.num_key_value_heads != 0) {
    view.problem("num_key_value_heads", "heads_not_divisible");
  }
  const bool stated = family.bias_follows_config && view.flag("attention_bias").value_or(false);
  a.qkv_bias = family.qkv_bias || stated;
  a.o_bias = family.o_bias || stated;
  a.qk_norm = family.qk_norm;
  return a;
}

Ffn read_ffn(const ConfigView& view, const Family& family, uint64_t hidden) {
  Ffn f;
  f.kind = family.ffn;
  f.num_experts =
      view.count({"num_local_experts", "num_experts", "n_routed_experts"}, 0, kMaxExperts)
          .value_or(0);
  if (f.num_experts > 0) {
    f.num_experts_per_tok = required(view, {"num_experts_per_tok"}, kMaxExperts);
    if (f.num_experts_per_tok > f.num_experts) {
      view.problem("num_experts_per_tok", "more_than_experts");
    }
  }
  // GPT-2 leaves n_inner out, or null, and takes four times the hidden size.
  const uint64_t fallback = family.learned_positions ? 4 * hidden : 0;
  f.intermediate_size =
      required(view, {"intermediate_size", "n_inner", "ffn_dim"}, kMaxWidth * 8, fallback);
  if (f.num_experts > 0) {  // experts may be narrower than a dense block would be
    f.intermediate_size =
        view.count({"moe_intermediate_size"}, 1, kMaxWidth * 8).value_or(f.intermediate_size);
  }
  f.bias = family.ffn_bias || (family.bias_follows_config && view.flag("mlp_bias").value_or(false));
  return f;
}

/// For each layer, whether it slides.
std::vector<uint8_t> read_windows(const ConfigView& view, const Family& family, uint64_t layers,
                                  uint64_t window) {
  std::vector<uint8_t> slides(layers, 0);
  const std::vector<std::string_view> types = view.texts("layer_types");
  if (!types.empty()) {
    if (types.size() != layers) view.problem("layer_types", "list_length");
    for (size_t i = 0; i < std::min<size_t>(types.size(), layers); ++i) {
      slides[i] = types[i] == "sliding_attention";
    }
    return slides;
  }
  if (window == 0) return slides;
  const uint64_t pattern =
      view.count({"sliding_window_pattern", "_sliding_window_pattern"}, 1, kMaxLayers).value_or(6);
  const bool switched_on = view.flag("use_sliding_window").value_or(false);
  const uint64_t first_windowed = view.count({"max_window_layers"}, 0, kMaxLayers).value_or(0);
  for (uint64_t i = 0; i < layers; ++i) {
    switch (family.window) {
      case WindowPattern::None:
        break;
      case WindowPattern::AllLayers:
        slides[i] = true;
        break;
      case WindowPattern::WhenSwitchedOn:
        slides[i] = switched_on && i >= first_windowed;
        break;
      case WindowPattern::EveryOther:
        slides[i] = i % 2 == 0;
        break;
      case WindowPattern::AllButEveryNth:
        slides[i] = (i + 1) % pattern != 0;
        break;
    }
  }
  return slides;
}

void add_layer(ModelSpec& spec, const LayerGroup& layer) {
  for (size_t i = 0; i < spec.groups.size(); ++i) {
    LayerGroup& group = spec.groups[i];
    const bool alike = group.attention == layer.attention && group.ffn == layer.ffn &&
                       group.norms == layer.norms && group.norm_bias == layer.norm_bias;
    if (!alike) continue;
    ++group.count;
    spec.layer_order.push_back(static_cast<uint16_t>(i));
    return;
  }
  spec.layer_order.push_back(static_cast<uint16_t>(spec.groups.size()));
  spec.groups.push_back(layer);
  spec.groups.back().count = 1;
}

VisionTower read_vision(const ConfigView& view) {
  VisionTower v;
  v.hidden_size = required(view, {"hidden_size"}, kMaxWidth, 768);
  v.intermediate_size = required(view, {"intermediate_size"}, kMaxWidth, 3072);
  v.num_hidden_layers = required(view, {"num_hidden_layers"}, kMaxLayers, 12);
  v.num_attention_heads = required(view, {"num_attention_heads"}, kMaxWidth, 12);
  v.num_channels = required(view, {"num_channels"}, 64, 3);
  v.patch_size = required(view, {"patch_size"}, 4096, 16);
  v.image_size = required(view, {"image_size"}, 65536, 224);
  return v;
}

/// Fields that change a model's size and that no row here reads yet. Their presence is said, so
/// that a figure that leaves them out is never taken for the truth.
std::vector<std::string> fields_not_read(const ConfigView& view) {
  std::vector<std::string> fields;
  for (std::string_view name :
       {"kv_lora_rank", "q_lora_rank", "n_shared_experts", "shared_expert_intermediate_size",
        "first_k_dense_replace", "mamba_d_state", "ssm_cfg", "linear_num_value_heads",
        "num_nextn_predict_layers", "block_configs", "hybrid_override_pattern",
        "num_global_key_value_heads", "audio_config"}) {
    if (view.has(name) || view.has_object(name)) fields.push_back(view.path(name));
  }
  return fields;
}

/// The weight plan that a quantisation_config names; empty when there is none or it is not known.
std::string_view quantised_plan(const ConfigView& quantisation) {
  const std::string_view method = quantisation.text("quant_method").value_or("");
  const uint64_t bits = quantisation.count({"bits"}, 1, 16).value_or(0);
  if (method == "awq" && bits == 4) return "awq";
  if (method == "gptq" && bits == 4) return "gptq-int4";
  if (method == "gptq" && bits == 8) return "gptq-int8";
  if (method == "mxfp4") return "mxfp4";
  if (method == "fp8") return quantisation.has_object("weight_block_size") ? "fp8-block" : "fp8";
  if (method != "bitsandbytes") return {};
  if (quantisation.flag("load_in_8bit").value_or(false)) return "int8";
  if (!quantisation.flag("load_in_4bit").value_or(false)) return {};
  return quantisation.flag("bnb_4bit_use_double_quant").value_or(false) ? "nf4-dq" : "nf4";
}

std::string stored_dtype(const ConfigView& root, const ConfigView& text) {
  for (const ConfigView* view : {&root, &text}) {
    for (std::string_view name : {"torch_dtype", "dtype"}) {
      const auto value = view->text(name);
      if (!value) continue;
      if (*value == "float32") return "fp32";
      if (*value == "float16") return "fp16";
      if (*value == "bfloat16") return "bf16";
    }
  }
  return "bf16";
}

/// GGUF files store the factors of scaled rotary embeddings: one list (llama3), or a long and a
/// short one (longrope), of half a head each.
uint64_t rope_factors(const ConfigView& view, uint64_t head_dim) {
  const ConfigView scaling = view.object("rope_scaling");
  const std::string_view type =
      scaling.text("rope_type").value_or(scaling.text("type").value_or(""));
  if (type == "llama3") return head_dim / 2;
  return type == "longrope" ? head_dim : 0;
}

ModelSpec build(const ConfigView& root, const ConfigView& view, const Family& family) {
  ModelSpec spec;
  spec.family = family.model_type;
  spec.hidden_size = required(view, {"hidden_size", "n_embd", "d_model"}, kMaxWidth);
  spec.vocab_size =
      required(view, {"vocab_size", "padded_vocab_size"}, kMaxVocabulary, family.vocab_size);
  spec.max_position_embeddings =
      view.count({"max_position_embeddings", "n_positions", "max_seq_len", "seq_length"}, 1,
                 kMaxTokens)
          .value_or(0);
  if (family.learned_positions) spec.learned_position_embeddings = spec.max_position_embeddings;
  spec.tie_word_embeddings = view.flag("tie_word_embeddings")
                                 .value_or(root.flag("tie_word_embeddings").value_or(family.tied));
  spec.final_norm_bias = family.norm_bias;
  spec.attention_dropout =
      view.number("attention_dropout")
          .value_or(view.number("attn_pdrop").value_or(family.attention_dropout));
  spec.stored_dtype = stored_dtype(root, view);
  spec.not_read = fields_not_read(view);
  if (root.has_object("quantization_config")) {
    const std::string_view plan = quantised_plan(root.object("quantization_config"));
    if (plan.empty()) {
      spec.not_read.push_back("quantization_config");
    } else {
      spec.stored_dtype = plan;
    }
  }

  const uint64_t layers =
      required(view, {"num_hidden_layers", "n_layer", "num_layers"}, kMaxLayers);
  const uint64_t window = view.count({"sliding_window", "sliding_window_size"}, 1, kMaxTokens)
                              .value_or(family.sliding_window);
  LayerGroup layer;
  layer.attention = read_attention(view, family, spec.hidden_size);
  layer.ffn = read_ffn(view, family, spec.hidden_size);
  spec.gguf_rope_factors = rope_factors(view, layer.attention.head_dim);
  layer.norms = family.norms;
  layer.norm_bias = family.norm_bias;
  for (const uint8_t slides : read_windows(view, family, layers, window)) {
    layer.attention.kind = slides ? AttentionKind::Sliding : AttentionKind::Full;
    layer.attention.sliding_window = slides ? window : 0;
    add_layer(spec, layer);
  }
  return spec;
}

}  // namespace

Result<ReadModel> read_config(std::span<const ConfigField> fields) {
  std::vector<Problem> problems;
  const ConfigView root(fields, "", problems);
  // Multimodal files keep the language model's fields in an object of their own.
  const bool nested = root.has_object("text_config");
  const ConfigView view = nested ? root.object("text_config") : root;

  std::string_view model_type =
      view.text("model_type").value_or(root.text("model_type").value_or(""));
  if (model_type == "gemma3") model_type = "gemma3_text";
  const Family* family = find_family(model_type);
  if (!family) family = &generic_family();
  ReadModel read;
  read.spec = build(root, view, *family);
  if (!model_type.empty()) read.spec.family = model_type;
  read.spec.name = read.spec.family;  // until somebody names it
  read.spec.generic = family == &generic_family();
  if (nested && root.has_object("vision_config")) {
    read.spec.vision = read_vision(root.object("vision_config"));
    if (read.spec.generic) {
      read.spec.not_read.push_back("vision_config");
      read.spec.vision.reset();
    }
  }
  if (!problems.empty()) return problems;
  read.warnings = model_warnings(read.spec);
  return read;
}

std::vector<Problem> model_warnings(const ModelSpec& spec) {
  std::vector<Problem> warnings;
  if (spec.generic) {
    warnings.push_back(
        {"model", "generic_decoder", {{"model_type", spec.family.empty() ? "?" : spec.family}}});
  }
  if (!spec.not_read.empty()) {
    std::string names;
    for (const std::string& name : spec.not_read) names += (names.empty() ? "" : ", ") + name;
    warnings.push_back({"model", "fields_not_read", {{"fields", names}}});
  }
  return warnings;
}

Result<ReadModel> read_catalogue_model(const CatalogueModel& model) {
  Result<ReadModel> read = read_config_json(model.config);
  if (!read.ok()) return read;
  read.value().spec.id = model.id;
  read.value().spec.name = model.name;
  return read;
}

}  // namespace vramscope
