// Errors and warnings as JSON, with their words.
#pragma once

#include <string_view>
#include <vector>

#include "io/json_writer.h"
#include "vramscope/text.h"

namespace vramscope {

void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang);

}  // namespace vramscope
