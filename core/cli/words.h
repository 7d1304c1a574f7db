// The command line's own words.
#pragma once

#include <string>
#include <string_view>

#include "vramscope/text.h"

namespace vramscope::cli {

/// One of the command line's words, else one of core's messages by its id.
std::string word(std::string_view id, Lang lang);

}  // namespace vramscope::cli
