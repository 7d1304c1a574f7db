// Look: what every panel needs to draw: theme, scale, language, units. Copied freely, never changed
// by a view.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/words.h"
#include "theme.h"
#include "vramscope/text.h"

namespace vramscope {

/// Names of number formats and programs stay as they are written: fp16, vLLM, llama.cpp.
inline bool kept_lower(std::string_view text) {
  for (const char c : text.substr(0, text.find(' '))) {
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '.') return true;
  }
  return false;
}

/// A text as it came to be drawn, in pixels of the screen.
struct DrawnText {
  std::string text;
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float clip_x0 = 0, clip_y0 = 0, clip_x1 = 0, clip_y1 = 0;  ///< what of it is shown
  const void* window = nullptr;
  bool cut = false;  ///< it found no room and ends in an ellipsis
};
/// Keeps what a frame draws, for the test that no text is cut off or drawn over.
struct TextWatch {
  std::vector<DrawnText> texts;
};

struct Look {
  Theme theme = Theme::Dark;
  float scale = 1;  ///< physical pixels for one pixel of the design
  Lang lang = Lang::En;
  Units units = Units::Gib;
  bool touch = false;  ///< larger controls
  bool narrow = false;
  TextWatch* watch = nullptr;  ///< tests only

  bool dark() const { return theme != Theme::Light; }
  const Palette& colors() const { return palette(theme); }
  float px(float design) const { return std::floor(design * scale + 0.5f); }
  float control_height() const { return px(touch ? 40 : 28); }

  /// A word of the core, by id.
  std::string_view name(std::string_view id) const { return label(id, lang); }
  /// The same at the beginning of a line: the core's words are lower-case.
  std::string title(std::string_view id) const {
    std::string text(label(id, lang));
    if (text == id) return text;  // no words for it: shown as it is written
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z' && !kept_lower(text))
      text[0] -= 'a' - 'A';
    return text;
  }
  std::string_view say(Word word) const { return word_in(word, lang); }
  std::string say(Word word, std::span<const Param> holes) const { return fill(say(word), holes); }
  std::string bytes(Bytes amount) const { return format_bytes(amount, units); }
  std::string bytes_short(Bytes amount) const { return format_bytes_short(amount, units); }
};

}  // namespace vramscope
