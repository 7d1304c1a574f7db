// The commands `trace` and `topo`, and the tools that `explain` knows.
#pragma once

#include <optional>

#include "arguments.h"

namespace vramscope::cli {

/// Runs a command of the lab and gives the exit code; nothing where it is none.
std::optional<int> run_lab(const Arguments& arguments);

}  // namespace vramscope::cli
