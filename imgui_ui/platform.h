// What the UI needs from the machine under it. One source for the desktop, one for the browser,
// chosen in CMake.
#pragma once

#include <string>

namespace vramscope::platform {

/// Draw for at least this long, then only when something happens.
void wake(double milliseconds);

/// Hands the permalink of this state to the reader: into the clipboard.
void share(const std::string& fragment);

/// Whether there is a file dialog; a file can be dropped or pasted everywhere.
bool can_pick_file();
void pick_file();

}  // namespace vramscope::platform
