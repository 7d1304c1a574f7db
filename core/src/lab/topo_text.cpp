#include "lab/topo_text.h"

#include <array>

namespace vramscope::lab {
namespace {

constexpr size_t kMostLines = 20000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Length of a colour code at the start, with or without the escape byte that copying may lose.
size_t colour_length(std::string_view text) {
  size_t at = text.starts_with('\x1b') ? 1 : 0;
  if (at == text.size() || text[at] != '[') return at;
  ++at;
  const size_t digits = at;
  while (at < text.size() && (is_digit(text[at]) || text[at] == ';')) ++at;
  if (at < text.size() && (text[at] == 'm' || text[at] == 'K')) {
    if (digits < at || text.starts_with('\x1b')) return at + 1;
  }
  return text.starts_with('\x1b') ? 1 : 0;
}

std::string plain(std::string_view raw, bool& ansi) {
  std::string out;
  while (!raw.empty()) {
    if (const size_t length = colour_length(raw); length > 0) {
      ansi = true;
      raw.remove_prefix(length);
      continue;
    }
    if (raw.starts_with("\xc2\xa0")) {
      out += ' ';
      raw.remove_prefix(2);
      continue;
    }
    if (raw[0] != '\r' && raw[0] != '\0') out += raw[0];
    raw.remove_prefix(1);
  }
  return out;
}

struct CellRow {
  std::string_view word;
  Link link;
};
constexpr std::array kCells = {
    CellRow{"X", Link::Self},          CellRow{"PIX", Link::Pix},   CellRow{"PXB", Link::Pxb},
    CellRow{"PHB", Link::Phb},         CellRow{"NODE", Link::Node}, CellRow{"SYS", Link::Sys},
    CellRow{"SOC", Link::Sys},         CellRow{"XGMI", Link::Xgmi}, CellRow{"PCIE", Link::Pcie},
    CellRow{"PCIe", Link::Pcie},       CellRow{"SELF", Link::Self}, CellRow{"XXXX", Link::Unknown},
    CellRow{"UNKNOWN", Link::Unknown},
};

}  // namespace

TopoText topo_lines(std::string_view text) {
  TopoText out;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  for (size_t number = 1; !text.empty() && out.lines.size() < kMostLines; ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    Line line{number, plain(text.substr(0, end), out.ansi), {}};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.text.find_first_not_of(" \t") != std::string::npos) {
      out.lines.push_back(std::move(line));
    }
  }
  for (Line& line : out.lines) {
    size_t column = 0;
    for (size_t at = 0; at < line.text.size();) {
      if (line.text[at] == '\t') {
        column = (column / 8 + 1) * 8;
        ++at;
      } else if (line.text[at] == ' ') {
        ++column;
        ++at;
      } else {
        const size_t end = std::min(line.text.find_first_of(" \t", at), line.text.size());
        line.words.push_back({std::string_view(line.text).substr(at, end - at), column});
        column += end - at;
        at = end;
      }
    }
  }
  return out;
}

Problem at_line(size_t line, std::string_view code, std::vector<Param> params) {
  const std::string number = std::to_string(line);
  params.push_back({"line", number});
  return {"line " + number, std::string(code), std::move(params)};
}

bool is_gpu_name(std::string_view word) {
  const bool named = word.starts_with("GPU") || word.starts_with("MIG");
  if (named && word.size() > 3 && word.size() < 16) {
    return word.find_first_not_of("0123456789:/.MIG", 3) == std::string_view::npos &&
           is_digit(word[3]);
  }
  if (word.size() != 12 || word[4] != ':' || word[7] != ':' || word[10] != '.') return false;
  return word.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
}

bool read_cell(std::string_view word, TopoCell& cell) {
  for (const CellRow& row : kCells) {
    if (row.word == word) return cell = {row.link, 0}, true;
  }
  const bool nvlink = word.size() > 2 && word.size() < 6 && word.starts_with("NV");
  if (!nvlink) return false;
  uint32_t count = 0;
  for (char c : word.substr(2)) {
    if (!is_digit(c)) return false;
    count = count * 10 + static_cast<uint32_t>(c - '0');
  }
  cell = {Link::NvLink, count};
  return count > 0;
}

}  // namespace vramscope::lab
