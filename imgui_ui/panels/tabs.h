// The views beside each other in the toolbar; those that find no room are in a menu.
#pragma once

#include "look.h"
#include "ui_state.h"
#include "widgets/paint.h"

namespace vramscope {

Word tab_name(Tab tab);
/// Chooses a view within the box.
void edit_tabs(Tab& tab, const Box& box, const Look& look);

}  // namespace vramscope
