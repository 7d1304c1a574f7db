#include "io/spec_json.h"

#include <array>
#include <cmath>

#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr double kMaxWidth = 8388608;  // 2^23

template <typename Struct>
struct CountField {
  std::string_view name;
  uint64_t Struct::* member;
  double high = kMaxWidth;
};
template <typename Struct>
struct FlagField {
  std::string_view name;
  bool Struct::* member;
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

template <typename Struct, typename Counts, typename Flags>
Json write(const Struct& value, const Counts& counts, const Flags& flags) {
  Json json = Json::object();
  for (const auto& field : counts) json[std::string(field.name)] = value.*field.member;
  for (const auto& field : flags) {
    if (value.*field.member) json[std::string(field.name)] = true;
  }
  return json;
}

/// Reads what a struct's tables name; anything else in the object is an unknown field.
class Reader {
 public:
  explicit Reader(std::vector<Problem>& problems) : problems_(problems) {}

  template <typename Struct, typename Counts, typename Flags>
  Struct read(const Json& json, const std::string& path, const Counts& counts, const Flags& flags,
              std::initializer_list<std::string_view> others = {}) {
    Struct value;
    if (!json.is_object()) {
      problems_.push_back({path, "not_an_object", {}});
      return value;
    }
    for (const auto& [key, child] : json.items()) {
      if (!read_count(value, key, child, path, counts) &&
          !read_flag(value, key, child, path, flags) &&
          std::find(others.begin(), others.end(), key) == others.end()) {
        problems_.push_back({path + "." + key, "unknown_field", {}});
      }
    }
    return value;
  }

  void problem(const std::string& field, std::string code) {
    problems_.push_back({field, std::move(code), {}});
  }

 private:
  template <typename Struct, typename Counts>
  bool read_count(Struct& value, const std::string& key, const Json& child,
                  const std::string& path, const Counts& counts) {
    for (const auto& field : counts) {
      if (field.name != key) continue;
      const double number = child.is_number() ? child.get<double>() : -1;
      if (number >= 0 && number <= field.high && std::floor(number) == number) {
        value.*field.member = static_cast<uint64_t>(number);
      } else {
        problems_.push_back({path + "." + key, "out_of_range",
                             {{"low", "0"}, {"high", format_number(field.high)}}});
      }
      return true;
    }
    return false;
  }

  template <typename Struct, typename Flags>
  bool read_flag(Struct& value, const std::string& key, const Json& child, const std::string& path,
                 const Flags& flags) {
    for (const auto& field : flags) {
      if (field.name != key) continue;
      if (child.is_boolean()) {
        value.*field.member = child.get<bool>();
      } else {
        problems_.push_back({path + "." + key, "wrong_type", {{"expected", "true, false"}}});
      }
      return true;
    }
    return false;
  }

  std::vector<Problem>& problems_;
};

Json group_to_json(const LayerGroup& group) {
  Json json = write(group, kGroupCounts, kGroupFlags);
  json["attention"] = write(group.attention, kAttentionCounts, kAttentionFlags);
  json["attention"]["kind"] = group.attention.kind == AttentionKind::Sliding ? "sliding" : "full";
  json["ffn"] = write(group.ffn, kFfnCounts, kFfnFlags);
  json["ffn"]["kind"] = group.ffn.kind == FfnKind::Plain ? "plain" : "gated";
  return json;
}

LayerGroup group_from_json(const Json& json, const std::string& path, Reader& reader) {
  auto group = reader.read<LayerGroup>(json, path, kGroupCounts, kGroupFlags,
                                       {"attention", "ffn"});
  if (!json.is_object()) return group;
  const Json& attention = json.contains("attention") ? json["attention"] : Json::object();
  group.attention = reader.read<Attention>(attention, path + ".attention", kAttentionCounts,
                                           kAttentionFlags, {"kind"});
  const Json& ffn = json.contains("ffn") ? json["ffn"] : Json::object();
  group.ffn = reader.read<Ffn>(ffn, path + ".ffn", kFfnCounts, kFfnFlags, {"kind"});
  const auto kind_is = [](const Json& object, std::string_view kind) {
    return object.is_object() && object.contains("kind") && object["kind"] == kind;
  };
  if (kind_is(attention, "sliding")) group.attention.kind = AttentionKind::Sliding;
  if (kind_is(ffn, "plain")) group.ffn.kind = FfnKind::Plain;
  const Attention& a = group.attention;
  if (group.count == 0) reader.problem(path + ".count", "missing_field");
  if (a.num_attention_heads == 0) {
    reader.problem(path + ".attention.num_attention_heads", "missing_field");
  }
  if (a.num_key_value_heads == 0) {
    reader.problem(path + ".attention.num_key_value_heads", "missing_field");
  }
  if (a.head_dim == 0) reader.problem(path + ".attention.head_dim", "missing_field");
  return group;
}

/// Layers as runs: [group, how many, group, how many, ...].
Json runs_of(const std::vector<uint16_t>& order) {
  Json runs = Json::array();
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && order[end] == order[i]) ++end;
    runs.push_back(order[i]);
    runs.push_back(end - i);
    i = end;
  }
  return runs;
}

/// Without an order the groups follow one another.
void read_order(const Json& json, const std::string& path, ModelSpec& spec, Reader& reader) {
  std::vector<uint64_t> left;
  for (const LayerGroup& group : spec.groups) left.push_back(group.count);
  if (!json.contains("layer_order")) {
    for (size_t g = 0; g < left.size(); ++g) {
      spec.layer_order.insert(spec.layer_order.end(), left[g], static_cast<uint16_t>(g));
    }
    return;
  }
  const Json& runs = json["layer_order"];
  bool good = runs.is_array() && runs.size() % 2 == 0;
  for (size_t i = 0; good && i < runs.size(); i += 2) {
    good = runs[i].is_number_unsigned() && runs[i + 1].is_number_unsigned();
    if (!good) break;
    const auto group = runs[i].get<uint64_t>();
    const auto layers = runs[i + 1].get<uint64_t>();
    good = group < left.size() && layers <= left[group];
    if (!good) break;
    left[group] -= layers;
    spec.layer_order.insert(spec.layer_order.end(), layers, static_cast<uint16_t>(group));
  }
  for (uint64_t layers : left) good = good && layers == 0;
  if (!good) reader.problem(path + ".layer_order", "list_length");
}

}  // namespace

Json spec_to_json(const ModelSpec& spec) {
  Json json = Json::object();
  json["id"] = spec.id;
  json["name"] = spec.name;
  json["family"] = spec.family;
  json.update(write(spec, kSpecCounts, kSpecFlags));
  if (spec.attention_dropout > 0) json["attention_dropout"] = spec.attention_dropout;
  json["stored_dtype"] = spec.stored_dtype;
  json["groups"] = Json::array();
  for (const LayerGroup& group : spec.groups) json["groups"].push_back(group_to_json(group));
  if (spec.groups.size() > 1) json["layer_order"] = runs_of(spec.layer_order);
  if (spec.vision) {
    json["vision"] = write(*spec.vision, kVisionCounts, std::array<FlagField<VisionTower>, 0>{});
  }
  return json;
}

Result<ModelSpec> spec_from_json(const Json& json, const std::string& path) {
  std::vector<Problem> problems;
  Reader reader(problems);
  auto spec = reader.read<ModelSpec>(
      json, path, kSpecCounts, kSpecFlags,
      {"id", "name", "family", "stored_dtype", "attention_dropout", "groups", "layer_order",
       "vision"});
  if (!problems.empty()) return problems;
  const auto text = [&](const char* key, std::string& value) {
    if (json.contains(key) && json[key].is_string()) value = json[key].get<std::string>();
  };
  text("id", spec.id);
  text("name", spec.name);
  text("family", spec.family);
  text("stored_dtype", spec.stored_dtype);
  if (json.contains("attention_dropout") && json["attention_dropout"].is_number()) {
    spec.attention_dropout = json["attention_dropout"].get<double>();
  }
  if (!json.contains("groups") || !json["groups"].is_array() || json["groups"].empty() ||
      json["groups"].size() > 4096) {
    return Problem{path + ".groups", "missing_field", {}};
  }
  for (size_t i = 0; i < json["groups"].size(); ++i) {
    spec.groups.push_back(
        group_from_json(json["groups"][i], path + ".groups." + std::to_string(i), reader));
  }
  if (spec.hidden_size == 0) reader.problem(path + ".hidden_size", "missing_field");
  if (spec.num_hidden_layers() > 4096) reader.problem(path + ".groups", "too_large");
  if (!problems.empty()) return problems;
  read_order(json, path, spec, reader);
  if (json.contains("vision")) {
    spec.vision = reader.read<VisionTower>(json["vision"], path + ".vision", kVisionCounts,
                                           std::array<FlagField<VisionTower>, 0>{});
  }
  if (!problems.empty()) return problems;
  return spec;
}

}  // namespace vramscope
