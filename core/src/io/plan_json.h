// A DeepSpeed configuration that is read already.
#pragma once

#include "io/json.h"
#include "vramscope/plans.h"

namespace vramscope {

Result<PlanRead> read_deepspeed(const Json& document, const Request& base);

}  // namespace vramscope
