// A drawing onto the screen.
#pragma once

#include "chart/drawing.h"
#include "look.h"
#include "widgets/paint.h"

namespace vramscope::chart {

/// Paints with the drawing's corner at `at`.
void paint_drawing(const Drawing& drawing, ImVec2 at, const Look& look);

/// Widths of the font on screen.
TextWidth screen_text_width();

}  // namespace vramscope::chart
