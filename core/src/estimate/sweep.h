// The estimate along one axis, as columns.
#pragma once

#include "parallel/job.h"
#include "vramscope/reply.h"

namespace vramscope {

/// Evaluates the job at the points of its request's sweep. Errors name the field.
Result<SweepColumns> sweep(const Job& base);

}  // namespace vramscope
