// The cards of the catalogue as a list to pick from, by kind, with their memory.
#pragma once

#include <string_view>
#include <vector>

#include "look.h"
#include "widgets/controls.h"

namespace vramscope {

std::vector<PickItem> card_items(const Look& look);
/// "Consumer", "Datacenter", ... in the reader's language.
std::string_view category_name(std::string_view category, const Look& look);

}  // namespace vramscope
