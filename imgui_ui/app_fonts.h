// The fonts of the app: Inter, the signs it lacks, and Chinese once it is wanted.
#pragma once

#include <span>

namespace vramscope {

/// Adds the fonts that are linked in; without them Dear ImGui's own font is drawn.
void load_fonts();
/// Merges a Han font into the first; its bytes must outlive the app.
void merge_han_font(std::span<const unsigned char> bytes);

}  // namespace vramscope
