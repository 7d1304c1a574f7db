#include "frame.h"

#include <algorithm>

#include "actions.h"
#include "look.h"
#include "panels/answer.h"
#include "panels/inputs.h"
#include "panels/palette.h"
#include "platform.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

Look look_of(const UiState& state, const Surface& surface) {
  return {.theme = theme_of(state),
          .scale = surface.scale,
          .lang = state.lang,
          .units = state.units,
          .touch = surface.touch,
          .narrow = surface.width < 720 * surface.scale,
          .watch = surface.watch};
}

void begin_screen(const Surface& surface) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({surface.width, surface.height});
  ImGui::Begin("vramscope", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
}

/// A column that scrolls by itself.
bool begin_column(const char* id, float width, float margin, ImU32 ground, const Look& look) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ground);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{look.px(margin), look.px(margin)});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0.0f);
  const bool open = ImGui::BeginChild(id, {width, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  return open;
}

/// Answers the changed request; what a held pointer goes on changing is one step to undo.
void settle(UiState& state) {
  refresh(state);
  record(
      state.history, state.request,
      ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left));
  keep_recent(state);
}

bool edit_inputs(UiState& state, const Look& look) {
  bool changed = edit_model(state, look);
  gap(look.px(20));
  changed |= edit_presets(state, look);
  changed |= edit_job(state, look);
  gap(look.px(20));
  changed |= edit_card(state, look);
  gap(look.px(20));
  changed |= edit_advanced(state, look);
  return changed;
}

/// What stands below the bar. True when the request changed.
bool view_terms(UiState& state, const Look& look) {
  view_notes(state, look);
  gap(look.px(16));
  if (!state.other_requests.empty()) {
    if (edit_scenarios(state, look)) return true;
    gap(look.px(16));
  }
  const MachineResult& result = state.reply.results.front();
  if (pick_in_table(state.open_term, result, look)) ++state.edits;
  gap(look.px(16));
  if (edit_advice(state, look)) return true;
  view_ranks(result, look);
  if (const Term* term = opened_term(result, state.open_term)) view_working(*term, result, look);
  gap(look.px(16));
  view_phases(result, look);
  return false;
}

bool view_answer(UiState& state, const Look& look) {
  if (!state.reply.ok || state.reply.results.empty()) {
    view_errors(state.reply, look);
    return false;
  }
  view_headline(state.reply, look);
  if (pick_on_bar(state.open_term, state.reply.results.front(), look)) ++state.edits;
  return view_terms(state, look);
}

bool view_tab(UiState& state, const Look& look) {
  switch (state.tab) {
    case Tab::Breakdown:
      return view_answer(state, look);
    case Tab::Compare:
      return edit_comparison(state, look);
    case Tab::Sweep:
      return edit_sweep(state, look);
    case Tab::Speed:
      pick_speed(state, look);
      return false;
    case Tab::Utilisation:
      return edit_utilisation(state, look);
    case Tab::Practice:
      return edit_practice(state, look);
    case Tab::Layers:
      refresh_layers(state);
      pick_layers(state, look);
      return false;
  }
  return false;
}

/// Narrow screens: the inputs are a sheet that opens below the answer's first lines.
bool edit_sheet(UiState& state, const Look& look) {
  const std::string_view words = look.say(state.rail_open ? Word::HideInputs : Word::ShowInputs);
  if (button("inputs", words, ButtonKind::Plain, look, ImGui::GetContentRegionAvail().x)) {
    state.rail_open = !state.rail_open;
  }
  if (!state.rail_open) return false;
  gap(look.px(16));
  const bool changed = edit_inputs(state, look);
  gap(look.px(24));
  return changed;
}

bool narrow_screen(UiState& state, const Look& look) {
  bool changed = false;
  if (begin_column("page", 0, 16, look.colors().ground, look)) {
    const bool answered = state.reply.ok && !state.reply.results.empty();
    if (answered) {
      const MachineResult& result = state.reply.results.front();
      view_headline(state.reply, look);
      if (pick_on_bar(state.open_term, result, look)) ++state.edits;
    } else {
      view_errors(state.reply, look);
    }
    gap(look.px(12));
    changed = edit_sheet(state, look);
    if (state.tab == Tab::Breakdown) {
      if (answered) changed |= view_terms(state, look);
    } else {
      gap(look.px(12));
      changed |= view_tab(state, look);
    }
  }
  ImGui::EndChild();
  return changed;
}

bool wide_screen(UiState& state, const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float rail = look.px(320);
  bool changed = begin_column("rail", rail, 16, look.colors().panel, look);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{look.px(8), look.px(8)});
  changed = changed && edit_inputs(state, look);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  if (changed) {
    settle(state);
    ++state.edits;
  }
  ImGui::SameLine();
  bool reanswer = begin_column("answer", 0, 24, look.colors().ground, look);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{look.px(8), look.px(8)});
  reanswer = reanswer && view_tab(state, look);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  const float line = std::max(1.0f, look.px(1));
  fill_box({{top.x + rail - line, top.y}, {top.x + rail, top.y + ImGui::GetWindowHeight()}},
           look.colors().line, 0);
  ImGui::PopStyleVar();
  return reanswer;
}

/// Text pasted outside of a field: a config.json.
bool take_paste(UiState& state) {
  if (ImGui::GetIO().WantTextInput ||
      !ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_V, ImGuiInputFlags_RouteGlobal)) {
    return false;
  }
  const char* text = ImGui::GetClipboardText();
  return text != nullptr && text[0] != '\0' && take_file(state, "config.json", text);
}

}  // namespace

void frame(UiState& state, const Surface& surface) {
  const Look look = look_of(state, surface);
  const Lang lang = state.lang;
  const ThemeChoice theme = state.theme_choice;
  const Units units = state.units;
  const Tab tab = state.tab;
  begin_screen(surface);
  bool changed = act_on_keys(state);
  changed |= edit_toolbar(state, look);
  changed |= take_paste(state);
  changed |= edit_palette(state, look);
  view_shortcuts(state, look);
  if (changed) settle(state);  // before it is drawn
  const bool below = look.narrow ? narrow_screen(state, look) : wide_screen(state, look);
  ImGui::End();
  if (below) settle(state);
  changed |= below;
  if (changed) platform::wake(50);  // views that were drawn before the change
  const bool view_changed =
      lang != state.lang || theme != state.theme_choice || units != state.units || tab != state.tab;
  if (changed || view_changed) {
    ++state.edits;
    platform::wake(50);
  }
}

}  // namespace vramscope
