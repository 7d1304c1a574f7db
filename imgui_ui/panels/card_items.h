// The cards of the catalogue as a list to pick from, by kind, with their memory.
#pragma once

#include <vector>

#include "look.h"
#include "widgets/controls.h"

namespace vramscope {

std::vector<PickItem> card_items(const Look& look);

}  // namespace vramscope
