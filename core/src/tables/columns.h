// The catalogue's rows as gpu_db/generate.py writes them: one text a column, one line a row; this
// reads it back when the rows are first asked for. Text of one kind packs well: see
// web/docs/decisions/catalogue_text.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "vramscope/catalogue.h"

namespace vramscope {

/// A whole number or a short decimal, exactly. Empty: 0.
double plain_decimal(std::string_view digits);

// One cell into its member; an empty cell is one that is not known.
inline void read_cell(std::string_view cell, std::string_view& out) { out = cell; }
inline void read_cell(std::string_view cell, double& out) { out = plain_decimal(cell); }
inline void read_cell(std::string_view cell, uint64_t& out) {
  out = static_cast<uint64_t>(plain_decimal(cell));
}
inline void read_cell(std::string_view cell, int& out) {
  out = static_cast<int>(plain_decimal(cell));
}
inline void read_cell(std::string_view cell, Confidence& out) {
  out = static_cast<Confidence>(cell.front() - '0');
}
inline void read_cell(std::string_view cell, std::optional<double>& out) {
  if (!cell.empty()) out = plain_decimal(cell);
}
inline void read_cell(std::string_view cell, std::optional<bool>& out) {
  if (!cell.empty()) out = cell == "1";
}

/// Reads `lines`, one a row, into a member of every row.
template <class Row, class Member>
void read_column(std::vector<Row>& rows, Member Row::*member, std::string_view lines) {
  for (Row& row : rows) {
    const size_t end = lines.find('\n');
    read_cell(lines.substr(0, end), row.*member);
    lines.remove_prefix(end + 1);
  }
}

}  // namespace vramscope
