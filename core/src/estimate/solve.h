// "What is the largest / fewest / best that fits?"
#pragma once

#include "parallel/job.h"
#include "vramscope/reply.h"

namespace vramscope {

/// Answers the request's solve on its first machine.
Result<SolveAnswer> solve(const Job& base);

}  // namespace vramscope
