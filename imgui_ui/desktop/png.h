// Writes a PNG without compression: enough for a screenshot, and no library.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace vramscope::desktop {

/// `pixels`: 4 bytes each (red, green, blue, unused), the top row first.
bool write_png(const std::string& path, int width, int height, std::span<const uint8_t> pixels);

/// OpenGL's first row is the lowest.
void flip_rows(std::span<uint8_t> pixels, int height);

}  // namespace vramscope::desktop
