// Parts that the lab's documents share.
#pragma once

#include "io/json_writer.h"
#include "vramscope/lab_table.h"

namespace vramscope::lab {

void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang);
void write_tables(JsonWriter& out, const std::vector<LabTable>& tables);

}  // namespace vramscope::lab
