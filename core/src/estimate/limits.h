// How far a job can go: searches over the estimator itself, so that a limit never disagrees with
// it.
#pragma once

#include "estimate/estimate.h"

namespace vramscope {

/// Largest context that fits, surely (`guaranteed`) and at the low bound (`possible`).
Limit max_context(const Job& job);
/// Largest number of sequences (inference) or micro-batch (training).
Limit max_batch(const Job& job);
/// Fewest cards of the machine's kind; absent when more cards do not help.
Limit min_gpus(const Job& job);

}  // namespace vramscope
