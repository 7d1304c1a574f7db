// What the UI needs from the machine under it. One source for the desktop, one for the browser,
// chosen in CMake.
#pragma once

#include <string>

namespace vramscope::platform {

/// Draw for at least this long, then only when something happens.
void wake(double milliseconds);

/// Keeps the list of recent files and cards on this machine. Where that is not allowed, it is
/// forgotten with the window.
void store_recent(const std::string& text);

/// Hands the permalink of this state to the reader: into the clipboard.
void share(const std::string& fragment);

/// Gives the reader a file of ours: a download on the page; a file on the desktop.
void save_file(const std::string& name, const std::string& text);

/// Gives the reader what is on the screen as a picture.
void save_screen(const std::string& name);

/// Whether there is a file dialog; a file can be dropped or pasted everywhere.
bool can_pick_file();
void pick_file();

}  // namespace vramscope::platform
