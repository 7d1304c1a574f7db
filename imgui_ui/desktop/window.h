// The window of the desktop program.
#pragma once

#include <optional>
#include <string>

#include "ui_state.h"

namespace vramscope::desktop {

struct WindowOptions {
  int width = 1280, height = 800;  ///< pixels of the design
  std::optional<float> scale;      ///< instead of the monitor's
  std::optional<int> x, y;         ///< of the window's corner on the desktop, in screen pixels
  bool maximised = false;
  std::string screenshot;  ///< draw hidden, write this PNG, leave
};

/// As the reader left it.
struct WindowPlace {
  int width = 0, height = 0;  ///< pixels of the design
  int x = 0, y = 0;           ///< screen pixels
  bool maximised = false;
};

/// Shows the state until the reader closes the window. nullopt: there is no display, or the picture
/// could not be written (said on stderr).
std::optional<WindowPlace> show_window(UiState& state, const WindowOptions& options);

}  // namespace vramscope::desktop
