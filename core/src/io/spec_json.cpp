#include "io/spec_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "tables/formats.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr double kMaxWidth = 8388608;  // 2^23

template <typename Struct>
struct CountField {
  std::string_view name;
  uint64_t Struct::*member;
  double high = kMaxWidth;
};
template <typename Struct>
struct FlagField {
  std::string_view name;
  bool Struct::*member;
};

constexpr std::array kAttentionCounts = {
    CountField<Attention>{"num_attention_heads", &Attention::num_attention_heads},
    CountField<Attention>{"num_key_value_heads", &Attention::num_key_value_heads},
    CountField<Attention>{"head_dim", &Attention::head_dim},
    CountField<Attention>{"sliding_window", &Attention::sliding_window, 4294967296.0},
};
constexpr std::array kAttentionFlags = {
    FlagField<Attention>{"qkv_bias", &Attention::qkv_bias},
    FlagField<Attention>{"o_bias", &Attention::o_bias},
    FlagField<Attention>{"qk_norm", &Attention::qk_norm},
};
constexpr std::array kFfnCounts = {
    CountField<Ffn>{"intermediate_size", &Ffn::intermediate_size},
    CountField<Ffn>{"num_experts", &Ffn::num_experts, 65536},
    CountField<Ffn>{"num_experts_per_tok", &Ffn::num_experts_per_tok, 65536},
};
constexpr std::array kFfnFlags = {FlagField<Ffn>{"bias", &Ffn::bias}};
constexpr std::array kGroupCounts = {
    CountField<LayerGroup>{"count", &LayerGroup::count, 4096},
    CountField<LayerGroup>{"norms", &LayerGroup::norms, 16},
};
constexpr std::array kGroupFlags = {FlagField<LayerGroup>{"norm_bias", &LayerGroup::norm_bias}};
constexpr std::array kVisionCounts = {
    CountField<VisionTower>{"hidden_size", &VisionTower::hidden_size},
    CountField<VisionTower>{"intermediate_size", &VisionTower::intermediate_size},
    CountField<VisionTower>{"num_hidden_layers", &VisionTower::num_hidden_layers, 4096},
    CountField<VisionTower>{"num_attention_heads", &VisionTower::num_attention_heads},
    CountField<VisionTower>{"num_channels", &VisionTower::num_channels, 64},
    CountField<VisionTower>{"patch_size", &VisionTower::patch_size, 4096},
    CountField<VisionTower>{"image_size", &VisionTower::image_size, 65536},
};
constexpr std::array kSpecCounts = {
    CountField<ModelSpec>{"hidden_size", &ModelSpec::hidden_size},
    CountField<ModelSpec>{"vocab_size", &ModelSpec::vocab_size, 16777216},
    CountField<ModelSpec>{"max_position_embeddings", &ModelSpec::max_position_embeddings,
                          4294967296.0},
    CountField<ModelSpec>{"learned_position_embeddings", &ModelSpec::learned_position_embeddings,
                          16777216},
    CountField<ModelSpec>{"gguf_rope_factors", &ModelSpec::gguf_rope_factors},
};
constexpr std::array kSpecFlags = {
    FlagField<ModelSpec>{"tie_word_embeddings", &ModelSpec::tie_word_embeddings},
    FlagField<ModelSpec>{"final_norm_bias", &ModelSpec::final_norm_bias},
    FlagField<ModelSpec>{"generic", &ModelSpec::generic},
};

template <typename Struct>
void write_counts(JsonWriter& out, const Struct& value,
                  std::span<const CountField<Struct>> fields) {
  for (const auto& field : fields) {
    out.number(field.name, static_cast<double>(value.*field.member));
  }
}

template <typename Struct>
void write_flags(JsonWriter& out, const Struct& value, std::span<const FlagField<Struct>> fields) {
  for (const auto& field : fields) {
    if (value.*field.member) out.flag(field.name, true);
  }
}

/// Reads what a struct's tables name; anything else in the object is an unknown field.
class Reader {
 public:
  explicit Reader(std::vector<Problem>& problems) : problems_(problems) {}

  template <typename Struct>
  Struct read(const Json* json, const std::string& path, std::span<const CountField<Struct>> counts,
              std::span<const FlagField<Struct>> flags,
              std::initializer_list<std::string_view> others = {}) {
    Struct value;
    if (!json || !json->is_object()) {
      problem(path, "not_an_object");
      return value;
    }
    for (const Json& child : json->children) {
      const std::string field_path = path + "." + child.name;
      if (!read_count(value, child, field_path, counts) &&
          !read_flag(value, child, field_path, flags) &&
          std::find(others.begin(), others.end(), child.name) == others.end()) {
        problem(field_path, "unknown_field");
      }
    }
    return value;
  }

  void problem(const std::string& field, std::string code) {
    problems_.push_back({field, std::move(code), {}});
  }

 private:
  template <typename Struct>
  bool read_count(Struct& value, const Json& child, const std::string& path,
                  std::span<const CountField<Struct>> counts) {
    for (const auto& field : counts) {
      if (field.name != child.name) continue;
      const double number = child.is_number() ? child.number : -1;
      if (number >= 0 && number <= field.high && std::floor(number) == number) {
        value.*field.member = static_cast<uint64_t>(number);
      } else {
        problems_.push_back(
            {path, "out_of_range", {{"low", "0"}, {"high", format_number(field.high)}}});
      }
      return true;
    }
    return false;
  }

  template <typename Struct>
  bool read_flag(Struct& value, const Json& child, const std::string& path,
                 std::span<const FlagField<Struct>> flags) {
    for (const auto& field : flags) {
      if (field.name != child.name) continue;
      if (child.is_bool()) {
        value.*field.member = child.number != 0;
      } else {
        problems_.push_back({path, "wrong_type", {{"expected", "true, false"}}});
      }
      return true;
    }
    return false;
  }

  std::vector<Problem>& problems_;
};

void write_group(JsonWriter& out, const LayerGroup& group) {
  out.begin_object();
  write_counts<LayerGroup>(out, group, kGroupCounts);
  write_flags<LayerGroup>(out, group, kGroupFlags);
  out.begin_object("attention");
  out.text("kind", group.attention.kind == AttentionKind::Sliding ? "sliding" : "full");
  write_counts<Attention>(out, group.attention, kAttentionCounts);
  write_flags<Attention>(out, group.attention, kAttentionFlags);
  out.end_object();
  out.begin_object("ffn");
  out.text("kind", group.ffn.kind == FfnKind::Plain ? "plain" : "gated");
  write_counts<Ffn>(out, group.ffn, kFfnCounts);
  write_flags<Ffn>(out, group.ffn, kFfnFlags);
  out.end_object();
  out.end_object();
}

bool kind_is(const Json& object, std::string_view kind) {
  const Json* value = object.find("kind");
  return value && value->text == kind;
}

LayerGroup group_from_json(const Json& json, const std::string& path, Reader& reader) {
  auto group =
      reader.read<LayerGroup>(&json, path, kGroupCounts, kGroupFlags, {"attention", "ffn"});
  const Json* attention = json.find("attention");
  const Json* ffn = json.find("ffn");
  group.attention = reader.read<Attention>(attention, path + ".attention", kAttentionCounts,
                                           kAttentionFlags, {"kind"});
  group.ffn = reader.read<Ffn>(ffn, path + ".ffn", kFfnCounts, kFfnFlags, {"kind"});
  if (!attention || !ffn) return group;
  if (kind_is(*attention, "sliding")) {
    group.attention.kind = AttentionKind::Sliding;
  } else if (attention->find("kind") && !kind_is(*attention, "full")) {
    reader.problem(path + ".attention.kind", "unknown_id");
  }
  if (kind_is(*ffn, "plain")) {
    group.ffn.kind = FfnKind::Plain;
  } else if (ffn->find("kind") && !kind_is(*ffn, "gated")) {
    reader.problem(path + ".ffn.kind", "unknown_id");
  }
  const Attention& a = group.attention;
  const auto require = [&](uint64_t value, const char* name) {
    if (value == 0) reader.problem(path + name, "missing_field");
  };
  require(group.count, ".count");
  require(a.num_attention_heads, ".attention.num_attention_heads");
  require(a.num_key_value_heads, ".attention.num_key_value_heads");
  require(a.head_dim, ".attention.head_dim");
  require(group.ffn.intermediate_size, ".ffn.intermediate_size");
  if (a.kind == AttentionKind::Sliding) require(a.sliding_window, ".attention.sliding_window");
  if (a.num_key_value_heads > 0 && a.num_attention_heads % a.num_key_value_heads != 0) {
    reader.problem(path + ".attention.num_key_value_heads", "heads_not_divisible");
  }
  if (group.ffn.num_experts_per_tok > group.ffn.num_experts) {
    reader.problem(path + ".ffn.num_experts_per_tok", "more_than_experts");
  }
  return group;
}

/// Layers as runs: [group, how many, group, how many, ...].
void write_runs(JsonWriter& out, const std::vector<uint16_t>& order) {
  out.begin_list("layer_order");
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && order[end] == order[i]) ++end;
    out.number({}, order[i]);
    out.number({}, static_cast<double>(end - i));
    i = end;
  }
  out.end_list();
}

/// Without an order the groups follow one another.
void read_order(const Json* runs, const std::string& path, ModelSpec& spec, Reader& reader) {
  std::vector<double> left;
  for (const LayerGroup& group : spec.groups) left.push_back(static_cast<double>(group.count));
  if (!runs) {
    for (size_t g = 0; g < left.size(); ++g) {
      spec.layer_order.insert(spec.layer_order.end(), spec.groups[g].count,
                              static_cast<uint16_t>(g));
    }
    return;
  }
  bool good = runs->is_list() && runs->children.size() % 2 == 0;
  for (size_t i = 0; good && i < runs->children.size(); i += 2) {
    const double group = runs->children[i].number;
    const double layers = runs->children[i + 1].number;
    good = group >= 0 && group < static_cast<double>(left.size()) && layers >= 1 &&
           std::floor(group) == group && std::floor(layers) == layers &&
           layers <= left[static_cast<size_t>(group)];
    if (!good) break;
    left[static_cast<size_t>(group)] -= layers;
    spec.layer_order.insert(spec.layer_order.end(), static_cast<size_t>(layers),
                            static_cast<uint16_t>(group));
  }
  for (double layers : left) good = good && layers == 0;
  if (!good) reader.problem(path + ".layer_order", "list_length");
}

}  // namespace

void write_spec(JsonWriter& out, std::string_view name, const ModelSpec& spec) {
  out.begin_object(name);
  out.text("id", spec.id);
  out.text("name", spec.name);
  out.text("family", spec.family);
  write_counts<ModelSpec>(out, spec, kSpecCounts);
  write_flags<ModelSpec>(out, spec, kSpecFlags);
  if (spec.attention_dropout > 0) out.number("attention_dropout", spec.attention_dropout);
  out.text("stored_dtype", spec.stored_dtype);
  if (!spec.not_read.empty()) {
    out.begin_list("not_read");
    for (const std::string& field : spec.not_read) out.text({}, field);
    out.end_list();
  }
  out.begin_list("groups");
  for (const LayerGroup& group : spec.groups) write_group(out, group);
  out.end_list();
  if (spec.groups.size() > 1) write_runs(out, spec.layer_order);
  if (spec.vision) {
    out.begin_object("vision");
    write_counts<VisionTower>(out, *spec.vision, kVisionCounts);
    out.end_object();
  }
  out.end_object();
}

Result<ModelSpec> spec_from_json(const Json& json, const std::string& path) {
  std::vector<Problem> problems;
  Reader reader(problems);
  auto spec = reader.read<ModelSpec>(&json, path, kSpecCounts, kSpecFlags,
                                     {"id", "name", "family", "stored_dtype", "not_read",
                                      "attention_dropout", "groups", "layer_order", "vision"});
  if (!problems.empty()) return problems;
  const auto text = [&](const char* name, std::string& value) {
    const Json* member = json.find(name);
    if (member && member->is_text()) value = member->text;
  };
  text("id", spec.id);
  text("name", spec.name);
  text("family", spec.family);
  text("stored_dtype", spec.stored_dtype);
  if (const Json* dropout = json.find("attention_dropout")) {
    if (!dropout->is_number() || !(dropout->number >= 0 && dropout->number <= 1)) {
      reader.problem(path + ".attention_dropout", "not_a_number");
    }
    spec.attention_dropout = dropout->number;
  }
  if (const Json* fields = json.find("not_read")) {
    for (const Json& field : fields->children) spec.not_read.push_back(field.text);
  }
  if (!find_weight_plan(spec.stored_dtype)) reader.problem(path + ".stored_dtype", "unknown_id");
  if (spec.vocab_size == 0) reader.problem(path + ".vocab_size", "missing_field");
  const Json* groups = json.find("groups");
  if (!groups || !groups->is_list() || groups->children.empty() || groups->children.size() > 4096) {
    return Problem{path + ".groups", "missing_field", {}};
  }
  for (size_t i = 0; i < groups->children.size(); ++i) {
    spec.groups.push_back(
        group_from_json(groups->children[i], path + ".groups." + std::to_string(i), reader));
  }
  if (spec.hidden_size == 0) reader.problem(path + ".hidden_size", "missing_field");
  if (spec.num_hidden_layers() > 4096) reader.problem(path + ".groups", "too_large");
  if (!problems.empty()) return problems;
  read_order(json.find("layer_order"), path, spec, reader);
  if (const Json* vision = json.find("vision")) {
    spec.vision = reader.read<VisionTower>(vision, path + ".vision", kVisionCounts, {});
  }
  if (!problems.empty()) return problems;
  return spec;
}

}  // namespace vramscope
