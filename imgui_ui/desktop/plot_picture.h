// One plot as a PNG, drawn beside the screen at three pixels a unit.
#pragma once

#include <memory>
#include <string>

#include "chart/drawing.h"
#include "imgui.h"

namespace vramscope::desktop {

struct Plot {
  std::string name;  ///< of the file; empty: none
  chart::Drawing drawing;
  chart::Color ground = 0;
};

/// Made between ImGui::NewFrame() and ImGui::Render(), so that its letters get into the atlas;
/// written once that frame's textures are there.
class PlotPicture {
 public:
  explicit PlotPicture(const Plot& plot);
  bool write(const std::string& path);

 private:
  int width_ = 0, height_ = 0;
  chart::Color ground_ = 0;
  std::unique_ptr<ImDrawList> list_;
};

}  // namespace vramscope::desktop
