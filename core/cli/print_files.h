// What files hold, printed for people.
#pragma once

#include <iosfwd>

#include "arguments.h"
#include "vramscope/model_files.h"

namespace vramscope::cli {

void print_stored(std::ostream& out, const StoredModel& model, const Arguments& arguments);

}  // namespace vramscope::cli
