// A drawing onto the screen.
#pragma once

#include "chart/drawing.h"
#include "look.h"
#include "widgets/paint.h"

namespace vramscope::chart {

/// Paints with the drawing's corner at `at`.
void paint_drawing(const Drawing& drawing, ImVec2 at, const Look& look);

/// Into a list of its own, from its corner on.
void paint_drawing(const Drawing& drawing, ImDrawList* draw);
Drawing scaled(const Drawing& drawing, float factor);

/// Widths of the font on screen.
TextWidth screen_text_width();

}  // namespace vramscope::chart
