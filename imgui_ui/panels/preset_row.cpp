// Well-known questions as chips above the job.
#include <algorithm>

#include "copies.h"
#include "panels/inputs.h"
#include "presets.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

bool chip(int id, const Preset& preset, bool chosen, const Box& box, const Look& look) {
  const Palette& c = look.colors();
  ImGui::PushID(id);
  const Press b = press("preset", box);
  ImGui::PopID();
  const float radius = box.height() * 0.5f;
  if (chosen) {
    fill_box(box, c.accent_wash, radius);
  } else if (b.hovered) {
    fill_box(box, c.hover, radius);
  }
  outline_box(box, chosen ? c.accent : c.strong_line, radius, std::max(1.0f, look.px(1)));
  focus_ring(box, radius, look);
  paint_text_in(look, Type::Small, box, chosen || b.hovered ? c.text : c.muted,
                look.say(preset.name), 0.5f);
  hint(look, look.say(preset.hint));
  return b.clicked;
}

}  // namespace

bool edit_presets(UiState& state, const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float height = look.px(look.touch ? 36 : 24);
  const float space = look.px(6);
  float x = at.x;
  float y = at.y;
  bool changed = false;
  for (size_t i = 0; i < presets().size(); ++i) {
    const Preset& preset = presets()[i];
    const std::optional<Request> wanted = with_preset(state.request, preset);
    if (!wanted) continue;
    const float width = text_width(look, Type::Small, look.say(preset.name)) + look.px(20);
    if (x > at.x && x + width > right) {
      x = at.x;
      y += height + space;
    }
    const bool chosen = same(*wanted, state.request);
    if (chip(static_cast<int>(i), preset, chosen, {{x, y}, {x + width, y + height}}, look) &&
        !chosen) {
      put(state.request, copied(*wanted));
      changed = true;
    }
    x += width + space;
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({right - at.x, y + height - at.y});
  gap(look.px(12));
  return changed;
}

}  // namespace vramscope
