// config.json text -> ModelSpec.
#include "io/config_json.h"

#include "io/json_file.h"

namespace vramscope {
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
