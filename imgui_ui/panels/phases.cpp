// What is alive while each phase of a training step runs.
#include <algorithm>

#include "chart/column_chart.h"
#include "chart/paint_drawing.h"
#include "panels/answer.h"
#include "panels/plot_files.h"
#include "panels/stack.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

chart::ColumnChart chart_of(const MachineResult& result, const Look& look) {
  const Palette& c = look.colors();
  chart::ColumnChart chart;
  for (size_t i = 0; i < result.phases.size(); ++i) {
    const Phase& phase = result.phases[i];
    chart::Column column{.name = std::string(look.name("phase." + std::string(phase.id))),
                         .segments = {},
                         .low = phase.allocated.low.count(),
                         .high = phase.allocated.high.count(),
                         .stressed = i == result.peak_phase};
    for (const PhaseTerm& term : phase.terms) {
      column.segments.push_back({term.size.bytes.count(), term_color(term.id)});
    }
    chart.columns.push_back(std::move(column));
  }
  chart.capacity = result.usable.count();
  chart.capacity_name =
      look.say(Word::Usable, std::vector<Param>{{"bytes", look.bytes_short(result.usable)}});
  chart.ink = c.text;
  chart.muted = c.muted;
  chart.grid = with_alpha(c.muted, 0.16f);
  chart.ground = c.panel;
  chart.stress = c.accent;
  chart.units = look.units;
  chart.text_size = line_height(look, Type::Small);
  return chart;
}

void view_phase_hint(const MachineResult& result, const Phase& phase, const Look& look) {
  std::vector<HintLine> facts;
  for (size_t i = phase.terms.size(); i-- > 0;) {
    const PhaseTerm& term = phase.terms[i];
    if (term.size.high == Bytes{}) continue;
    facts.push_back(
        {look.title("term." + std::string(term_id(term.id))), look.bytes(term.size.bytes)});
  }
  facts.push_back({std::string(look.say(Word::Allocated)), look.bytes(phase.allocated.bytes)});
  const bool peak = &phase == &result.phases[result.peak_phase];
  hint_facts_now(look, look.title("phase." + std::string(phase.id)),
                 peak ? look.say(Word::PeakHere) : std::string_view{}, facts);
}

}  // namespace

void view_phases(const MachineResult& result, const Look& look) {
  if (result.phases.size() < 2) return;
  begin_card("phases", ImGui::GetContentRegionAvail().x, look);
  flow_text(look, Type::Title, look.colors().text, look.say(Word::PhasesTitle));
  flow_text(look, Type::Body, look.colors().muted, look.say(Word::PhasesHint));
  gap(look.px(8));
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = look.px(280);
  const chart::ColumnChartLayout layout =
      chart::lay_out(chart_of(result, look), width, height, chart::screen_text_width());
  const Box box = reserve(width, height);
  chart::paint_drawing(layout.drawing, box.min, look);
  if (ImGui::IsWindowHovered()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (size_t i = 0; i < layout.columns.size(); ++i) {
      const chart::Rect& column = layout.columns[i];
      if (mouse.x >= box.min.x + column.min.x && mouse.x < box.min.x + column.max.x &&
          mouse.y >= box.min.y + column.min.y && mouse.y < box.min.y + column.max.y) {
        view_phase_hint(result, result.phases[i], look);
      }
    }
  }
  ImGui::SetCursorScreenPos({box.min.x, box.max.y});
  gap(look.px(8));
  if (const PlotFile kind = pick_plot_file("phases", look); kind != PlotFile::None) {
    const Look print = print_look(look);
    chart::ColumnChart chart = chart_of(result, print);
    chart.text_size = kPrintText;
    save_plot_file(
        kind, "vramscope-phases",
        chart::lay_out(chart, kPrintWidth, kPrintHeight, chart::screen_text_width()).drawing);
  }
  ImGui::EndChild();
}

}  // namespace vramscope
