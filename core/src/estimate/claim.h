// What pre-allocating engines take of a card, beside what the model needs.
#pragma once

#include <optional>

#include "estimate/estimate.h"

namespace vramscope {

/// What an engine takes that fills its share of the card at start, and the tokens that result: the
/// share, less what the engine counts as its own beside the cache.
std::optional<Claim> claim_of(const Job& job, const StageEstimate& e);

}  // namespace vramscope
