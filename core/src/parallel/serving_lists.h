// Options that are lists in one text.
#pragma once

#include <string_view>
#include <vector>

#include "parallel/job.h"

namespace vramscope {

/// "3,1": shares of the devices, none of them negative. Errors name the field.
Result<std::vector<double>> read_shares(std::string_view list);

/// "20,12": layers of each stage; empty for "layer", the engine's own split.
Result<std::vector<uint64_t>> read_stage_layers(std::string_view list);

/// "16:all-linear,8:attention": ranks and what the matrices stand beside.
Result<std::vector<ServedAdapter>> read_adapters(std::string_view list);

}  // namespace vramscope
