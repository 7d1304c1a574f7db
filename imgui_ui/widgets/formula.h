// A formula on one or more lines: quotients with a bar, symbols in colour with true subscripts,
// signs muted.
#pragma once

#include <string_view>

#include "look.h"

namespace vramscope {

/// What stands before a line: nothing, room for the sign of the lines below it, or that sign.
enum class Lead : uint8_t { None, Room, Equals };
/// `symbols`: letters are names of quantities (the symbolic line), not units (the numeric line).
void flow_formula(const Look& look, std::string_view text, bool symbols, Lead lead = Lead::None);
/// One symbol, such as "n_kv", at a place; returns its width.
float paint_symbol(const Look& look, float x, float y, ImU32 color, std::string_view symbol);

}  // namespace vramscope
