#include "widgets/wrap.h"

#include <algorithm>

namespace vramscope {
namespace {

/// Bytes of the UTF-8 character that begins with this byte.
size_t character_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// CJK signs, characters and full-width forms are all three bytes from E3 on.
bool is_wide(std::string_view character) {
  return character.size() == 3 && static_cast<unsigned char>(character[0]) >= 0xE3;
}

/// Signs that a line must not begin with.
bool closes(std::string_view character) {
  constexpr std::string_view kSigns[] = {"，", "。", "、", "；", "：", "！", "？", "）", "”", "》"};
  return std::find(std::begin(kSigns), std::end(kSigns), character) != std::end(kSigns);
}

/// Does a unit of bytes, or a per cent sign, begin here?
bool is_unit(std::string_view text) {
  constexpr std::string_view kUnits[] = {"%",   "B",  "KiB", "MiB", "GiB",
                                         "TiB", "kB", "MB",  "GB",  "TB"};
  return std::any_of(std::begin(kUnits), std::end(kUnits), [&](std::string_view unit) {
    if (!text.starts_with(unit)) return false;
    const char after = text.size() > unit.size() ? text[unit.size()] : ' ';
    return !(after >= 'a' && after <= 'z') && !(after >= 'A' && after <= 'Z');
  });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A word with the spaces after it, or one wide character.
size_t word(std::string_view text) {
  size_t n = std::min(character_size(text[0]), text.size());
  if (!is_wide(text.substr(0, n))) {
    while (n < text.size() && text[n] != ' ') {
      const size_t next = std::min(character_size(text[n]), text.size() - n);
      if (is_wide(text.substr(n, next))) break;
      n += next;
    }
  }
  while (n < text.size()) {
    const size_t next = std::min(character_size(text[n]), text.size() - n);
    if (text[n] != ' ' && !closes(text.substr(n, next))) break;
    n += next;
  }
  return n;
}

/// The next piece that is never broken: a number with its unit, or one word.
size_t piece(std::string_view text) {
  const size_t first = word(text);
  const size_t space = text.substr(0, first).find(' ');
  const bool number = space != std::string_view::npos && space > 0 && is_digit(text[space - 1]);
  if (!number || !is_unit(text.substr(first))) return first;
  return first + word(text.substr(first));
}

std::string_view without_last_spaces(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::vector<std::string_view> wrap(const Look& look, Type type, std::string_view text,
                                   float width) {
  std::vector<std::string_view> lines;
  size_t used = 0;  // of the line that is being filled
  while (used < text.size()) {
    const size_t next = used + piece(text.substr(used));
    const std::string_view longer = without_last_spaces(text.substr(0, next));
    if (used > 0 && text_width(look, type, longer) > width) {
      lines.push_back(without_last_spaces(text.substr(0, used)));
      text.remove_prefix(used);
      used = 0;
    } else {
      used = next;
    }
  }
  if (!text.empty()) lines.push_back(without_last_spaces(text));
  return lines;
}

}  // namespace vramscope
