#include <algorithm>
#include <array>
#include <vector>

#include "panels/answer.h"
#include "panels/card_items.h"
#include "panels/compare_row.h"
#include "panels/stack.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

/// Which colour is what.
void view_legend(const MachineResult& result, const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float line = look.px(22);
  const float chip = look.px(10);
  float x = at.x + look.px(12);
  float y = at.y;
  for (const Term& term : result.terms) {
    if (!on_device(term)) continue;
    const std::string name = term_name(term, look);
    const float width = chip + look.px(6) + text_width(look, Type::Small, name);
    if (x > at.x + look.px(12) && x + width > right) {
      x = at.x + look.px(12);
      y += line;
    }
    const float top = y + (line - chip) * 0.5f;
    fill_box({{x, top}, {x + chip, top + chip}}, term_color(term.id), look.px(3));
    paint_text_in(look, Type::Small, {{x + chip + look.px(6), y}, {right, y + line}},
                  look.colors().muted, name);
    x += width + look.px(16);
  }
  ImGui::Dummy({1, y + line - at.y});
}

bool add_card(UiState& state, const Look& look) {
  std::string added;
  const float width = std::min(look.px(280), ImGui::GetContentRegionAvail().x);
  if (!edit_pick("add", added, card_items(look), state.picker, width, look,
                 look.say(Word::AddCard))) {
    return false;
  }
  state.request.compare = compared_machines(state);
  state.request.compare.push_back(Machine{.devices = {DeviceChoice{.gpu = added}}});
  return true;
}

void view_title(UiState& state, const Look& look) {
  const std::array<Segment, 2> scales{{{look.say(Word::OwnScale), look.say(Word::HintOwnScale)},
                                       {look.say(Word::SameScale), look.say(Word::HintSameScale)}}};
  const float width = ImGui::GetContentRegionAvail().x;
  const float control = segmented_width(scales, look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool beside = width > control + look.px(220);
  const Box title{
      at, {at.x + width - (beside ? control + look.px(16) : 0), at.y + look.control_height()}};
  paint_text_in(look, Type::Title, title, look.colors().text, look.say(Word::CompareTitle));
  if (beside) {
    ImGui::SetCursorScreenPos({at.x + width - control, at.y});
  } else {
    ImGui::SetCursorScreenPos({at.x, title.max.y + look.px(4)});
  }
  int chosen = static_cast<int>(state.bar_scale);
  edit_segmented("scale", chosen, scales, control, look);
  state.bar_scale = static_cast<BarScale>(chosen);
}

}  // namespace

bool edit_comparison(UiState& state, const Look& look) {
  view_title(state, look);
  flow_text(look, Type::Body, look.colors().muted, look.say(Word::CompareHint));
  if (state.comparison.ok) view_legend(state.comparison.results.front(), look);
  gap(look.px(8));
  bool changed = false;
  if (state.comparison.results.size() > 1) {
    const std::vector<Machine> machines = compared_machines(state);
    const std::vector<MachineResult> results(state.comparison.results.begin() + 1,
                                             state.comparison.results.end());
    std::vector<const MachineResult*> all;
    for (const MachineResult& result : results) all.push_back(&result);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
    for (size_t i = 0; i < results.size() && i < machines.size(); ++i) {
      const RowAct act =
          view_row(results[i], static_cast<int>(i), row_edge(results[i], all, state.bar_scale),
                   machines[i] == state.request.machine, look);
      if (act.chosen) {
        state.request.machine = machines[i];
        changed = true;
      }
      if (act.removed) {
        state.request.compare = machines;
        state.request.compare.erase(state.request.compare.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
      }
    }
    ImGui::PopStyleVar();
  }
  if (!state.comparison.ok) view_errors(state.comparison, look);
  gap(look.px(12));
  return add_card(state, look) || changed;
}

}  // namespace vramscope
