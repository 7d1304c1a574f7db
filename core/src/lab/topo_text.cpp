#include "lab/topo_text.h"

#include <algorithm>
#include <array>

namespace vramscope::lab {
namespace {

constexpr size_t kMostLines = 20000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How an escape byte is written where it was lost: by cat -v, in JSON, in shells and in C.
constexpr std::array<std::string_view, 7> kEscapes = {"\x1b",  "^[",    "\\u001b", "\\x1b",
                                                      "\\x1B", "\\033", "\\e"};

/// Length of a terminal's command at the start, with or without the escape byte that copying may
/// lose.
size_t colour_length(std::string_view text) {
  size_t at = 0;
  for (std::string_view escape : kEscapes) {
    if (!text.starts_with(escape)) continue;
    at = escape.size();
    break;
  }
  const bool escaped = at > 0;
  if (at == text.size()) return at;
  if (escaped && text[at] == '(' && at + 1 < text.size()) return at + 2;  // a set of characters
  if (text[at] != '[') return text[0] == '\x1b' ? at : 0;
  ++at;
  const size_t digits = at;
  while (at < text.size() && (is_digit(text[at]) || text[at] == ';' || text[at] == '?')) ++at;
  const bool letter = at < text.size() && text[at] >= '@' && text[at] <= '~';
  if (escaped) return letter ? at + 1 : text[0] == '\x1b' ? 1 : 0;
  return letter && digits < at && (text[at] == 'm' || text[at] == 'K') ? at + 1 : 0;
}

// What tables in documents and chats put around cells. Read as blanks.
constexpr std::array<std::string_view, 6> kFrames = {
    "\xc2\xa0", "\xe2\x94\x82", "\xe2\x94\x83", "|", "`", "*"};

std::string plain(std::string_view raw, bool& ansi) {
  std::string out;
  while (!raw.empty()) {
    if (const size_t length = colour_length(raw); length > 0) {
      ansi = true;
      raw.remove_prefix(length);
      continue;
    }
    const auto frame = std::find_if(kFrames.begin(), kFrames.end(),
                                    [&](std::string_view part) { return raw.starts_with(part); });
    if (frame != kFrames.end()) {
      out += ' ';
      raw.remove_prefix(frame->size());
      continue;
    }
    if (raw[0] != '\r' && raw[0] != '\0') out += raw[0];
    raw.remove_prefix(1);
  }
  return out;
}

/// A text out of a log's JSON, where line ends and tabs are written as two characters.
std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const char next = text[at] == '\\' && at + 1 < text.size() ? text[at + 1] : '\0';
    const bool known = next == 'n' || next == 't' || next == 'r';
    if (known)
      out += next == 'n' ? '\n' : next == 't' ? '\t' : ' ';
    else
      out += text[at];
    at += known;
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

void split_words(Line& line) {
  line.words.clear();
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

/// Words before the names, as logs write them before each line: a time, a pod, "[rank0]:".
size_t words_before_names(const std::vector<Line>& lines) {
  size_t before = 0;
  for (const Line& line : lines) {
    if (is_gpu_name(line.words[0].text)) return 0;
    for (size_t i = 1; before == 0 && i + 1 < line.words.size(); ++i) {
      const std::string_view next = line.words[i + 1].text;
      if (is_gpu_name(line.words[i].text) && (is_gpu_name(next) || next == "CPU")) before = i;
    }
  }
  return before;
}

void drop_words(std::vector<Line>& lines, size_t count) {
  for (Line& line : lines) {
    if (line.words.size() <= count) {
      line.words.clear();
      continue;
    }
    line.text.erase(0, static_cast<size_t>(line.words[count].text.data() - line.text.data()));
    split_words(line);
  }
  std::erase_if(lines, [](const Line& line) { return line.words.empty(); });
}

/// Does this line go on with the row, or the header, that a narrow window broke before it?
bool goes_on(const Line& before, const Line& line) {
  const std::vector<Word>& words = line.words;
  const bool legend = words.size() > 1 && words[1].text.starts_with('=');
  TopoCell cell;
  if (legend || !is_gpu_name(before.words[0].text.substr(
                    0, before.words[0].text.find_last_not_of(':') + 1))) {
    const bool nic = before.words.size() > 1 && read_cell(before.words[1].text, cell);
    if (legend || !nic) return false;
  }
  if (read_cell(words[0].text, cell)) return true;
  const bool header = before.words.size() > 1 && is_gpu_name(before.words[0].text) &&
                      is_gpu_name(before.words[1].text);
  if (!header) return false;
  if (words[0].text == "CPU") return true;
  return words[0].text.starts_with("NIC") && !words[0].text.ends_with(':') &&
         !(words.size() > 1 && read_cell(words[1].text, cell));
}

void join_broken(std::vector<Line>& lines) {
  std::vector<Line> joined;
  for (Line& line : lines) {
    if (joined.empty() || !goes_on(joined.back(), line)) {
      joined.push_back(std::move(line));
      split_words(joined.back());
      continue;
    }
    joined.back().text += '\t' + line.text;
    split_words(joined.back());
  }
  lines = std::move(joined);
  for (Line& line : lines) split_words(line);
}

}  // namespace

TopoText topo_lines(std::string_view text) {
  TopoText out;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string from_log;
  if (text.find("\\n") != std::string_view::npos && text.find("\nGPU") == std::string_view::npos) {
    from_log = unescaped(text);
    text = from_log;
  }
  for (size_t number = 1; !text.empty() && out.lines.size() < kMostLines; ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    Line line{number, plain(text.substr(0, end), out.ansi), {}};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.text.find_first_not_of(" \t") != std::string::npos) {
      out.lines.push_back(std::move(line));
    }
  }
  for (Line& line : out.lines) split_words(line);
  if (const size_t before = words_before_names(out.lines); before > 0) {
    drop_words(out.lines, before);
  }
  join_broken(out.lines);
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
