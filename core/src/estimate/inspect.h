// The modules of a model with their counts and bytes.
#pragma once

#include <vector>

#include "parallel/job.h"
#include "vramscope/reply.h"

namespace vramscope {

/// One row a module, in the model's order; bytes in the request's weight format.
std::vector<InspectRow> inspect_model(const Job& base);

}  // namespace vramscope
