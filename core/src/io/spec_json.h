// ModelSpec as JSON: how a dropped model travels in requests and links.
#pragma once

#include "io/json.h"
#include "vramscope/model_spec.h"

namespace vramscope {

Json spec_to_json(const ModelSpec& spec);
/// Errors name the field under `path`.
Result<ModelSpec> spec_from_json(const Json& json, const std::string& path);

}  // namespace vramscope
