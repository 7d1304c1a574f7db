// Parts that the lab's documents share.
#pragma once

#include "io/json_writer.h"
#include "vramscope/profile.h"

namespace vramscope::lab {

JsonWriter start(bool ok);
std::string finish(JsonWriter& out);
void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang);

}  // namespace vramscope::lab
