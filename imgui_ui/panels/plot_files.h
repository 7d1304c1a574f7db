// Two buttons below a plot: the plot as a file.
#pragma once

#include <string>

#include "chart/drawing.h"
#include "look.h"

namespace vramscope {

/// How a plot is drawn for paper: its size in units, its text, and light colours whatever the
/// theme.
inline constexpr float kPrintWidth = 960;
inline constexpr float kPrintHeight = 540;
inline constexpr float kPrintText = 16;
Look print_look(const Look& look);

enum class PlotFile : uint8_t { None, Svg, Png };
/// The buttons. What was asked for, to be answered with save_plot_file().
PlotFile pick_plot_file(const char* id, const Look& look);
/// `name` without an ending.
void save_plot_file(PlotFile kind, const std::string& name, const chart::Drawing& drawing);

}  // namespace vramscope
