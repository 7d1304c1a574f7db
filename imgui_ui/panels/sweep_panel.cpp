// Memory against context, sequences, cards or weight formats.
#include <algorithm>
#include <array>
#include <vector>

#include "chart/line_chart.h"
#include "chart/paint_drawing.h"
#include "panels/answer.h"
#include "panels/compare_row.h"
#include "panels/plot_files.h"
#include "panels/stack.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

using chart::LineChart;
using chart::LineChartLayout;

Word axis_name(const UiState& state) {
  switch (state.sweep.over) {
    case SweepOver::Context:
      return Word::AxisContext;
    case SweepOver::Batch:
      return state.request.task == Task::Training ? Word::AxisMicroBatch : Word::AxisBatch;
    case SweepOver::Cards:
      return Word::AxisCards;
    case SweepOver::Formats:
      break;
  }
  return Word::OverFormats;
}

/// Capacities of the cards that are compared, each size once, and of the own card.
void add_capacities(const UiState& state, LineChart& chart, const Look& look) {
  const MachineResult& own = state.reply.results.front();
  const std::string usable =
      look.say(Word::Usable, std::vector<Param>{{"bytes", look.bytes_short(own.usable)}});
  chart.rules.push_back({.value = own.usable.count(),
                         .name = machine_name(own) + " · " + usable,
                         .color = look.colors().text,
                         .strong = true,
                         .short_name = usable});
  for (size_t i = 1; i < state.comparison.results.size(); ++i) {
    const MachineResult& other = state.comparison.results[i];
    chart.rules.push_back(
        {.value = other.usable.count(), .name = machine_name(other), .color = look.colors().muted});
  }
}

LineChart chart_of(UiState& state, const Look& look) {
  const SweepColumns& columns = *state.sweep.reply.sweep;
  const Palette& c = look.colors();
  LineChart chart;
  chart.x_name = look.say(axis_name(state));
  chart.x_quantity =
      state.sweep.over == SweepOver::Context ? chart::Quantity::Tokens : chart::Quantity::Count;
  chart.log_y = state.sweep.log_memory;
  chart.x = columns.x;
  for (size_t i = 0; i < columns.terms.size(); ++i) {
    chart.layers.push_back({.name = look.title("term." + std::string(term_id(columns.terms[i]))),
                            .color = term_color(columns.terms[i]),
                            .values = columns.term_bytes[i]});
  }
  chart.total = columns.device;
  chart.low = columns.low;
  chart.high = columns.high;
  add_capacities(state, chart, look);
  if (const uint64_t* value = swept_value(state)) chart.at = static_cast<double>(*value);
  chart.at_color = c.accent;
  chart.ink = c.text;
  chart.muted = c.muted;
  chart.grid = with_alpha(c.muted, 0.16f);
  chart.ground = c.ground;
  chart.band = with_alpha(c.muted, 0.22f);
  chart.units = look.units;
  chart.text_size = line_height(look, Type::Small);
  return chart;
}

/// Everything about one column, beside the pointer.
void view_column(const LineChart& chart, const SweepColumns& columns, size_t i, const Look& look) {
  std::vector<HintLine> facts;
  for (size_t t = columns.terms.size(); t-- > 0;) {
    const double bytes = columns.term_bytes[t][i];
    if (bytes > 0) facts.push_back({chart.layers[t].name, look.bytes(Bytes::of(bytes))});
  }
  facts.push_back(
      {std::string(look.say(Word::OnDevice)), look.bytes(Bytes::of(columns.device[i]))});
  facts.push_back(
      {std::string(look.say(Word::Range)), look.bytes_short(Bytes::of(columns.low[i])) + " – " +
                                               look.bytes_short(Bytes::of(columns.high[i]))});
  const std::string title = chart.x_name + ": " + format_number(columns.x[i]);
  const std::string verdict = look.title("verdict." + std::string(verdict_id(columns.verdict[i])));
  hint_facts_now(look, title, verdict, facts);
}

/// Hover reads a column off, a drag moves the operating point.
bool drag_point(UiState& state, const LineChart& chart, const LineChartLayout& layout, ImVec2 at,
                const Look& look) {
  const Box plot{{at.x + layout.plot.min.x, at.y + layout.plot.min.y},
                 {at.x + layout.plot.max.x, at.y + layout.plot.max.y}};
  const Press b = press("plot", plot);
  focus_ring(plot, look.px(4), look);
  uint64_t* value = swept_value(state);
  const SweepColumns& columns = *state.sweep.reply.sweep;
  if (value == nullptr || columns.x.empty()) return false;
  const auto move_to = [&](uint64_t wanted) {
    wanted = std::clamp(wanted, static_cast<uint64_t>(columns.x.front()),
                        static_cast<uint64_t>(columns.x.back()));
    const bool moved = wanted != *value;
    *value = wanted;
    return moved;
  };
  const float pointer = ImGui::GetIO().MousePos.x - at.x;
  if (b.dragged) {
    return move_to(chart::snapped(layout.x.value_at(pointer)));
  }
  if (b.hovered) {
    const size_t i = chart::nearest(chart, layout, pointer);
    const float x = at.x + layout.x.at(columns.x[i]);
    fill_box({{x, plot.min.y}, {x + std::max(1.0f, look.px(1)), plot.max.y}},
             with_alpha(look.colors().text, 0.5f), 0);
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    view_column(chart, columns, i, look);
  }
  if (ImGui::IsItemFocused()) {
    const uint64_t up = std::max(*value + 1, chart::snapped(static_cast<double>(*value) * 1.2));
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) return move_to(up);
    if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow) && *value > 1) {
      return move_to(std::min(*value - 1, chart::snapped(static_cast<double>(*value) / 1.2)));
    }
  }
  return false;
}

void view_colours(const LineChart& chart, const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float line = look.px(22);
  const float chip = look.px(10);
  float x = at.x;
  float y = at.y;
  for (const chart::Layer& layer : chart.layers) {
    const float width = chip + look.px(6) + text_width(look, Type::Small, layer.name);
    if (x > at.x && x + width > right) {
      x = at.x;
      y += line;
    }
    const float top = y + (line - chip) * 0.5f;
    fill_box({{x, top}, {x + chip, top + chip}}, layer.color, look.px(3));
    paint_text_in(look, Type::Small, {{x + chip + look.px(6), y}, {right, y + line}},
                  look.colors().muted, layer.name);
    x += width + look.px(16);
  }
  ImGui::Dummy({1, y + line - at.y});
}

/// The plot with its own title, as a file.
void save_picture(UiState& state, PlotFile kind, const Look& look) {
  if (kind == PlotFile::None) return;
  const Look print = print_look(look);
  LineChart chart = chart_of(state, print);
  chart.title = state.reply.model.name + " · " + std::string(look.say(Word::AxisMemory));
  chart.text_size = kPrintText;
  chart.ground = print.colors().panel;
  chart.at.reset();
  save_plot_file(
      kind, "vramscope-sweep",
      chart::lay_out(chart, kPrintWidth, kPrintHeight, chart::screen_text_width()).drawing);
}

bool edit_chart(UiState& state, const Look& look) {
  const Reply& reply = state.sweep.reply;
  if (!reply.ok || !reply.sweep || reply.sweep->x.empty()) {
    flow_text(look, Type::Body, look.colors().muted, look.say(Word::CannotSweep));
    view_errors(reply, look);
    return false;
  }
  const LineChart chart = chart_of(state, look);
  view_colours(chart, look);
  gap(look.px(8));
  const float width = ImGui::GetContentRegionAvail().x;
  const float room = ImGui::GetContentRegionAvail().y - look.px(56);
  const float height = std::clamp(room, look.px(260), std::max(look.px(260), width * 0.62f));
  const LineChartLayout layout = chart::lay_out(chart, width, height, chart::screen_text_width());
  const Box box = reserve(width, height);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  chart::paint_drawing(layout.drawing, box.min, look);
  const bool changed = drag_point(state, chart, layout, box.min, look);
  ImGui::SetCursorScreenPos(after);
  gap(look.px(12));
  save_picture(state, pick_plot_file("sweep", look), look);
  return changed;
}

bool edit_formats(UiState& state, const Look& look) {
  const std::vector<FormatResult>& formats = state.sweep.formats;
  std::vector<const MachineResult*> all;
  for (const FormatResult& format : formats) all.push_back(&format.result);
  std::string_view taken;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  for (size_t i = 0; i < formats.size(); ++i) {
    const FormatResult& format = formats[i];
    if (view_named_row(format.result, static_cast<int>(i), look.title(format.label_id),
                       look.say(Word::SweepFormatsHint),
                       row_edge(format.result, all, BarScale::LargestCard),
                       format.id == state.request.weights, look)) {
      taken = format.id;
    }
  }
  ImGui::PopStyleVar();
  if (taken.empty() || taken == state.request.weights) return false;
  state.request.weights = taken;
  return true;
}

/// What is varied, and how memory is divided.
void edit_axes(UiState& state, const Look& look) {
  const bool training = state.request.task == Task::Training;
  std::vector<Segment> axes{{look.say(Word::OverContext), {}},
                            {look.say(Word::OverBatch), {}},
                            {look.say(Word::OverCards), {}}};
  if (!training) axes.push_back({look.say(Word::OverFormats), {}});
  const float width = ImGui::GetContentRegionAvail().x;
  const float wanted = std::min(width, segmented_width(axes, look));
  int over = static_cast<int>(state.sweep.over);
  if (edit_segmented("over", over, axes, wanted, look)) {
    state.sweep.over = static_cast<SweepOver>(over);
    state.sweep.answered = false;
    refresh_sweep(state);
  }
  if (state.sweep.over == SweepOver::Formats) return;
  const std::array<Segment, 2> scales{{{look.say(Word::Linear), look.say(Word::HintScaleY)},
                                       {look.say(Word::Logarithmic), look.say(Word::HintScaleY)}}};
  if (width > wanted + segmented_width(scales, look) + look.px(16)) ImGui::SameLine(0, look.px(16));
  int log = state.sweep.log_memory ? 1 : 0;
  edit_segmented("scale", log, scales, 0, look);
  state.sweep.log_memory = log == 1;
}

}  // namespace

bool edit_sweep(UiState& state, const Look& look) {
  if (!state.reply.ok || state.reply.results.empty()) {
    view_errors(state.reply, look);
    return false;
  }
  refresh_sweep(state);
  flow_text(look, Type::Title, look.colors().text, look.say(Word::SweepTitle));
  const bool formats = state.sweep.over == SweepOver::Formats;
  flow_text(look, Type::Body, look.colors().muted,
            look.say(formats ? Word::SweepFormatsHint : Word::SweepHint));
  gap(look.px(12));
  edit_axes(state, look);
  gap(look.px(12));
  return state.sweep.over == SweepOver::Formats ? edit_formats(state, look)
                                                : edit_chart(state, look);
}

}  // namespace vramscope
