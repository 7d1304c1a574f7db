// Published runs near to an observed one.
#pragma once

#include <vector>

#include "parallel/job.h"
#include "vramscope/reply.h"

namespace vramscope {

/// The three nearest, for a training job whose rate was observed.
std::vector<ReferenceLine> nearest_runs(const Job& job, double tokens_per_s_per_gpu);

}  // namespace vramscope
