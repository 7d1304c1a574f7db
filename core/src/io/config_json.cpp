// config.json text -> flat fields -> ModelSpec.
#include "io/config_json.h"

#include <algorithm>
#include <list>

#include "io/json_file.h"

namespace vramscope {
namespace {

/// Fields point into the paths kept beside them and into the document.
struct FlatConfig {
  std::list<std::string> paths;
  std::vector<ConfigField> fields;
};

ConfigKind kind_of(const Json& value) {
  if (value.is_bool()) return ConfigKind::Bool;
  if (value.is_number()) return ConfigKind::Number;
  return value.is_text() ? ConfigKind::Text : ConfigKind::Null;
}

void flatten(const Json& value, const std::string& path, FlatConfig& flat) {
  if (value.is_object() || value.is_list()) {
    size_t index = 0;
    for (const Json& child : value.children) {
      const std::string step = value.is_list() ? std::to_string(index++) : child.name;
      std::string below = path;
      if (!below.empty()) below += '.';
      below += step;
      flatten(child, below, flat);
    }
    return;
  }
  flat.paths.push_back(path);
  flat.fields.push_back({flat.paths.back(), kind_of(value), value.number, value.text});
}

}  // namespace

Result<ReadModel> read_config_value(const Json& config) {
  if (!config.is_object()) return Problem{"", "not_an_object", {}};
  FlatConfig flat;
  flatten(config, "", flat);
  std::sort(flat.fields.begin(), flat.fields.end(),
            [](const ConfigField& a, const ConfigField& b) { return a.path < b.path; });
  return read_config(flat.fields);
}

Result<ReadModel> read_config_json(std::string_view text) {
  Result<JsonFile> file = read_json_file(text, kMaxConfigBytes);
  if (!file.ok()) return file.errors();
  Result<ReadModel> read = read_config_value(file.value().value);
  if (!read.ok()) return read;
  std::vector<Problem>& warnings = read.value().warnings;
  warnings.insert(warnings.begin(), file.value().warnings.begin(), file.value().warnings.end());
  return read;
}

}  // namespace vramscope
