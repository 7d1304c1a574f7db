// Whether the cards of a job have what it asks of them.
#pragma once

#include "parallel/job.h"

namespace vramscope {

/// Adds a warning for each kernel or format that a card does not have.
void check_cards(Job& job);

}  // namespace vramscope
