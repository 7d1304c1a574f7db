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

std::vector<std::string> inspect_notes(const ParameterCounts& counts, Lang lang) {
  std::vector<std::string> notes;
  const auto add = [&](std::string_view id, double n, double all) {
    const std::vector<Param> holes{{"n", format_number(n)}, {"all", format_number(all)}};
    if (n > 0) notes.push_back(say(id, holes, lang));
  };
  add("inspect.unique", counts.total, 0);
  if (counts.active < 0.9 * counts.total) add("inspect.active", counts.active, 0);
  add("inspect.tied", counts.tied_head, 0);
  add("inspect.towers", counts.extras, 0);
  add("inspect.prediction", counts.mtp, counts.stored());
  add("inspect.buffers", counts.buffers, 0);
  return notes;
}

}  // namespace vramscope
