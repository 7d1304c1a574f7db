// How well cards are used, by what somebody observed: the ratios that interviews ask for.
#pragma once

#include <string_view>
#include <vector>

#include "parallel/job.h"
#include "vramscope/trace.h"

namespace vramscope {

struct UtilisationValue {
  std::string_view id;  ///< of its message too
  Expr share;           ///< a plain ratio
};

/// Tokens a second on one card as observed: given, or samples × tokens ÷ cards; nothing without.
Expr observed_rate(Trace& t, const Job& job);
/// Every ratio that the observed figures allow, for the job's first card and its bf16 dense peak.
std::vector<UtilisationValue> utilisation(Trace& t, const Job& job);

}  // namespace vramscope
