// The rail: what is asked. Each panel edits its part of the request and says whether it changed.
#pragma once

#include "look.h"
#include "ui_state.h"

namespace vramscope {

bool edit_model(UiState& state, const Look& look);
/// Well-known questions as chips.
bool edit_presets(UiState& state, const Look& look);
bool edit_job(UiState& state, const Look& look);
/// Settings without a control of their own, behind a chevron.
bool edit_advanced(UiState& state, const Look& look);
bool edit_card(UiState& state, const Look& look);

/// A heading of the rail.
void view_section(Word name, const Look& look);

}  // namespace vramscope
