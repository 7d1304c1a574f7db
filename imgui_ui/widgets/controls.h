// The controls, drawn by hand: one height, one radius, one focus ring. Each says whether it changed
// what it edits.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "look.h"
#include "ui_state.h"
#include "widgets/paint.h"

namespace vramscope {

struct Segment {
  std::string_view text;
  std::string_view hint;
};
/// One of a few, side by side. `width` 0: as wide as the words need.
bool edit_segmented(const char* id, int& chosen, std::span<const Segment> segments, float width,
                    const Look& look);
float segmented_width(std::span<const Segment> segments, const Look& look);

enum class ButtonKind : uint8_t { Plain, Accent, Quiet };
bool button(const char* id, std::string_view text, ButtonKind kind, const Look& look,
            float width = 0);
float button_width(std::string_view text, const Look& look);

/// The name of a control at the left of the rail's row, with its one-sentence hint. Returns the box
/// that is left for the control.
Box label_row(Word name, std::string_view hint_text, const Look& look, float label_width = 96);

/// A mark on a slider's track: where the verdict changes.
struct Mark {
  double value = 0;
  ImU32 color = 0;
  std::string text;
};
/// Whole number on a logarithmic track with a number field beside its name.
bool edit_log_slider(const char* id, Word name, std::string_view hint_text, uint64_t& value,
                     uint64_t min, uint64_t max, std::span<const Mark> marks, const Look& look);

/// A number above zero that may be left empty.
bool edit_amount(const char* id, Word name, std::string_view hint_text,
                 std::optional<double>& value, const Look& look);

struct PickItem {
  std::string_view id;
  std::string text;
  std::string detail;           ///< at the right, muted
  std::string_view group;       ///< a heading is drawn where it changes
  std::string_view words = {};  ///< also found by these; shown where there is room
};
/// A list that opens over the page, with a search field when it is long. `shown` is what the closed
/// control says, where that is not the chosen item.
bool edit_pick(const char* id, std::string& chosen, std::span<const PickItem> items, Picker& picker,
               float width, const Look& look, std::string_view shown = {});

/// Its parts, for lists of another shape: the field that the list is searched by, and the rows that
/// match. Returns the row taken; `at_hand` gets the one that Enter would take.
void pick_search(Picker& picker, std::string_view words, const Look& look);
const PickItem* pick_rows(std::span<const PickItem> items, std::string_view chosen, Picker& picker,
                          const Look& look, const PickItem** at_hand = nullptr);

/// Keyboard focus and hover of an own-drawn item.
struct Press {
  bool clicked = false;
  bool hovered = false;
  bool held = false;
  bool dragged = false;  ///< what it sets follows the pointer, and stays where that let go
  Box box;
};
Press press(const char* id, const Box& box);
void focus_ring(const Box& box, float rounding, const Look& look);

}  // namespace vramscope
