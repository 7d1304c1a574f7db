// The roofline of the card, with the job's points under it.
#include <algorithm>
#include <cmath>

#include "chart/paint_drawing.h"
#include "chart/roofline_chart.h"
#include "panels/answer.h"
#include "panels/plot_files.h"
#include "vramscope/speed_text.h"
#include "widgets/controls.h"
#include "widgets/formula.h"

namespace vramscope {
namespace {

chart::RooflineChart chart_of(const Roofline& line, const Look& look) {
  const Palette& c = look.colors();
  chart::RooflineChart chart;
  chart.x_name = look.say(Word::AxisIntensity);
  chart.y_name = look.say(Word::AxisRate);
  chart.bandwidth = line.bandwidth;
  chart.bandwidth_name = look.say(
      Word::MemoryRoof, std::vector<Param>{{"rate", format_three_digits(line.bandwidth / 1e9)}});
  for (const Roof& roof : line.roofs) {
    const bool own = roof.id == line.peak_id;
    chart.ceilings.push_back(
        {roof.rate, std::string(roof.id) + " · " + format_flops(roof.rate), own});
  }
  if (line.peak_id.empty() && line.peak > 0) {
    chart.ceilings.push_back(
        {line.peak,
         look.say(Word::EngineRoof, std::vector<Param>{{"rate", format_flops(line.peak)}}), true});
  }
  chart.ridge_name =
      look.say(Word::Ridge, std::vector<Param>{{"value", format_intensity(line.ridge)}});
  for (const RooflinePoint& point : line.points) {
    const bool first = &point == &line.points.front();
    chart.points.push_back({look.title("roofline." + std::string(point.id)), point.intensity,
                            point.rate, point.low, point.high,
                            first ? c.accent : term_color(TermId::Activations)});
  }
  chart.ink = c.text;
  chart.muted = c.muted;
  chart.grid = with_alpha(c.muted, 0.16f);
  chart.ground = c.panel;
  chart.text_size = line_height(look, Type::Small);
  return chart;
}

std::vector<HintLine> facts_of(const RooflinePoint& point, const Look& look) {
  std::vector<HintLine> facts;
  if (point.intensity > 0) {
    facts.push_back({std::string(look.say(Word::Intensity)), format_intensity(point.intensity)});
  }
  facts.push_back({std::string(look.say(Word::AttainedRate)), format_flops(point.rate)});
  if (point.low < point.high) {
    facts.push_back(
        {std::string(look.say(Word::Range)), format_flops_range(point.low, point.high)});
  }
  facts.push_back({std::string(look.say(Word::OfRoof)), format_percent(point.share)});
  return facts;
}

/// What is read off the plot, for those who cannot point at it.
void view_point(const RooflinePoint& point, const Look& look) {
  const Palette& c = look.colors();
  gap(look.px(8));
  flow_text(look, Type::Strong, c.text, look.title("roofline." + std::string(point.id)));
  std::string text;
  for (const HintLine& fact : facts_of(point, look)) {
    if (!text.empty()) text += " · ";
    text += fact.name + " " + fact.value;
  }
  flow_text(look, Type::Small, c.muted, text);
  if (point.formula.empty()) return;
  flow_formula(look, point.formula, true, Lead::Room);
  flow_formula(look, point.working, false, Lead::Equals);
}

void hover_points(const Roofline& line, const chart::RooflineLayout& layout, ImVec2 at,
                  const Look& look) {
  if (!ImGui::IsWindowHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (size_t i = 0; i < layout.points.size() && i < line.points.size(); ++i) {
    const float reach =
        std::hypot(mouse.x - at.x - layout.points[i].x, mouse.y - at.y - layout.points[i].y);
    if (reach > look.px(18)) continue;
    hint_facts_now(look, look.title("roofline." + std::string(line.points[i].id)), {},
                   facts_of(line.points[i], look));
    return;
  }
}

}  // namespace

void view_roofline(const Roofline& line, std::string_view card, const Look& look) {
  if (line.bandwidth == 0 || line.roofs.empty()) return;
  begin_card("roofline", std::min(look.px(900), ImGui::GetContentRegionAvail().x), look);
  const std::string title =
      look.say(Word::RooflineTitle, std::vector<Param>{{"card", std::string(card)}});
  flow_text(look, Type::Title, look.colors().text, title);
  flow_text(look, Type::Body, look.colors().muted, look.say(Word::RooflineHint));
  gap(look.px(8));
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::clamp(width * 0.55f, look.px(260), look.px(400));
  const chart::RooflineChart chart = chart_of(line, look);
  const chart::RooflineLayout layout =
      chart::lay_out(chart, width, height, chart::screen_text_width());
  const Box box = reserve(width, height);
  chart::paint_drawing(layout.drawing, box.min, look);
  hover_points(line, layout, box.min, look);
  for (const RooflinePoint& point : line.points) view_point(point, look);
  gap(look.px(12));
  const PlotFile kind = pick_plot_file("roofline", look);
  if (kind != PlotFile::None) {
    chart::RooflineChart print = chart_of(line, print_look(look));
    print.title = title;
    print.text_size = kPrintText;
    save_plot_file(
        kind, "vramscope-roofline",
        chart::lay_out(print, kPrintWidth, kPrintHeight, chart::screen_text_width()).drawing);
  }
  ImGui::EndChild();
}

}  // namespace vramscope
