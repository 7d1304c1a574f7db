// A table of texts, printed for a terminal, for Markdown or as CSV.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "arguments.h"

namespace vramscope::cli {

struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> right;  ///< columns aligned to the right
};

void print(std::ostream& out, const Table& table, Output output);

}  // namespace vramscope::cli
