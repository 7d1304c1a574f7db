// Lines of a text: Latin breaks at spaces, Chinese between characters but not before its signs.
#pragma once

#include <string_view>
#include <vector>

#include "widgets/paint.h"

namespace vramscope {

/// The lines that fit a width; a word that is longer than the width stands alone and is not cut.
std::vector<std::string_view> wrap(const Look& look, Type type, std::string_view text, float width);

}  // namespace vramscope
