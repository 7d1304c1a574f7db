// Numbers in figures of one width: Inter's own differ, and columns would not align.
#include <algorithm>
#include <cmath>

#include "widgets/paint.h"

namespace vramscope {
namespace {

bool is_figure(char c) { return c >= '0' && c <= '9'; }

/// Width of a text before it is rounded up to whole pixels.
float glyph_run(const Look& look, Type type, std::string_view text) {
  return ImGui::GetFont()
      ->CalcTextSizeA(line_height(look, type), FLT_MAX, 0, text.data(), text.data() + text.size())
      .x;
}

}  // namespace

float figures_width(const Look& look, Type type, std::string_view text) {
  const float cell = glyph_run(look, type, "0");
  float width = 0;
  while (!text.empty()) {
    const size_t other =
        static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_figure) - text.begin());
    width += cell * static_cast<float>(other);
    text.remove_prefix(other);
    const size_t figure =
        static_cast<size_t>(std::find_if(text.begin(), text.end(), is_figure) - text.begin());
    width += glyph_run(look, type, text.substr(0, figure));
    text.remove_prefix(figure);
  }
  return std::ceil(width);
}

void paint_figures(const Look& look, Type type, ImVec2 at, ImU32 color, std::string_view text) {
  const float cell = glyph_run(look, type, "0");
  float x = at.x;
  while (!text.empty()) {
    size_t run = 1;
    if (is_figure(text.front())) {
      const float own = glyph_run(look, type, text.substr(0, 1));
      paint_text(look, type, {x + (cell - own) * 0.5f, at.y}, color, text.substr(0, 1));
      x += cell;
    } else {
      run = static_cast<size_t>(std::find_if(text.begin(), text.end(), is_figure) - text.begin());
      paint_text(look, type, {x, at.y}, color, text.substr(0, run));
      x += glyph_run(look, type, text.substr(0, run));
    }
    text.remove_prefix(run);
  }
}

void paint_amount(const Look& look, Type type, float point_x, float unit_x, float y, ImU32 number,
                  ImU32 unit, std::string_view text) {
  const size_t space = std::min(text.find(' '), text.size());
  const std::string_view figures = text.substr(0, space);
  const size_t point = std::min(figures.find('.'), figures.size());
  const float whole = figures_width(look, type, figures.substr(0, point));
  paint_figures(look, type, {point_x - whole, y}, number, figures.substr(0, point));
  paint_figures(look, type, {point_x, y}, number, figures.substr(point));
  if (space < text.size()) {
    paint_text(look, type, {unit_x, y}, unit, text.substr(space + 1));
  }
}

}  // namespace vramscope
