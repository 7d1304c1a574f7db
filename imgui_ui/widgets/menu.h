// A short list of things to do that opens below a button.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "look.h"
#include "widgets/paint.h"

namespace vramscope {

struct MenuItem {
  std::string_view text;
  std::string_view detail = {};  ///< at the right, muted: a key
  bool checked = false;
  bool possible = true;
};
/// The menu that ImGui::OpenPopup(id) opened; `anchor` is its button. Returns what was taken, -1:
/// nothing.
int edit_menu(const char* id, const Box& anchor, std::span<const MenuItem> items, const Look& look);

/// A square button with something drawn on it. `paint` gets its box and colour.
bool icon_button(const char* id, const Box& box, bool possible, std::string_view hint_text,
                 const Look& look, void (*paint)(const Box&, ImU32, const Look&));

// Signs drawn in a box: their strokes keep the look's weight.
void paint_undo(const Box& box, ImU32 color, const Look& look);
void paint_redo(const Box& box, ImU32 color, const Look& look);
void paint_more(const Box& box, ImU32 color, const Look& look);
void paint_lens(const Box& box, ImU32 color, const Look& look);
void paint_half_disc(const Box& box, ImU32 color, const Look& look);
void paint_columns(const Box& box, ImU32 color, const Look& look);

}  // namespace vramscope
