// The Layers view: the model's tree as a map and as a list that show the same thing.
#pragma once

#include <string>
#include <vector>

#include "look.h"
#include "ui_state.h"
#include "widgets/paint.h"

namespace vramscope {

/// What the map and the list need of one frame.
struct LayersFrame {
  std::span<const InspectRow> rows;
  size_t zoom = 0;   ///< the node that fills the map
  int chosen = -1;   ///< row of the list that is stressed
  int hovered = -1;  ///< under the pointer in either, one frame ago
  bool searching = false;
  std::vector<bool> lit;   ///< found, or with something found in it; all when nothing is sought
  std::vector<bool> open;  ///< rows of the list whose parts are shown
  size_t found = 0;        ///< matrices and vectors
  Bytes found_bytes;       ///< of those that are loaded
};
LayersFrame layers_frame(const UiState& state, const Look& look);

/// What the reader did; indices of rows, -1: nothing.
struct LayersAct {
  int zoom = -1;
  int chosen = -1;
  int toggled = -1;
  int hovered = -1;
  bool reveal = false;  ///< the list has to show what was chosen elsewhere
};
void apply(const LayersAct& act, const LayersFrame& frame, LayersView& view);

/// "29 × sliding attention + feed-forward", with a capital letter.
std::string row_name(const InspectRow& row, const Look& look);
ImU32 row_fill(const LayersFrame& frame, size_t index, const Look& look);
/// Everything about a row, over the last item.
void row_hint(const LayersFrame& frame, size_t index, const Look& look);

void pick_on_map(const LayersFrame& frame, const Box& box, LayersAct& act, const Look& look);
void pick_in_list(const LayersFrame& frame, bool reveal, LayersAct& act, const Look& look);

}  // namespace vramscope
