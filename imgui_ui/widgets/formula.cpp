#include "widgets/formula.h"

#include <algorithm>
#include <cctype>

#include "widgets/paint.h"

namespace vramscope {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool in_symbol(char c) { return is_letter(c) || c == '_' || (c >= '0' && c <= '9'); }

float symbol_width(const Look& look, std::string_view symbol) {
  const size_t bar = std::min(symbol.find('_'), symbol.size());
  float width = text_width(look, Type::Body, symbol.substr(0, bar));
  if (bar < symbol.size()) width += text_width(look, Type::Small, symbol.substr(bar + 1));
  return width;
}

/// The longest start of `text` that is one kind of thing: a symbol, or signs and figures.
size_t piece(std::string_view text, bool symbols) {
  size_t n = 1;
  if (symbols && is_letter(text.front())) {
    while (n < text.size() && in_symbol(text[n])) ++n;
  } else {
    while (n < text.size() && !(symbols && is_letter(text[n]))) ++n;
  }
  return n;
}

bool is_operator(std::string_view word) {
  return word == "×" || word == "+" || word == "−" || word == "-" || word == "/" || word == "÷" ||
         word == "=";
}

float word_width(const Look& look, std::string_view word, bool symbols) {
  float width = 0;
  while (!word.empty()) {
    const size_t n = piece(word, symbols);
    const std::string_view part = word.substr(0, n);
    width += symbols && is_letter(part.front()) ? symbol_width(look, part)
                                                : text_width(look, Type::Body, part);
    word.remove_prefix(n);
  }
  return width;
}

void paint_word(const Look& look, float x, float y, std::string_view word, bool symbols) {
  const Palette& c = look.colors();
  const ImU32 plain = is_operator(word) ? c.muted : c.text;
  while (!word.empty()) {
    const size_t n = piece(word, symbols);
    const std::string_view part = word.substr(0, n);
    if (symbols && is_letter(part.front())) {
      x += paint_symbol(look, x, y, c.accent, part);
    } else {
      paint_text(look, Type::Body, {x, y}, plain, part);
      x += text_width(look, Type::Body, part);
    }
    word.remove_prefix(n);
  }
}

}  // namespace

float paint_symbol(const Look& look, float x, float y, ImU32 color, std::string_view symbol) {
  const size_t bar = std::min(symbol.find('_'), symbol.size());
  const std::string_view base = symbol.substr(0, bar);
  paint_text(look, Type::Body, {x, y}, color, base);
  if (bar < symbol.size()) {
    const float drop = line_height(look, Type::Body) - line_height(look, Type::Small) + look.px(3);
    paint_text(look, Type::Small, {x + text_width(look, Type::Body, base), y + drop}, color,
               symbol.substr(bar + 1));
  }
  return symbol_width(look, symbol);
}

void flow_formula(const Look& look, std::string_view text, bool symbols) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float line = line_height(look, Type::Body) + look.px(5);
  const float space = look.px(5);
  float x = at.x;
  float y = at.y;
  while (!text.empty()) {
    const size_t n = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, n);
    const float width = word_width(look, word, symbols);
    if (x > at.x && x + width > right) {
      x = at.x + look.px(16);
      y += line;
    }
    paint_word(look, x, y, word, symbols);
    x += width + space;
    text.remove_prefix(std::min(n + 1, text.size()));
  }
  ImGui::Dummy({right - at.x, y + line - at.y});
}

}  // namespace vramscope
