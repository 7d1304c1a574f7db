// config.json text -> flat fields -> ModelSpec.
#include <algorithm>
#include <deque>

#include "io/json.h"
#include "vramscope/config_reader.h"

namespace vramscope {
namespace {

/// Fields point into the texts kept beside them.
struct FlatConfig {
  std::deque<std::string> texts;
  std::vector<ConfigField> fields;

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

void flatten(const Json& value, const std::string& path, FlatConfig& flat) {
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) {
      flatten(child, path.empty() ? key : path + "." + key, flat);
    }
    return;
  }
  if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i) {
      flatten(value[i], path + "." + std::to_string(i), flat);
    }
    return;
  }
  ConfigField field{.path = flat.keep(path)};
  if (value.is_boolean()) {
    field.kind = ConfigKind::Bool;
    field.number = value.get<bool>() ? 1 : 0;
  } else if (value.is_number()) {
    field.kind = ConfigKind::Number;
    field.number = value.get<double>();
  } else if (value.is_string()) {
    field.kind = ConfigKind::Text;
    field.text = flat.keep(value.get<std::string>());
  }
  flat.fields.push_back(field);
}

}  // namespace

Result<ReadModel> read_config_json(std::string_view text) {
  const Result<Json> parsed = parse_json(text, kMaxConfigBytes);
  if (!parsed.ok()) return parsed.errors();
  if (!parsed.value().is_object()) return Problem{"", "not_an_object", {}};
  FlatConfig flat;
  flatten(parsed.value(), "", flat);
  std::stable_sort(flat.fields.begin(), flat.fields.end(),
                   [](const ConfigField& a, const ConfigField& b) { return a.path < b.path; });
  return read_config(flat.fields);
}

}  // namespace vramscope
