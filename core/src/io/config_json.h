// config.json as a value -> ModelSpec.
#pragma once

#include "io/json.h"
#include "vramscope/config_reader.h"

namespace vramscope {

/// Builds a model from a Hugging Face config.json. Errors name the field that is missing or out of
/// range. An unknown model_type is read as a plain decoder, with a warning.
Result<ReadModel> read_config_value(const Json& config);

}  // namespace vramscope
