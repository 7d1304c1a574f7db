// The command line of the desktop program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vramscope/error.h"

namespace vramscope::desktop {

struct Options {
  std::vector<std::string> files;          ///< to open: of one model, or a training plan
  std::optional<std::string> link;         ///< fragment of a permalink
  std::optional<std::string> lang, theme;  ///< en | zh, dark | light
  std::optional<float> scale;              ///< instead of the monitor's, 0.5 to 4
  std::string screenshot;                  ///< write this PNG from a hidden window and leave
  int width = 1280, height = 800;          ///< of the window, in pixels of the design
  bool sized = false;                      ///< the size was asked for: not the last one
  bool print_state = false;                ///< print the link of what would be shown and leave
  bool print_reply = false;                ///< print the reply of what would be shown and leave
  bool help = false, version = false;
};

/// What is wrong is said in one line of English, as command lines do.
Result<Options> parse_options(const std::vector<std::string>& arguments);
std::string usage();

}  // namespace vramscope::desktop
