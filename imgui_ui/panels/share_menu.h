// Ways to hand the answer on: link, Markdown, CSV, JSON, picture.
#pragma once

#include "look.h"
#include "ui_state.h"
#include "widgets/paint.h"

namespace vramscope {

float share_width(const Look& look);
void edit_share(UiState& state, const Box& box, const Look& look);

}  // namespace vramscope
