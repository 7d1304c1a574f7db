// The terms of a training step, phase by phase.
#pragma once

#include <span>
#include <string_view>

#include "formulas/training.h"

namespace vramscope {

/// Phases in order; the last one is between two steps.
std::span<const std::string_view> training_phases();

void training_terms(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                    TermList& list);

}  // namespace vramscope
