// The terms of a training step, phase by phase.
#pragma once

#include <span>
#include <string_view>

#include "formulas/training.h"

namespace vramscope {

/// Phases in order. After the one between two steps stands writing samples, where that is done.
std::span<const std::string_view> training_phases(const Job& job);
inline constexpr size_t kBetweenStepsPhase = 5;

void training_terms(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                    TermList& list);

}  // namespace vramscope
