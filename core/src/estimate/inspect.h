// The modules of a model with their counts and bytes.
#pragma once

#include <vector>

#include "parallel/job.h"
#include "vramscope/reply.h"

namespace vramscope {

/// The model as a tree, in pre-order; bytes in the request's weight format. A second root holds the
/// prediction layers.
std::vector<InspectRow> inspect_model(const Job& base);

}  // namespace vramscope
