// From the fields of a config.json to a ModelSpec.
#include <algorithm>
#include <cmath>

#include "io/config_json.h"
#include "models/draft.h"
#include "vramscope/config_reader.h"

namespace vramscope {
namespace {

/// Fields that change a model's size and that nothing here reads yet. Their presence is said, so
/// that a figure that leaves them out is never taken for the truth.
std::vector<std::string> fields_not_read(const ConfigView& view) {
  std::vector<std::string> fields;
  for (std::string_view name :
       {"ssm_cfg", "altup_num_inputs", "laurel_rank", "cla_share_factor", "sparse_attention_config",
        "num_memory_tokens", "adapter_rank", "projector_config", "img_processor"}) {
    if (view.has(name) || view.has_object(name)) fields.push_back(view.path(name));
  }
  return fields;
}

std::string stored_dtype(const ConfigView& root, const ConfigView& text) {
  for (const ConfigView* view : {&root, &text}) {
    for (std::string_view name : {"torch_dtype", "dtype"}) {
      auto value = view->text(name);
      if (!value) continue;
      if (value->starts_with("torch.")) value->remove_prefix(6);
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

/// Buffers that a family's published files hold beside the parameters.
uint64_t stored_buffers(const Draft& draft, const Attention& attention) {
  const Family& family = draft.family;
  if (family.rotary_tables == 1) return attention.head_dim / 4;
  const double share = draft.view.number("rotary_pct").value_or(family.masks_every ? 0.25 : 1);
  const double rotated = std::floor(static_cast<double>(attention.head_dim) * share);
  const uint64_t table = family.rotary_tables ? static_cast<uint64_t>(rotated) / 2 : 0;
  const uint64_t length = draft.spec.max_position_embeddings;
  const uint64_t masks = family.masks_every ? draft.layers / family.masks_every : 0;
  return draft.layers * table + masks * length * length;
}

void read_tables(Draft& draft) {
  const ConfigView& view = draft.view;
  const Family& family = draft.family;
  ModelSpec& spec = draft.spec;
  spec.hidden_size = required(view, "hidden_size n_embd n_embed d_model hidden_dim", kMaxWidth,
                              family.hidden_size);
  spec.vocab_size = optional_count(view, "padded_vocab_size", kMaxVocabulary);
  if (spec.vocab_size == 0) {
    spec.vocab_size = required(view, "vocab_size", kMaxVocabulary, family.vocab_size);
  }
  spec.embedding_size = optional_count(view, "word_embed_proj_dim embedding_size", kMaxWidth);
  if (spec.embedding_size == spec.hidden_size) spec.embedding_size = 0;
  if (spec.embedding_size > 0) {  // into the model and out of it again
    spec.outer.push_back({Module::LayerInput, spec.hidden_size, spec.embedding_size});
    spec.outer.push_back({Module::LayerInput, spec.embedding_size, spec.hidden_size});
  }
  spec.max_position_embeddings = view.count(
                                         "max_position_embeddings n_positions max_seq_len "
                                         "seq_length model_max_length max_sequence_length",
                                         1, kMaxTokens)
                                     .value_or(family.max_position_embeddings);
  if (family.learned_positions && spec.max_position_embeddings > 0) {
    spec.learned_position_embeddings = spec.max_position_embeddings + family.extra_positions;
  }
  // An encoder and a decoder share the token table whatever the head does.
  spec.tie_word_embeddings =
      view.flag("tie_word_embeddings")
          .value_or(draft.root.flag("tie_word_embeddings").value_or(family.tied));
  spec.final_norm_bias = family.norm_bias;
  spec.final_norm = family.norms > 0 && view.flag("do_layer_norm_before").value_or(true);
  spec.lm_head_bias = view.flag("lm_head_bias").value_or(family.head_bias);
  if (family.embedding_norm || family.first_norm) {
    spec.outer.push_back({Module::Norm, family.norm_bias ? 2u : 1u, spec.hidden_size});
  }
}

ModelSpec build(const ConfigView& root, const ConfigView& view, const Family& family) {
  Draft draft{.root = root, .view = view, .family = family};
  read_tables(draft);
  ModelSpec& spec = draft.spec;
  spec.attention_dropout =
      view.number("attention_dropout")
          .value_or(view.number("attn_pdrop").value_or(family.attention_dropout));
  spec.stored_dtype = stored_dtype(root, view);
  spec.not_read = fields_not_read(view);
  for (std::string_view name : {"mamba_ssm_dtype", "mamba_ssm_cache_dtype"}) {
    if (view.text(name).value_or("") == "float32") spec.fp32_state = true;
  }
  for (const ConfigView* part : {&root, &view}) {
    if (!part->has_object("quantization_config") || draft.quantisation) continue;
    draft.quantisation = read_quantisation(part->object("quantization_config"), spec.stored_dtype);
    if (!draft.quantisation->understood) spec.not_read.push_back("quantization_config");
    if (draft.quantisation->plan.empty()) continue;
    spec.stored_dtype = draft.quantisation->plan;
    spec.quantised = draft.quantisation->stored;
  }
  // Where the list of layers is the only thing that counts them, it is enough.
  const bool listed = family.frame == Frame::SingleBlock || family.frame == Frame::EncoderDecoder;
  draft.layers = listed ? optional_count(view, "num_hidden_layers", kMaxLayers)
                        : required(view, "num_hidden_layers n_layer num_layers n_layers",
                                   kMaxLayers, family.num_hidden_layers);
  read_frame(draft);
  read_mtp(draft);
  read_towers(draft);
  if (!spec.groups.empty() && spec.groups.front().attention) {
    const Attention& attention = *spec.groups.front().attention;
    spec.gguf_rope_factors = rope_factors(view, attention.head_dim);
    spec.stored_buffers += stored_buffers(draft, attention);
  }
  return std::move(spec);
}

/// MiniCPM3's file has no model_type; its low ranks and its scaled embedding give it away.
std::string_view name_of(const ConfigView& root, const ConfigView& view) {
  const auto name = view.text("model_type");
  if (name && !name->empty()) return *name;
  if (view.has("kv_lora_rank") && view.has("scale_emb")) return "minicpm3";
  return root.text("model_type").value_or("");
}

}  // namespace

Result<ReadModel> read_config_value(const Json& config) {
  if (!config.is_object()) return Problem{"", "not_an_object", {}};
  std::vector<Problem> problems;
  const ConfigView whole(config, "", problems);
  // Qwen's omni models keep everything that reads text in one object and the voice in another.
  const bool omni = whole.has_object("thinker_config");
  const ConfigView root = omni ? whole.object("thinker_config") : whole;
  // Multimodal files keep the language model's fields in an object of their own.
  std::string_view inside;
  for (std::string_view name : {"text_config", "llm_config", "language_config"}) {
    if (inside.empty() && root.has_object(name)) inside = name;
  }
  const bool nested = !inside.empty();
  const ConfigView view = nested ? root.object(inside) : root;

  const std::string_view model_type = name_of(root, view);
  const Family* family = find_family(model_type);
  if (!family) family = &generic_family();
  // Class defaults stand in only where a multimodal file leaves the language model's fields out; in
  // a file of its own an absent size is a fault.
  Family row = *family;
  const bool defaults_count = nested || row.frame == Frame::Encoder;
  if (!defaults_count) {
    row.hidden_size = row.num_hidden_layers = row.intermediate_size = row.vocab_size = 0;
    row.num_attention_heads = row.num_key_value_heads = 0;
  }
  ReadModel read;
  read.spec = build(root, view, row);
  if (!model_type.empty()) read.spec.family = model_type;
  read.spec.name = read.spec.family;  // until somebody names it
  read.spec.generic = family == &generic_family();
  if (omni) read.spec.not_read.emplace_back("talker_config");
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
