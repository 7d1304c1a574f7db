// A formula as text on one or more lines: symbols in colour with true subscripts, signs muted.
#pragma once

#include <string_view>

#include "look.h"

namespace vramscope {

/// `symbols`: letters are names of quantities (the symbolic line), not units (the numeric line).
void flow_formula(const Look& look, std::string_view text, bool symbols);
/// One symbol, such as "n_kv", at a place; returns its width.
float paint_symbol(const Look& look, float x, float y, ImU32 color, std::string_view symbol);

}  // namespace vramscope
