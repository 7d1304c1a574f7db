// What files hold, printed for people.
#pragma once

#include <iosfwd>

#include "arguments.h"
#include "vramscope/model_files.h"

namespace vramscope::cli {

/// The warnings go to `notes`, unless the output is JSON, which holds them.
void print_stored(std::ostream& out, std::ostream& notes, const StoredModel& model,
                  const Arguments& arguments);

}  // namespace vramscope::cli
