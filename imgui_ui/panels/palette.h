// The command palette and the list of shortcuts: what lies over the page when it is asked for.
#pragma once

#include "look.h"
#include "ui_state.h"

namespace vramscope {

/// Models, cards, presets, views, actions and terms of art by name. True when the request changed.
bool edit_palette(UiState& state, const Look& look);

void view_shortcuts(UiState& state, const Look& look);

}  // namespace vramscope
