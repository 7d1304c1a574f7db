// The tree as a nested list with bars.
#include <algorithm>

#include "panels/layers.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

/// Where the columns stand, from the width at hand. Negative: the column is left out.
struct Columns {
  float name, shape, bar, parameters, point, unit, share, right;
};

Columns columns(const Box& row, const Look& look) {
  Columns c{};
  const float width = row.width();
  c.name = row.min.x + look.px(8);
  c.right = row.max.x - look.px(8);
  c.share = c.right;
  c.unit = c.share - look.px(84);
  c.point = c.unit - look.px(26);
  const float amount = c.point - look.px(36);
  c.parameters = width >= look.px(560) ? amount - look.px(8) : -1;
  float left = c.parameters > 0 ? c.parameters - look.px(120) : amount;
  c.bar = width >= look.px(660) ? left - look.px(92) : -1;
  if (c.bar > 0) left = c.bar;
  c.shape = width >= look.px(860) ? left - look.px(190) : -1;
  return c;
}

float name_end(const Columns& c, const Look& look) {
  const float ends[] = {c.shape, c.bar, c.parameters > 0 ? c.parameters - look.px(112) : -1};
  for (const float end : ends) {
    if (end > 0) return end - look.px(8);
  }
  return c.point - look.px(40);
}

void figures(const Look& look, const Box& row, float right, ImU32 ink, std::string_view text) {
  const float y = row.min.y + (row.height() - line_height(look, Type::Small)) * 0.5f;
  paint_figures(look, Type::Small, {right - figures_width(look, Type::Small, text), y}, ink, text);
}

void view_header(const Look& look) {
  const Box row = reserve(ImGui::GetContentRegionAvail().x, look.px(28));
  const Columns c = columns(row, look);
  const ImU32 ink = look.colors().faint;
  const auto cell = [&](float x0, float x1, Word word, float align) {
    paint_text_in(look, Type::Small, {{x0, row.min.y}, {x1, row.max.y}}, ink, look.say(word),
                  align);
  };
  cell(c.name, name_end(c, look), Word::ColumnModule, 0);
  if (c.shape > 0) cell(c.shape, c.shape + look.px(180), Word::Shape, 0);
  if (c.parameters > 0) cell(c.parameters - look.px(112), c.parameters, Word::Parameters, 1);
  cell(c.point - look.px(40), c.unit + look.px(24), Word::Amount, 1);
  cell(c.unit + look.px(28), c.share, Word::Share, 1);
  fill_box({{row.min.x, row.max.y - std::max(1.0f, look.px(1))}, row.max}, look.colors().line, 0);
}

void view_bar(const LayersFrame& frame, size_t index, const Columns& c, const Box& row,
              const Look& look) {
  const float middle = row.center().y;
  const float half = look.px(4);
  const Box track{{c.bar, middle - half}, {c.bar + look.px(80), middle + half}};
  fill_box(track, look.dark() ? look.colors().raised : look.colors().line, look.px(2));
  const float share = std::min(1.0f, static_cast<float>(frame.rows[index].share));
  fill_box({track.min, {track.min.x + std::max(look.px(1), track.width() * share), track.max.y}},
           frame.lit[index] ? row_fill(frame, index, look) : look.colors().strong_line, look.px(2));
}

/// The chevron's own item: opens and closes without leaving the place.
void pick_chevron(const LayersFrame& frame, size_t index, float x, const Box& row, LayersAct& act,
                  const Look& look) {
  const Press b = press("open", {{x, row.min.y}, {x + look.px(20), row.max.y}});
  const Palette& c = look.colors();
  if (b.hovered) fill_box(b.box, c.hover, look.px(4));
  focus_ring(b.box, look.px(4), look);
  paint_chevron(b.box.center(), look.px(8), b.hovered ? c.text : c.faint, frame.open[index]);
  if (b.clicked) act.toggled = static_cast<int>(index);
}

void pick_row(const LayersFrame& frame, size_t index, bool reveal, LayersAct& act,
              const Look& look) {
  const InspectRow& row = frame.rows[index];
  const Palette& p = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = look.px(look.touch ? 40 : 26);
  const Box box{at, {at.x + width, at.y + height}};
  const Columns c = columns(box, look);
  const float indent = look.px(look.narrow ? 10 : 16) * static_cast<float>(row.level);
  const bool parts = row.rows == 0;
  const auto i = static_cast<int>(index);
  ImGui::PushID(i);
  ImGui::SetNextItemAllowOverlap();
  const Press b = press("row", box);
  if (i == frame.chosen) {
    fill_box(box, p.accent_wash, look.px(4));
    if (reveal) ImGui::SetScrollHereY(0.5f);
  } else if (b.hovered || i == frame.hovered) {
    fill_box(box, look.dark() ? p.panel : p.hover, look.px(4));
  }
  focus_ring(box, look.px(4), look);
  row_hint(frame, index, look);
  if (b.hovered) act.hovered = i;
  if (b.clicked) {
    act.chosen = i;
    act.zoom = parts ? i : row.parent;
    if (parts && !frame.open[index]) act.toggled = i;
  }
  if (parts) pick_chevron(frame, index, c.name + indent - look.px(4), box, act, look);
  ImGui::PopID();

  const ImU32 ink = frame.lit[index] ? p.text : p.faint;
  const float text = c.name + indent + look.px(20);
  if (!parts) {
    const float chip = look.px(4);
    const float x = c.name + indent + look.px(6);
    fill_box({{x - chip, box.center().y - chip}, {x + chip, box.center().y + chip}},
             frame.lit[index] ? row_fill(frame, index, look) : p.strong_line, look.px(2));
  }
  const bool main = row.level == 0 || i == static_cast<int>(frame.zoom);
  paint_long_text_in(look, Type::Small, {{text, box.min.y}, {name_end(c, look), box.max.y}},
                     main && frame.lit[index] ? p.accent : ink, row_name(row, look));
  if (c.shape > 0) {
    paint_text_in(look, Type::Small, {{c.shape, box.min.y}, {c.shape + look.px(184), box.max.y}},
                  p.muted, inspect_shape(row));
  }
  if (c.bar > 0) view_bar(frame, index, c, box, look);
  if (c.parameters > 0) figures(look, box, c.parameters, ink, format_number(row.parameters));
  const float y = box.min.y + (height - line_height(look, Type::Small)) * 0.5f;
  paint_amount(look, Type::Small, c.point, c.unit, y, ink, p.muted, look.bytes(row.bytes));
  figures(look, box, c.share, p.muted, format_percent(row.share));
  ImGui::SetCursorScreenPos({box.min.x, box.max.y});
}

}  // namespace

void pick_in_list(const LayersFrame& frame, bool reveal, LayersAct& act, const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  view_header(look);
  gap(look.px(4));
  for (size_t i = 0; i < frame.rows.size();) {
    pick_row(frame, i, reveal, act, look);
    i = frame.open[i] ? i + 1 : frame.rows[i].end;
  }
  ImGui::Dummy({1, 1});
  ImGui::PopStyleVar();
}

}  // namespace vramscope
