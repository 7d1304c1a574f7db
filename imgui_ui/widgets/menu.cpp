#include "widgets/menu.h"

#include <algorithm>

#include "widgets/controls.h"

namespace vramscope {
namespace {

bool menu_row(int index, const MenuItem& item, float width, const Look& look) {
  const Palette& c = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(index);
  ImGui::BeginDisabled(!item.possible);
  const Press b = press("row", {at, {at.x + width, at.y + look.control_height()}});
  ImGui::EndDisabled();
  ImGui::PopID();
  if (b.hovered || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)) {
    fill_box(b.box, c.hover, look.px(4));
  }
  if (item.checked) {
    const float x = b.box.min.x + look.px(13);
    const float y = b.box.center().y;
    const ImVec2 tick[] = {
        {x - look.px(4), y}, {x - look.px(1), y + look.px(3)}, {x + look.px(4), y - look.px(4)}};
    ImGui::GetWindowDrawList()->AddPolyline(tick, 3, c.accent, 0, look.px(2));
  }
  const Box inner{{b.box.min.x + look.px(26), b.box.min.y},
                  {b.box.max.x - look.px(10), b.box.max.y}};
  paint_text_in(look, Type::Body, inner, item.possible ? c.text : c.faint, item.text);
  paint_text_in(look, Type::Small, inner, c.faint, item.detail, 1);
  return b.clicked;
}

}  // namespace

int edit_menu(const char* id, const Box& anchor, std::span<const MenuItem> items,
              const Look& look) {
  if (!ImGui::IsPopupOpen(id)) return -1;
  float width = look.px(120);
  for (const MenuItem& item : items) {
    const float detail =
        item.detail.empty() ? 0 : text_width(look, Type::Small, item.detail) + look.px(24);
    width = std::max(width, text_width(look, Type::Body, item.text) + detail + look.px(44));
  }
  const float margin = look.px(8);
  width = std::min(width, ImGui::GetMainViewport()->Size.x - 2 * margin - look.px(12));
  const float x = std::max(margin, std::min(anchor.min.x, ImGui::GetMainViewport()->Size.x - width -
                                                              look.px(12) - margin));
  ImGui::SetNextWindowPos({x, anchor.max.y + look.px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{look.px(6), look.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  int taken = -1;
  if (ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove)) {
    for (size_t i = 0; i < items.size(); ++i) {
      if (menu_row(static_cast<int>(i), items[i], width, look)) taken = static_cast<int>(i);
    }
    if (taken >= 0 || ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
  return taken;
}

bool icon_button(const char* id, const Box& box, bool possible, std::string_view hint_text,
                 const Look& look, void (*paint)(const Box&, ImU32, const Look&)) {
  const Palette& c = look.colors();
  ImGui::BeginDisabled(!possible);
  const Press b = press(id, box);
  ImGui::EndDisabled();
  if (b.hovered) fill_box(b.box, look.dark() ? c.raised : c.hover, look.px(6));
  focus_ring(b.box, look.px(6), look);
  paint(b.box, !possible ? c.strong_line : b.hovered ? c.text : c.muted, look);
  hint(look, hint_text);
  return b.clicked;
}

namespace {

/// Three quarters of a turn with an arrow at its beginning; mirrored for forward.
void paint_turn(const Box& box, ImU32 color, float mirror, const Look& look) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 o{box.center().x, box.center().y + look.px(1)};
  const float r = look.px(5);
  const float pen = std::max(1.25f, look.px(1.5f));
  const auto at = [&](float x, float y) { return ImVec2{o.x + mirror * x, o.y + y}; };
  const ImVec2 hook[] = {at(-r - look.px(1), -look.px(3)), at(look.px(2), -look.px(3))};
  draw->AddLine(hook[0], hook[1], color, pen);
  draw->PathLineTo(hook[1]);
  draw->PathBezierCubicCurveTo(at(r + look.px(3), -look.px(3)), at(r + look.px(3), r),
                               at(look.px(1), r));
  draw->PathLineTo(at(-look.px(2), r));
  draw->PathStroke(color, 0, pen);
  const ImVec2 arrow[] = {at(-look.px(2), -look.px(7)), at(-r - look.px(1), -look.px(3)),
                          at(-look.px(2), look.px(1))};
  draw->AddPolyline(arrow, 3, color, 0, pen);
}

}  // namespace

void paint_undo(const Box& box, ImU32 color, const Look& look) { paint_turn(box, color, 1, look); }
void paint_redo(const Box& box, ImU32 color, const Look& look) { paint_turn(box, color, -1, look); }

void paint_more(const Box& box, ImU32 color, const Look& look) {
  for (const float x : {-5.0f, 0.0f, 5.0f}) {
    ImGui::GetWindowDrawList()->AddCircleFilled({box.center().x + look.px(x), box.center().y},
                                                look.px(1.5f), color);
  }
}

void paint_lens(const Box& box, ImU32 color, const Look& look) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 o{box.center().x - look.px(1), box.center().y - look.px(1)};
  const float r = look.px(5);
  const float pen = std::max(1.25f, look.px(1.5f));
  draw->AddCircle(o, r, color, 0, pen);
  draw->AddLine({o.x + r * 0.75f, o.y + r * 0.75f}, {o.x + r * 1.5f, o.y + r * 1.5f}, color, pen);
}

void paint_half_disc(const Box& box, ImU32 color, const Look& look) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 o = box.center();
  const float r = look.px(7);
  draw->AddCircle(o, r, color, 0, std::max(1.25f, look.px(1.5f)));
  draw->PathArcTo(o, r, -1.5708f, 1.5708f);
  draw->PathFillConvex(color);
}

void paint_columns(const Box& box, ImU32 color, const Look& look) {
  const ImVec2 o = box.center();
  const float pen = std::max(1.25f, look.px(1.5f));
  const float h = look.px(6);
  const float w = look.px(7);
  outline_box({{o.x - w, o.y - h}, {o.x - look.px(1), o.y + h}}, color, look.px(2), pen);
  outline_box({{o.x + look.px(1), o.y - h}, {o.x + w, o.y + h}}, color, look.px(2), pen);
}

}  // namespace vramscope
