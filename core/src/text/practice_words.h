// Texts of practice: questions with holes, mistakes.
#pragma once

#include <span>

#include "vramscope/text.h"

namespace vramscope {

/// Sorted by id.
std::span<const Message> practice_words();

}  // namespace vramscope
