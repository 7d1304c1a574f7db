// What the desktop program remembers: $XDG_CONFIG_HOME/vramscope/settings.json.
#pragma once

#include <optional>
#include <string>

namespace vramscope::desktop {

struct Settings {
  std::string lang, theme, units;  ///< empty: not set
  int width = 0, height = 0;       ///< of the window; 0: not set
  std::optional<int> x, y;         ///< of its corner
  bool maximised = false;
  std::string link;  ///< what was open last
  bool operator==(const Settings&) const = default;
};

/// Empty settings when there is no file or it cannot be read.
Settings load_settings();
/// The list of recent files and cards: $XDG_DATA_HOME/vramscope/recent. Empty when there is none.
std::string load_recent();
void save_recent(const std::string& text);

/// A path that no file has yet, in the folder for downloads or else in the home.
std::string download_path(const std::string& name);

void save_settings(const Settings& settings);

}  // namespace vramscope::desktop
