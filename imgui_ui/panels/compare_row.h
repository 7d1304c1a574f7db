// One card of the comparison: its name, the job's bar against its capacity, the verdict.
#pragma once

#include <span>
#include <string_view>

#include "look.h"
#include "ui_state.h"
#include "vramscope/reply.h"

namespace vramscope {

/// What the reader did with a row.
struct RowAct {
  bool chosen = false, removed = false;
};

/// `edge`: what the full width of the bar stands for; `current`: it is the card of the breakdown.
RowAct view_row(const MachineResult& result, int index, Bytes edge, bool current, const Look& look);

/// The same for any name; `words` is what a click does. Nothing to remove.
bool view_named_row(const MachineResult& result, int index, std::string_view name,
                    std::string_view words, Bytes edge, bool current, const Look& look);

/// The right edge of a row's bar against its own card: room beyond the capacity for what does not
/// fit, as much as the fullest row needs, a third at most. Against the largest card: one edge for
/// all.
Bytes row_edge(const MachineResult& result, std::span<const MachineResult* const> all,
               BarScale scale);

}  // namespace vramscope
