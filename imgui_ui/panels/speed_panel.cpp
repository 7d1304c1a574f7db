// How fast it runs: each figure with its range and its working.
#include "panels/answer.h"
#include "widgets/controls.h"
#include "widgets/formula.h"

namespace vramscope {
namespace {

void view_figure(const SpeedFigure& figure, bool open, const Box& row, const Look& look) {
  const Palette& c = look.colors();
  const float text = figures_width(look, Type::Strong, figure.text);
  const float chevron = look.px(24);
  const float y = row.min.y + (row.height() - line_height(look, Type::Strong)) * 0.5f;
  const float right = row.max.x - chevron;
  paint_text_in(look, look.narrow ? Type::Small : Type::Body,
                {{row.min.x + look.px(12), row.min.y}, {right - text - look.px(12), row.max.y}},
                c.text, look.title("speed." + std::string(speed_id(figure.id))));
  paint_figures(look, Type::Strong, {right - text, y}, c.text, figure.text);
  if (!figure.formula.empty()) {
    paint_chevron({row.max.x - look.px(10), row.center().y}, look.px(8), open ? c.accent : c.faint,
                  open);
  }
}

void view_working(const SpeedFigure& figure, const Look& look) {
  const Palette& c = look.colors();
  gap(look.px(6));
  ImGui::Indent(look.px(12));
  if (!figure.range_text.empty()) flow_text(look, Type::Small, c.muted, figure.range_text);
  if (!figure.formula.empty()) {
    flow_formula(look, figure.formula, true);
    flow_formula(look, "= " + figure.working, false);
  }
  for (const std::string_view source : figure.sources)
    flow_text(look, Type::Small, c.faint, source);
  ImGui::Unindent(look.px(12));
  gap(look.px(8));
}

}  // namespace

void pick_speed(UiState& state, const Look& look) {
  flow_text(look, Type::Title, look.colors().text, look.say(Word::SpeedTitle));
  if (!state.reply.ok || state.reply.results.empty()) return view_errors(state.reply, look);
  const Speed& speed = state.reply.results.front().speed;
  if (speed.figures.empty()) {
    flow_text(look, Type::Body, look.colors().muted, look.say(Word::NoSpeed));
    return;
  }
  if (!speed.bound.empty()) {
    flow_text(look, Type::Body, look.colors().muted,
              look.title("speed_bound." + std::string(speed.bound)));
  }
  gap(look.px(12));
  begin_card("speed", std::min(look.px(760), ImGui::GetContentRegionAvail().x), look);
  for (const SpeedFigure& figure : speed.figures) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = look.px(look.touch ? 44 : 34);
    ImGui::PushID(static_cast<int>(figure.id));
    const Press b = press("figure", {at, {at.x + ImGui::GetContentRegionAvail().x, at.y + height}});
    ImGui::PopID();
    const bool open = state.open_speed == speed_id(figure.id);
    if (b.hovered) fill_box(b.box, look.colors().hover, look.px(6));
    focus_ring(b.box, look.px(6), look);
    view_figure(figure, open, b.box, look);
    ImGui::SetCursorScreenPos({at.x, b.box.max.y});
    ImGui::Dummy({1, 1});
    if (open) view_working(figure, look);
    if (b.clicked) state.open_speed = open ? std::string() : std::string(speed_id(figure.id));
  }
  ImGui::EndChild();
}

}  // namespace vramscope
