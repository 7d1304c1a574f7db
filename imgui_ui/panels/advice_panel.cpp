// What would make the job fit: single changes, each of which a click makes.
#include <algorithm>

#include "copies.h"
#include "panels/answer.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

constexpr size_t kMostLines = 6;

ImU32 verdict_color(Verdict verdict, const Palette& c) {
  if (verdict == Verdict::Fits) return c.fits;
  return verdict == Verdict::Tight ? c.tight : c.no;
}

/// The name and what it costs at the left; what it saves, and where that leads, at the right.
bool pick_line(const AdviceLine& line, const Look& look) {
  const Palette& c = look.colors();
  const std::string id(line.id);
  const float body = line_height(look, Type::Body);
  const float small = line_height(look, Type::Small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::max(body + small + look.px(12), look.px(look.touch ? 44 : 0));
  const float rim = look.px(8);  // its words stand where those of the card do
  const Press b = press(id.c_str(), {{at.x - rim, at.y}, {at.x + width + rim, at.y + height}});
  if (b.hovered) fill_box(b.box, c.hover, look.px(6));
  focus_ring(b.box, look.px(6), look);
  const std::string saves =
      fill(look.name("advice.saves"), std::vector<Param>{{"bytes", look.bytes_short(line.saved)}});
  const std::string verdict = look.title("verdict." + std::string(verdict_id(line.verdict)));
  const float top = at.y + (height - body - small) * 0.5f;
  const float right = at.x + width;
  const float column =
      std::max(figures_width(look, Type::Body, saves), text_width(look, Type::Small, verdict));
  paint_figures(look, Type::Body, {right - figures_width(look, Type::Body, saves), top}, c.text,
                saves);
  paint_text(look, Type::Small, {right - text_width(look, Type::Small, verdict), top + body},
             verdict_color(line.verdict, c), verdict);
  const float left = at.x;
  const float end = right - column - look.px(16);
  paint_long_text_in(look, Type::Body, {{left, top}, {end, top + body}}, c.accent, look.name(id));
  paint_long_text_in(look, Type::Small, {{left, top + body}, {end, top + body + small}}, c.muted,
                     look.name(id + ".cost"));
  ImGui::SetCursorScreenPos({at.x, b.box.max.y});
  ImGui::Dummy({1, 1});
  return b.clicked;
}

}  // namespace

bool edit_advice(UiState& state, const Look& look) {
  const std::vector<AdviceLine>& advice = state.reply.results.front().advice;
  if (advice.empty()) return false;
  begin_card("advice", ImGui::GetContentRegionAvail().x, look);
  flow_text(look, Type::Title, look.colors().text, look.name("advice.title"));
  flow_text(look, Type::Body, look.colors().muted, look.name("advice.hint"));
  gap(look.px(4));
  const AdviceLine* picked = nullptr;
  for (size_t i = 0; i < advice.size() && i < kMostLines; ++i) {
    if (pick_line(advice[i], look)) picked = &advice[i];
  }
  ImGui::EndChild();
  gap(look.px(16));
  if (picked == nullptr) return false;
  assign(state.request, picked->changed);
  return true;
}

}  // namespace vramscope
