// The commands `trace` and `topo`, and the tools that `explain` knows.
#pragma once

#include "arguments.h"

namespace vramscope::cli {

/// vramscope trace PATH…: false where no file could be read.
bool run_trace(const Arguments& arguments);

}  // namespace vramscope::cli
