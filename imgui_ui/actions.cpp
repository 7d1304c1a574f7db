#include "actions.h"

#include <algorithm>
#include <array>

#include "copies.h"
#include "platform.h"

namespace vramscope {
namespace {

constexpr ImGuiKeyChord kCtrl = ImGuiMod_Ctrl;
constexpr ImGuiKeyChord kShift = ImGuiMod_Shift;

// One key without Ctrl acts only while no text is typed.
constexpr std::array kActions = {
    ActionRow{Action::Commands, Word::CommandsAction, kCtrl | ImGuiKey_K, "Ctrl K"},
    ActionRow{Action::Undo, Word::Undo, kCtrl | ImGuiKey_Z, "Ctrl Z"},
    ActionRow{Action::Redo, Word::Redo, kCtrl | kShift | ImGuiKey_Z, "Ctrl Shift Z"},
    ActionRow{Action::Reset, Word::Reset, 0, ""},
    ActionRow{Action::Pin, Word::PinNow, ImGuiKey_B, "B"},
    ActionRow{Action::Swap, Word::SwapScenarios, ImGuiKey_X, "X"},
    ActionRow{Action::Share, Word::ShareAction, ImGuiKey_S, "S"},
    ActionRow{Action::NextTab, Word::NextTab, ImGuiKey_N, "N"},
    ActionRow{Action::PreviousTab, Word::PreviousTab, kShift | ImGuiKey_N, "Shift N"},
    ActionRow{Action::Theme, Word::SwitchTheme, ImGuiKey_T, "T"},
    ActionRow{Action::Units, Word::SwitchUnits, ImGuiKey_U, "U"},
    ActionRow{Action::Language, Word::SwitchLanguage, ImGuiKey_L, "L"},
    ActionRow{Action::Shortcuts, Word::Shortcuts, kShift | ImGuiKey_Slash, "?"},
};
constexpr bool in_order() {
  for (size_t i = 0; i < kActions.size(); ++i) {
    if (kActions[i].action != static_cast<Action>(i)) return false;
  }
  return true;
}
static_assert(in_order());

/// A step back or forward leaves the record alone: it is the record.
bool stepped(UiState& state, bool (*step)(History&, Request&)) {
  return step(state.history, state.request);
}

Tab turned(Tab tab, size_t by) { return static_cast<Tab>((static_cast<size_t>(tab) + by) % kTabs); }

}  // namespace

std::span<const ActionRow> actions() { return kActions; }
const ActionRow& action_row(Action action) { return kActions[static_cast<size_t>(action)]; }

bool is_possible(const UiState& state, Action action) {
  switch (action) {
    case Action::Undo:
      return !state.history.past.empty();
    case Action::Redo:
      return !state.history.future.empty();
    case Action::Pin:
      return state.reply.ok;
    case Action::Swap:
      return !state.other_requests.empty();
    case Action::Commands:
    case Action::Reset:
    case Action::Share:
    case Action::NextTab:
    case Action::PreviousTab:
    case Action::Theme:
    case Action::Units:
    case Action::Language:
    case Action::Shortcuts:
      return true;
  }
  return false;
}

bool act(UiState& state, Action action) {
  if (!is_possible(state, action)) return false;
  switch (action) {
    case Action::Commands:
      state.palette_wanted = true;
      return false;
    case Action::Undo:
      return stepped(state, undo);
    case Action::Redo:
      return stepped(state, redo);
    case Action::Reset:
      put(state.request, first_question());
      state.file = {};
      return true;
    case Action::Pin:
      pin(state, state.other_requests.empty());
      ++state.edits;
      return false;
    case Action::Swap:
      swap_scenarios(state);
      return true;
    case Action::Share:
      platform::share(link_of(state));
      state.shared_at = ImGui::GetTime();
      return false;
    case Action::NextTab:
      state.tab = turned(state.tab, 1);
      return false;
    case Action::PreviousTab:
      state.tab = turned(state.tab, kTabs - 1);
      return false;
    case Action::Theme:
      state.theme_choice = theme_of(state) == Theme::Light ? ThemeChoice::Dark : ThemeChoice::Light;
      return false;
    case Action::Units:
      state.units = state.units == Units::Gib ? Units::Gb : Units::Gib;
      return false;
    case Action::Language:
      state.lang = state.lang == Lang::En ? Lang::Zh : Lang::En;
      return true;
    case Action::Shortcuts:
      state.shortcuts_wanted = true;
      return false;
  }
  return false;
}

bool act_on_keys(UiState& state) {
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool covered = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  for (const ActionRow& row : kActions) {
    if (row.chord == 0) continue;
    const bool with_control = (row.chord & ImGuiMod_Ctrl) != 0;
    if (!with_control && (typing || covered)) continue;
    if (with_control && typing && row.action != Action::Commands) continue;  // the field's own undo
    if (ImGui::IsKeyChordPressed(row.chord)) return act(state, row.action);
  }
  return false;
}

}  // namespace vramscope
