#include "widgets/formula.h"

#include <algorithm>
#include <cmath>

#include "widgets/paint.h"
#include "widgets/typeset.h"

namespace vramscope {
namespace {

float symbol_width(const Look& look, std::string_view symbol) {
  const size_t bar = std::min(symbol.find('_'), symbol.size());
  float width = text_width(look, Type::Body, symbol.substr(0, bar));
  if (bar < symbol.size()) width += text_width(look, Type::Small, symbol.substr(bar + 1));
  return width;
}

TypesetMetrics metrics_of(const Look& look) {
  return {.width =
              [&look](PieceKind kind, std::string_view text) {
                switch (kind) {
                  case PieceKind::Symbol:
                    return symbol_width(look, text);
                  case PieceKind::Text:
                  case PieceKind::Sign:
                    return text_width(look, Type::Body, text);
                  case PieceKind::Open:
                  case PieceKind::Close:
                  case PieceKind::CeilingOpen:
                  case PieceKind::CeilingClose:
                    return look.px(6);
                  case PieceKind::Bar:
                    break;
                }
                return 0.0f;
              },
          .line = line_height(look, Type::Body) + look.px(3),
          .space = look.px(5)};
}

/// A parenthesis as tall as what it holds: an arc through its ends.
void paint_parenthesis(const Look& look, const Box& box, bool open, ImU32 color) {
  const float tip = open ? box.min.x + look.px(1.5f) : box.max.x - look.px(1.5f);
  const float end = open ? box.max.x - look.px(1) : box.min.x + look.px(1);
  const float bend = std::min(box.height() * 0.25f, look.px(8));
  const float top = box.min.y + look.px(1);
  const float low = box.max.y - look.px(1);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PathLineTo({end, top});
  draw->PathBezierQuadraticCurveTo({tip, top + bend * 0.5f}, {tip, top + bend});
  draw->PathLineTo({tip, low - bend});
  draw->PathBezierQuadraticCurveTo({tip, low - bend * 0.5f}, {end, low});
  draw->PathStroke(color, 0, look.px(1.25f));
}

void paint_ceiling(const Look& look, const Box& box, bool open, ImU32 color) {
  const float pen = std::max(1.0f, look.px(1.25f));
  const float x = open ? box.min.x + look.px(1) : box.max.x - look.px(1) - pen;
  fill_box({{x, box.min.y}, {x + pen, box.max.y}}, color, 0);
  const float foot = open ? x : x - look.px(3);
  fill_box({{foot, box.min.y}, {foot + look.px(3) + pen, box.min.y + pen}}, color, 0);
}

void paint_piece(const Look& look, const Piece& piece, ImVec2 at) {
  const Palette& c = look.colors();
  const ImVec2 corner{at.x + piece.x, at.y + piece.y};
  const Box box{corner, {corner.x + piece.width, corner.y + piece.height}};
  switch (piece.kind) {
    case PieceKind::Symbol:
      paint_symbol(look, corner.x, corner.y, c.accent, piece.text);
      return;
    case PieceKind::Text:
      return paint_text(look, Type::Body, corner, c.text, piece.text);
    case PieceKind::Sign:
      return paint_text(look, Type::Body, corner, c.muted, piece.text);
    case PieceKind::Bar: {
      const float pen = std::max(1.0f, look.px(1));
      const float y = std::floor(corner.y);
      return fill_box({{corner.x, y}, {box.max.x, y + pen}}, c.muted, 0);
    }
    case PieceKind::Open:
    case PieceKind::Close:
      return paint_parenthesis(look, box, piece.kind == PieceKind::Open, c.muted);
    case PieceKind::CeilingOpen:
    case PieceKind::CeilingClose:
      return paint_ceiling(look, box, piece.kind == PieceKind::CeilingOpen, c.muted);
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

void flow_formula(const Look& look, std::string_view text, bool symbols, Lead lead) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const float indent = lead == Lead::None ? 0 : text_width(look, Type::Body, "=") + 2 * look.px(5);
  const TypesetMetrics metrics = metrics_of(look);
  const Typeset set = typeset(text, symbols, room - indent, metrics);
  if (lead == Lead::Equals) {
    paint_text(look, Type::Body, {at.x, at.y + set.axis - metrics.line * 0.5f}, look.colors().muted,
               "=");
  }
  for (const Piece& piece : set.pieces) paint_piece(look, piece, {at.x + indent, at.y});
  ImGui::Dummy({room, set.height + look.px(4)});
}

}  // namespace vramscope
