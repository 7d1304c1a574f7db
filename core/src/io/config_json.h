// config.json as a value -> ModelSpec.
#pragma once

#include "io/json.h"
#include "vramscope/config_reader.h"

namespace vramscope {

Result<ReadModel> read_config_value(const Json& config);

}  // namespace vramscope
