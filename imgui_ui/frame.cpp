#include "frame.h"

#include <algorithm>

#include "look.h"
#include "panels/answer.h"
#include "panels/inputs.h"
#include "platform.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

Look look_of(const UiState& state, const Surface& surface) {
  return {.theme = state.theme,
          .scale = surface.scale,
          .lang = state.lang,
          .units = state.units,
          .touch = surface.touch,
          .narrow = surface.width < 720 * surface.scale};
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

bool edit_inputs(UiState& state, const Look& look) {
  bool changed = edit_model(state, look);
  gap(look.px(20));
  changed |= edit_job(state, look);
  gap(look.px(20));
  changed |= edit_card(state, look);
  return changed;
}

void view_answer(UiState& state, const Look& look) {
  if (!state.reply.ok || state.reply.results.empty()) {
    view_errors(state.reply, look);
    return;
  }
  const MachineResult& result = state.reply.results.front();
  view_headline(state.reply, look);
  bool opened = pick_on_bar(state.open_term, result, look);
  view_notes(state, look);
  gap(look.px(16));
  opened |= pick_in_table(state.open_term, result, look);
  gap(look.px(16));
  if (const Term* term = opened_term(result, state.open_term)) view_working(*term, result, look);
  if (opened) ++state.edits;
}

bool view_tab(UiState& state, const Look& look) {
  switch (state.tab) {
    case Tab::Breakdown:
      view_answer(state, look);
      return false;
    case Tab::Compare:
      return edit_comparison(state, look);
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
    if (answered && state.tab == Tab::Breakdown) {
      const MachineResult& result = state.reply.results.front();
      view_notes(state, look);
      gap(look.px(8));
      if (pick_in_table(state.open_term, result, look)) ++state.edits;
      gap(look.px(12));
      if (const Term* term = opened_term(result, state.open_term)) {
        view_working(*term, result, look);
      }
    } else if (state.tab == Tab::Compare) {
      gap(look.px(12));
      changed |= edit_comparison(state, look);
    } else if (state.tab == Tab::Layers) {
      gap(look.px(12));
      refresh_layers(state);
      pick_layers(state, look);
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
    refresh(state);
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
  const UiState before = {
      .lang = state.lang, .theme = state.theme, .units = state.units, .tab = state.tab};
  begin_screen(surface);
  bool changed = edit_toolbar(state, look);
  changed |= take_paste(state);
  changed |= look.narrow ? narrow_screen(state, look) : wide_screen(state, look);
  ImGui::End();
  if (changed) {
    refresh(state);
    platform::wake(50);  // views that were drawn before the change
  }
  const bool view_changed = before.lang != state.lang || before.theme != state.theme ||
                            before.units != state.units || before.tab != state.tab;
  if (changed || view_changed) {
    ++state.edits;
    platform::wake(50);
  }
}

}  // namespace vramscope
