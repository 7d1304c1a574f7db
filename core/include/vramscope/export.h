// An answer as a text to paste elsewhere.
#pragma once

#include <string>

#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {

/// The summary, and the terms as a table: for an issue, a wiki, a chat.
std::string markdown_of(const Reply& reply, Lang lang, Units units);

/// One line a term with whole bytes, for a spreadsheet. The head is in English.
std::string csv_of(const Reply& reply);

}  // namespace vramscope
