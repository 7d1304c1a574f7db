// ModelSpec as JSON: how a dropped model travels in requests and links.
#pragma once

#include "io/json.h"
#include "io/json_writer.h"
#include "vramscope/model_spec.h"

namespace vramscope {

void write_spec(JsonWriter& out, std::string_view name, const ModelSpec& spec);
/// Errors name the field under `path`.
Result<ModelSpec> spec_from_json(const Json& json, const std::string& path);

}  // namespace vramscope
