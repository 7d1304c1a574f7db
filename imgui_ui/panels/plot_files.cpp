#include "panels/plot_files.h"

#include "chart/svg.h"
#include "platform.h"
#include "widgets/controls.h"

namespace vramscope {

Look print_look(const Look& look) {
  Look print = look;
  print.theme = Theme::Light;
  print.scale = 1;
  print.watch = nullptr;
  return print;
}

PlotFile pick_plot_file(const char* id, const Look& look) {
  PlotFile wanted = PlotFile::None;
  ImGui::PushID(id);
  if (button("svg", look.say(Word::SavePicture), ButtonKind::Plain, look)) wanted = PlotFile::Svg;
  hint(look, look.say(Word::HintSavePicture));
  ImGui::SameLine(0, look.px(8));
  if (button("png", look.say(Word::SavePng), ButtonKind::Plain, look)) wanted = PlotFile::Png;
  ImGui::PopID();
  return wanted;
}

void save_plot_file(PlotFile kind, const std::string& name, const chart::Drawing& drawing) {
  constexpr chart::Color kPaper = 0xFFFFFFFF;
  if (kind == PlotFile::Svg) platform::save_file(name + ".svg", chart::to_svg(drawing, kPaper));
  if (kind == PlotFile::Png) platform::save_plot(name + ".png", drawing, kPaper);
}

}  // namespace vramscope
