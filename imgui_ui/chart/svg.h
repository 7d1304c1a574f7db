// A drawing as an SVG document, for print and for slides.
#pragma once

#include <string>

#include "chart/drawing.h"

namespace vramscope::chart {

/// `ground` fills the page; 0 leaves it clear.
std::string to_svg(const Drawing& drawing, Color ground);

}  // namespace vramscope::chart
