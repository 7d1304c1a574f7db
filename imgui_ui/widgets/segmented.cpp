#include <algorithm>

#include "widgets/controls.h"

namespace vramscope {

float segmented_width(std::span<const Segment> segments, const Look& look) {
  float widest = 0;
  for (const Segment& s : segments) widest = std::max(widest, text_width(look, Type::Body, s.text));
  return (widest + look.px(20)) * static_cast<float>(segments.size());
}

bool edit_segmented(const char* id, int& chosen, std::span<const Segment> segments, float width,
                    const Look& look) {
  const Palette& c = look.colors();
  if (width <= 0) width = segmented_width(segments, look);
  ImGui::PushID(id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box all{at, {at.x + width, at.y + look.control_height()}};
  const float radius = look.px(6);
  fill_box(all, look.dark() ? c.ground : c.hover, radius);
  outline_box(all, c.line, radius, look.px(1));

  bool changed = false;
  const float inset = look.px(2);
  const auto count = static_cast<float>(segments.size());
  for (size_t i = 0; i < segments.size(); ++i) {
    const auto n = static_cast<float>(i);
    const Box cell{{std::floor(all.min.x + width * n / count), all.min.y},
                   {std::floor(all.min.x + width * (n + 1) / count), all.max.y}};
    ImGui::PushID(static_cast<int>(i));
    const Press b = press("segment", cell);
    ImGui::PopID();
    const bool on = chosen == static_cast<int>(i);
    const Box face{{cell.min.x + inset, cell.min.y + inset},
                   {cell.max.x - inset, cell.max.y - inset}};
    if (on) {
      fill_box(face, look.dark() ? c.strong_line : c.raised, radius - inset);
      if (look.theme == Theme::Light) outline_box(face, c.strong_line, radius - inset, look.px(1));
    } else if (b.hovered) {
      fill_box(face, c.raised, radius - inset);
    }
    focus_ring(face, radius - inset, look);
    paint_text_in(look, Type::Body, face, on || b.hovered ? c.text : c.muted, segments[i].text,
                  0.5f);
    hint(look, segments[i].hint);
    if (b.clicked && !on) {
      chosen = static_cast<int>(i);
      changed = true;
    }
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(all.min);
  ImGui::Dummy({width, all.height()});
  return changed;
}

}  // namespace vramscope
