// One frame of the app: edit, answer if something changed, view.
#pragma once

#include "look.h"
#include "ui_state.h"

namespace vramscope {

struct Surface {
  float width = 0, height = 0;  ///< physical pixels
  float scale = 1;              ///< physical pixels for one pixel of the design
  bool touch = false;
  TextWatch* watch = nullptr;  ///< tests only
};

/// Draws the app over the whole surface, between ImGui::NewFrame() and ImGui::Render().
void frame(UiState& state, const Surface& surface);

}  // namespace vramscope
