#include <algorithm>
#include <array>

#include "panels/answer.h"
#include "panels/layers.h"
#include "widgets/controls.h"
#include "widgets/layer_colors.h"
#include "widgets/search.h"

namespace vramscope {
namespace {

/// The title with the search field beside it, below it where there is no room.
void edit_title(LayersView& view, const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = look.control_height();
  const bool beside = width >= look.px(520);
  const float field = beside ? look.px(260) : width;
  const Box title{at, {at.x + width - (beside ? field + look.px(16) : 0), at.y + height}};
  paint_text_in(look, Type::Title, title, look.colors().text, look.say(Word::LayersTitle));
  ImGui::SetCursorScreenPos(beside ? ImVec2{at.x + width - field, at.y}
                                   : ImVec2{at.x, title.max.y + look.px(4)});
  edit_search("###layers_search", look.say(Word::SearchLayers), view.search, field, height, look);
}

/// From the model to what fills the map; each step but the last leads back.
void pick_crumb(const LayersFrame& frame, LayersAct& act, const Look& look) {
  std::vector<int> steps;
  for (int i = static_cast<int>(frame.zoom); i >= 0; i = frame.rows[static_cast<size_t>(i)].parent)
    steps.insert(steps.begin(), i);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = look.control_height();
  const float sign = look.px(20);
  ImVec2 pen = at;
  if (steps.size() > 1) pen.x -= look.px(12);  // the first step's word stands at the edge
  for (const int step : steps) {
    const std::string name = row_name(frame.rows[static_cast<size_t>(step)], look);
    const bool last = step == steps.back();
    const bool first = step == steps.front();
    const float own = std::min(width - sign, button_width(name, look));
    if (!first && pen.x + sign + own > at.x + width) pen = {at.x, pen.y + height};
    if (!first) {
      paint_chevron({pen.x + sign * 0.5f, pen.y + height * 0.5f}, look.px(8), look.colors().faint,
                    false);
      pen.x += sign;
    }
    if (last) {
      paint_text_in(look, Type::Strong,
                    {{pen.x + look.px(first ? 0 : 8), pen.y}, {at.x + width, pen.y + height}},
                    look.colors().text, name);
    } else {
      ImGui::SetCursorScreenPos(pen);
      ImGui::PushID(step);
      if (button("crumb", name, ButtonKind::Quiet, look, own)) act.zoom = act.chosen = step;
      ImGui::PopID();
    }
    pen.x += own;
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, pen.y + height - at.y});
}

/// One step out, from anywhere in the view but a text field.
void take_backspace(const LayersFrame& frame, LayersAct& act) {
  const int parent = frame.rows[frame.zoom].parent;
  const bool here = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  if (parent < 0 || !here || ImGui::GetIO().WantTextInput) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Backspace, false)) act.zoom = act.chosen = parent;
}

void view_found(const LayersFrame& frame, const Look& look) {
  const bool found = frame.found > 0;
  const std::string text =
      found ? look.say(Word::LayersFound,
                       std::vector<Param>{{"n", format_number(static_cast<double>(frame.found))},
                                          {"bytes", look.bytes_short(frame.found_bytes)}})
            : std::string(look.say(Word::NothingFound));
  flow_text(look, Type::Small, found ? look.colors().text : look.colors().tight, text);
}

/// Which colour is what, for the kinds that are there.
void view_legend(const LayersFrame& frame, const Look& look) {
  std::array<bool, kModuleKinds> seen{};
  const InspectRow& whole = frame.rows[frame.zoom];
  for (size_t i = frame.zoom; i < whole.end; ++i) {
    if (frame.rows[i].rows > 0) seen[static_cast<size_t>(module_kind(frame.rows, i))] = true;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float line = look.px(22);
  const float chip = look.px(10);
  ImVec2 pen = at;
  for (size_t k = 0; k < kModuleKinds; ++k) {
    if (!seen[k]) continue;
    const auto kind = static_cast<ModuleKind>(k);
    const std::string name = kind == ModuleKind::Small ? std::string(look.say(Word::SmallParts))
                                                       : look.title(module_kind_name(kind));
    const float width = chip + look.px(6) + text_width(look, Type::Small, name);
    if (pen.x > at.x && pen.x + width > right) pen = {at.x, pen.y + line};
    const uint32_t hex = module_fill(kind, look.theme == Theme::Light);
    const float top = pen.y + (line - chip) * 0.5f;
    const Box mark{{pen.x, top}, {pen.x + chip, top + chip}};
    fill_box(mark, IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, 255), look.px(3));
    outline_box(mark, look.colors().strong_line, look.px(3), std::max(1.0f, look.px(1)));
    paint_text_in(look, Type::Small, {{pen.x + chip + look.px(6), pen.y}, {right, pen.y + line}},
                  look.colors().muted, name);
    pen.x += width + look.px(16);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, pen.y + line - at.y});
}

void view_counts(const UiState& state, const Look& look) {
  for (const std::string& note : inspect_notes(*state.inspected.counts, look.lang)) {
    flow_text(look, Type::Small, look.colors().muted, note);
  }
}

/// Map and list side by side, each with the height of the window.
void pick_side_by_side(const LayersFrame& frame, const UiState& state, LayersAct& act,
                       const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float height = std::max(look.px(320), room.y);
  const float list = std::clamp(room.x * 0.42f, look.px(560), look.px(960));
  const float map = room.x - list - look.px(24);
  const float legend = look.px(52);
  pick_on_map(frame, {at, {at.x + map, at.y + height - legend}}, act, look);
  ImGui::PushClipRect(at, {at.x + map, at.y + height}, true);
  ImGui::SetCursorScreenPos({at.x, at.y + height - legend + look.px(8)});
  ImGui::BeginChild("legend", {map, legend - look.px(8)}, 0, ImGuiWindowFlags_NoScrollbar);
  view_legend(frame, look);
  ImGui::EndChild();
  ImGui::PopClipRect();
  ImGui::SetCursorScreenPos({at.x + map + look.px(24), at.y});
  if (ImGui::BeginChild("list", {list, height})) {
    pick_in_list(frame, state.layers.reveal, act, look);
    gap(look.px(12));
    view_counts(state, look);
  }
  ImGui::EndChild();
}

void pick_one_above_other(const LayersFrame& frame, const UiState& state, LayersAct& act,
                          const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::clamp(ImGui::GetWindowHeight() * 0.5f, look.px(260), look.px(560));
  pick_on_map(frame, {at, {at.x + width, at.y + height}}, act, look);
  view_legend(frame, look);
  gap(look.px(12));
  pick_in_list(frame, false, act, look);  // the map would scroll out of view
  gap(look.px(12));
  view_counts(state, look);
}

}  // namespace

void pick_layers(UiState& state, const Look& look) {
  if (!state.inspected.ok || state.inspected.inspect.empty()) {
    view_errors(state.inspected, look);
    return;
  }
  edit_title(state.layers, look);
  if (!look.narrow) flow_text(look, Type::Body, look.colors().muted, look.say(Word::LayersHint));
  const LayersFrame frame = layers_frame(state, look);
  LayersAct act;
  pick_crumb(frame, act, look);
  if (frame.searching) view_found(frame, look);
  if (ImGui::GetContentRegionAvail().x >= look.px(1180)) {
    pick_side_by_side(frame, state, act, look);
  } else {
    pick_one_above_other(frame, state, act, look);
  }
  take_backspace(frame, act);
  apply(act, frame, state.layers);
}

}  // namespace vramscope
