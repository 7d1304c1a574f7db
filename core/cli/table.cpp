#include "table.h"

#include <algorithm>
#include <ostream>

namespace vramscope::cli {
namespace {

/// Columns a text takes on a terminal: Chinese characters and full-width signs take two.
size_t width_of(const std::string& text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const bool wide = byte >= 0xe3 && byte <= 0xef && byte != 0xee;
    width += wide ? 2 : 1;
    i += length;
  }
  return width;
}

bool is_right(const Table& table, size_t column) {
  return std::find(table.right.begin(), table.right.end(), column) != table.right.end();
}

void print_text(std::ostream& out, const Table& table) {
  std::vector<size_t> widths(table.head.size(), 0);
  for (size_t c = 0; c < widths.size(); ++c) {
    widths[c] = width_of(table.head[c]);
    for (const auto& row : table.rows) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text;
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string gap(widths[c] - width_of(row[c]), ' ');
      text += is_right(table, c) ? gap + row[c] : row[c] + gap;
      text += "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out << text << '\n';
  };
  const bool headed = std::any_of(table.head.begin(), table.head.end(),
                                  [](const std::string& cell) { return !cell.empty(); });
  if (headed) line(table.head);
  for (const auto& row : table.rows) line(row);
}

void print_markdown(std::ostream& out, const Table& table) {
  const auto line = [&](const std::vector<std::string>& row) {
    out << '|';
    for (const std::string& cell : row) out << ' ' << cell << " |";
    out << '\n';
  };
  line(table.head);
  out << '|';
  for (size_t c = 0; c < table.head.size(); ++c) out << (is_right(table, c) ? "--:|" : "---|");
  out << '\n';
  for (const auto& row : table.rows) line(row);
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

void print_csv(std::ostream& out, const Table& table) {
  const auto line = [&](const std::vector<std::string>& row) {
    for (size_t c = 0; c < row.size(); ++c) out << (c > 0 ? "," : "") << quoted(row[c]);
    out << '\n';
  };
  line(table.head);
  for (const auto& row : table.rows) line(row);
}

}  // namespace

void print(std::ostream& out, const Table& table, Output output) {
  switch (output) {
    case Output::Markdown:
      return print_markdown(out, table);
    case Output::Csv:
      return print_csv(out, table);
    case Output::Table:
    case Output::Json:
      return print_text(out, table);
  }
}

}  // namespace vramscope::cli
