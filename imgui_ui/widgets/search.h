// Searching by words: the field, and what matches.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "look.h"

namespace vramscope {

/// Every word of the search is in one of the texts; case, spaces and dashes do not count.
bool matches_search(std::initializer_list<std::string_view> texts, std::string_view search);

/// A field over the width; `words` is what it says while it is empty. True when it was edited.
bool edit_search(const char* id, std::string_view words, std::span<char> text, float width,
                 float height, const Look& look);

}  // namespace vramscope
