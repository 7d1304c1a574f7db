// Ids are lower-case kebab; look-ups ignore case and take `_` for `-`.
#pragma once

#include <string_view>

namespace vramscope {

constexpr char id_letter(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == '_' ? '-' : c;
}

constexpr bool same_id(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (id_letter(a[i]) != id_letter(b[i])) return false;
  }
  return true;
}

/// Is the word somewhere in the text?
constexpr bool contains_id(std::string_view text, std::string_view word) {
  for (size_t i = 0; i + word.size() <= text.size(); ++i) {
    if (same_id(text.substr(i, word.size()), word)) return true;
  }
  return false;
}

}  // namespace vramscope
