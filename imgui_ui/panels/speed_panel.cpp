// How fast it runs: each figure with its range and its working.
#include "panels/answer.h"
#include "widgets/controls.h"
#include "widgets/formula.h"

namespace vramscope {
namespace {

/// Such rows have two lines: the name, and below it the range and the value.
bool is_short(float width, const Look& look) { return width < look.px(620); }
float row_height(float width, const Look& look) {
  const float one = look.px(look.touch ? 44 : 34);
  return is_short(width, look) ? one + line_height(look, Type::Strong) : one;
}

void view_figure(const SpeedFigure& figure, bool open, const Box& row, const Look& look) {
  const Palette& c = look.colors();
  const float text = figures_width(look, Type::Strong, figure.text);
  const float range = figures_width(look, Type::Small, figure.range_text);
  const float strong = line_height(look, Type::Strong);
  const float small = line_height(look, Type::Small);
  const float right = row.max.x - look.px(24);
  const float left = row.min.x + look.px(12);
  const std::string name = look.title("speed." + std::string(speed_id(figure.id)));
  if (is_short(row.width(), look)) {
    const float top = row.center().y - strong;
    paint_text_in(look, Type::Body, {{left, top}, {right, top + strong}}, c.text, name);
    paint_figures(look, Type::Strong, {right - text, top + strong}, c.text, figure.text);
    paint_figures(look, Type::Small, {left, top + strong + (strong - small) * 0.5f}, c.muted,
                  figure.range_text);
  } else {
    // Figures in one column, their ranges in another beside it.
    const float end = right - look.px(232);
    paint_text_in(look, Type::Body, {{left, row.min.y}, {end - text - look.px(12), row.max.y}},
                  c.text, name);
    paint_figures(look, Type::Strong, {end - text, row.center().y - strong * 0.5f}, c.text,
                  figure.text);
    paint_figures(look, Type::Small, {right - range, row.center().y - small * 0.5f}, c.muted,
                  figure.range_text);
  }
  if (!figure.formula.empty()) {
    paint_chevron({row.max.x - look.px(10), row.center().y}, look.px(8), open ? c.accent : c.faint,
                  open);
  }
}

void view_working(const SpeedFigure& figure, const Look& look) {
  const Palette& c = look.colors();
  gap(look.px(6));
  ImGui::Indent(look.px(12));
  if (!figure.formula.empty()) {
    flow_formula(look, figure.formula, true, Lead::Room);
    flow_formula(look, figure.working, false, Lead::Equals);
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
  refresh_roofline(state);
  const Speed& speed = state.reply.results.front().speed;
  if (speed.figures.empty()) {
    flow_text(look, Type::Body, look.colors().muted, look.say(Word::NoSpeed));
    return;
  }
  if (!speed.bound.empty()) {
    flow_text(look, Type::Body, look.colors().muted,
              look.title("speed_bound." + std::string(speed.bound)));
  }
  if (state.reply.results.front().verdict == Verdict::No) {
    flow_text(look, Type::Body, look.colors().no, look.say(Word::SpeedUnfit));
  }
  gap(look.px(12));
  begin_card("speed", std::min(look.px(900), ImGui::GetContentRegionAvail().x), look);
  for (const SpeedFigure& figure : speed.figures) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = row_height(ImGui::GetContentRegionAvail().x, look);
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
  gap(look.px(16));
  view_roofline(state.roofline, state.reply.results.front().devices.front().name, look);
}

}  // namespace vramscope
