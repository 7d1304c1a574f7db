// What the UI needs from the machine under it. One source for the desktop, one for the browser,
// chosen in CMake.
#pragma once

#include <string>

#include "chart/drawing.h"

namespace vramscope::platform {

/// Draw for at least this long, then only when something happens.
void wake(double milliseconds);

/// Keeps the list of recent files and cards on this machine. Where that is not allowed, it is
/// forgotten with the window.
void store_recent(const std::string& text);

/// Hands the permalink of this state to the reader: into the clipboard.
void share(const std::string& fragment);

/// Opens a page of the handbook, "en/handbook/size/#params-to-bytes": beside the app on the web; on
/// the desktop its address goes into the clipboard.
void open_page(const std::string& path);

/// Gives the reader a file of ours: a download on the page; a file on the desktop.
void save_file(const std::string& name, const std::string& text);

/// Gives the reader a plot as a picture of points, three for each unit of the drawing.
void save_plot(const std::string& name, const chart::Drawing& drawing, chart::Color ground);

/// Gives the reader what is on the screen as a picture.
void save_screen(const std::string& name);

/// Whether there is a file dialog; a file can be dropped or pasted everywhere.
bool can_pick_file();
void pick_file();

}  // namespace vramscope::platform
