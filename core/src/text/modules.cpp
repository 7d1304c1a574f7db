// An inspected model's tree in words.
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {

std::string inspect_name(const InspectRow& row, Lang lang) {
  std::string text;
  const bool repeats = row.rows == 0 && (row.copies > 1 || row.names.size() > 1);
  if (repeats) text = format_number(static_cast<double>(row.copies)) + " × ";
  for (size_t i = 0; i < row.names.size(); ++i) {
    if (i > 0) text += " + ";
    text += label("module." + std::string(row.names[i]), lang);
  }
  return text;
}

std::string inspect_shape(const InspectRow& row) {
  if (row.rows == 0) return {};
  const auto number = [](uint64_t n) { return format_number(static_cast<double>(n)); };
  std::string text;
  if (row.copies > 1) text = number(row.copies) + " × ";
  if (row.rows > 1) text += number(row.rows) + " × ";
  return text + number(row.columns);
}

}  // namespace vramscope
