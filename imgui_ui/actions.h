// What can be done by name or by a key: one table for the command palette, the list of shortcuts
// and the keys themselves.
#pragma once

#include <span>
#include <string_view>

#include "imgui.h"
#include "text/words.h"
#include "ui_state.h"

namespace vramscope {

enum class Action : uint8_t {
  Commands,
  Undo,
  Redo,
  Reset,
  Pin,
  Swap,
  Share,
  NextTab,
  PreviousTab,
  Theme,
  Units,
  Language,
  Shortcuts,
};

struct ActionRow {
  Action action;
  Word name;
  ImGuiKeyChord chord;    ///< 0: no key
  std::string_view keys;  ///< as it is written: "Ctrl Z"
};
std::span<const ActionRow> actions();
const ActionRow& action_row(Action action);

/// Whether it would do something now.
bool is_possible(const UiState& state, Action action);
/// True when the request has to be answered again; undo and redo keep their own record.
bool act(UiState& state, Action action);

/// The action whose keys were pressed, done. True as above.
bool act_on_keys(UiState& state);

}  // namespace vramscope
