#include "widgets/controls.h"

namespace vramscope {

Press press(const char* id, const Box& box) {
  ImGui::SetCursorScreenPos(box.min);
  Press result;
  result.clicked = ImGui::InvisibleButton(id, {std::max(1.0f, box.width()), box.height()},
                                          ImGuiButtonFlags_EnableNav);
  result.hovered = ImGui::IsItemHovered();
  result.held = ImGui::IsItemActive();
  // The last move of a drag and the release may come in one frame, on a slow machine the whole
  // drag.
  const bool pulls = result.held && ImGui::IsMouseDown(0);
  const bool lets_go = ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(0);
  result.dragged = (pulls || lets_go) && ImGui::IsMousePosValid();
  result.box = box;
  return result;
}

void focus_ring(const Box& box, float rounding, const Look& look) {
  if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return;
  const float out = look.px(2);
  ImGui::GetWindowDrawList()->AddRect({box.min.x - out, box.min.y - out},
                                      {box.max.x + out, box.max.y + out}, look.colors().accent,
                                      rounding + out, 0, look.px(2));
}

float button_width(std::string_view text, const Look& look) {
  return text_width(look, Type::Body, text) + look.px(24);
}

bool button(const char* id, std::string_view text, ButtonKind kind, const Look& look, float width) {
  const Palette& c = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float w = width > 0 ? width : button_width(text, look);
  const Press b = press(id, {at, {at.x + w, at.y + look.control_height()}});
  const float radius = look.px(6);
  switch (kind) {
    case ButtonKind::Accent:
      fill_box(b.box, b.hovered ? with_alpha(c.accent, 0.88f) : c.accent, radius);
      break;
    case ButtonKind::Plain:
      fill_box(b.box, b.hovered ? c.hover : c.raised, radius);
      outline_box(b.box, c.strong_line, radius, look.px(1));
      break;
    case ButtonKind::Quiet:
      if (b.hovered) fill_box(b.box, c.hover, radius);
      break;
  }
  focus_ring(b.box, radius, look);
  const ImU32 ink = kind == ButtonKind::Accent                ? c.on_accent
                    : kind == ButtonKind::Quiet && !b.hovered ? c.muted
                                                              : c.text;
  paint_text_in(look, Type::Body,
                {{b.box.min.x + look.px(4), b.box.min.y}, {b.box.max.x - look.px(4), b.box.max.y}},
                ink, text, 0.5f);
  return b.clicked;
}

}  // namespace vramscope
