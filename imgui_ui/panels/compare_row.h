// One card of the comparison: its name, the job's bar against its capacity, the verdict.
#pragma once

#include "look.h"
#include "vramscope/reply.h"

namespace vramscope {

/// What the reader did with a row.
struct RowAct {
  bool chosen = false, removed = false;
};

/// `edge`: what the full width of the bar stands for; `current`: it is the card of the breakdown.
RowAct view_row(const MachineResult& result, int index, Bytes edge, bool current, const Look& look);

}  // namespace vramscope
