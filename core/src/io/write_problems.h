// Errors and warnings as JSON, with their words.
#pragma once

#include <string_view>
#include <vector>

#include "io/json_writer.h"
#include "vramscope/text.h"

namespace vramscope {

/// One of them, in words that its own table has.
void write_problem(JsonWriter& out, const Problem& problem, std::string_view message);
void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang);

}  // namespace vramscope
