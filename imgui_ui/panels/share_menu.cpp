// Ways to hand the answer on.
#include "panels/share_menu.h"

#include <algorithm>
#include <array>
#include <string>

#include "chart/bar_chart.h"
#include "chart/paint_drawing.h"
#include "panels/plot_files.h"
#include "panels/stack.h"
#include "platform.h"
#include "vramscope/export.h"
#include "vramscope/reply.h"
#include "widgets/controls.h"
#include "widgets/menu.h"

namespace vramscope {
namespace {

enum class Way : uint8_t { Link, Markdown, Csv, Json, Screen, BarSvg, BarPng };

chart::BarChart bar_of(const Reply& reply, const Look& look) {
  const Palette& c = look.colors();
  const MachineResult& result = reply.results.front();
  chart::BarChart chart;
  chart.title = reply.model.name + " · " + machine_name(result);
  chart.subtitle = summary_sentence(result, look.lang, look.units);
  for (const Term& term : result.terms) {
    if (!on_device(term)) continue;
    chart.parts.push_back({term_name(term, look), look.bytes(term.size.bytes),
                           format_percent(share_of(term.size.bytes, result.device.bytes)),
                           term.size.bytes.count(), term_color(term.id)});
  }
  chart.low = result.device.low.count();
  chart.high = result.device.high.count();
  chart.capacity = result.usable.count();
  chart.capacity_name =
      look.say(Word::Usable, std::vector<Param>{{"bytes", look.bytes_short(result.usable)}});
  chart.ink = c.text;
  chart.muted = c.muted;
  chart.line = c.line;
  chart.text_size = kPrintText;
  return chart;
}

void save_bar(PlotFile kind, const Reply& reply, const Look& look) {
  save_plot_file(
      kind, "vramscope-bar",
      chart::lay_out(bar_of(reply, print_look(look)), kPrintWidth, chart::screen_text_width()));
}

void hand_on(UiState& state, Way way, const Look& look) {
  switch (way) {
    case Way::Link:
      return platform::share(link_of(state));
    case Way::Markdown:
      return ImGui::SetClipboardText(markdown_of(state.reply, state.lang, state.units).c_str());
    case Way::Csv:
      return platform::save_file("vramscope.csv", csv_of(state.reply));
    case Way::Json:
      return platform::save_file("vramscope.json", reply_json(state.reply));
    case Way::Screen:
      return platform::save_screen("vramscope.png");
    case Way::BarSvg:
      return save_bar(PlotFile::Svg, state.reply, look);
    case Way::BarPng:
      return save_bar(PlotFile::Png, state.reply, look);
  }
}

}  // namespace

float share_width(const Look& look) {
  return std::max(button_width(look.say(Word::ShareLink), look),
                  button_width(look.say(Word::Copied), look));
}

void edit_share(UiState& state, const Box& box, const Look& look) {
  constexpr double kShown = 2.0;  // seconds that "Copied" stays
  const bool shared = ImGui::GetTime() - state.shared_at < kShown;
  ImGui::SetCursorScreenPos(box.min);
  if (button("share", look.say(shared ? Word::Copied : Word::ShareLink), ButtonKind::Accent, look,
             box.width())) {
    ImGui::OpenPopup("share-menu");
  }
  if (!shared) hint(look, look.say(Word::HintShare));
  const bool answered = state.reply.ok;
  const std::array<MenuItem, 7> items{{{.text = look.say(Word::CopyLink), .detail = "S"},
                                       {.text = look.say(Word::CopyMarkdown), .possible = answered},
                                       {.text = look.say(Word::SaveCsv), .possible = answered},
                                       {.text = look.say(Word::SaveJson)},
                                       {.text = look.say(Word::SaveScreen)},
                                       {.text = look.say(Word::SaveBarSvg), .possible = answered},
                                       {.text = look.say(Word::SaveBarPng), .possible = answered}}};
  const int taken = edit_menu("share-menu", box, items, look);
  if (taken < 0) return;
  const Way way = static_cast<Way>(taken);
  hand_on(state, way, look);
  if (way == Way::Link || way == Way::Markdown) state.shared_at = ImGui::GetTime();
  platform::wake(kShown * 1000 + 100);
}

}  // namespace vramscope
