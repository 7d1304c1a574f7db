// What each card holds, where they differ: pipeline stages, unlike cards, layers split unevenly.
#include <algorithm>

#include "panels/answer.h"
#include "panels/stack.h"

namespace vramscope {
namespace {

/// Its terms one after the other, up to the end that stands for `whole`.
void paint_terms(const RankShare& rank, Bytes whole, const Box& box, const Look& look) {
  fill_box(box, with_alpha(look.colors().muted, 0.12f), look.px(2));
  float x = box.min.x;
  for (const PhaseTerm& term : rank.terms) {
    const float width = box.width() * share_of(term.size.bytes, whole);
    const float end = std::min(x + width, box.max.x);
    if (end > x) fill_box({{x, box.min.y}, {end, box.max.y}}, term_color(term.id), 0);
    x += width;
  }
  const float capacity = box.min.x + box.width() * std::min(1.0f, share_of(rank.usable, whole));
  const float pen = std::max(1.0f, look.px(2));
  fill_box({{capacity - pen, box.min.y - look.px(3)}, {capacity, box.max.y + look.px(3)}},
           look.colors().text, 0);
}

void view_rank(const RankShare& rank, Bytes whole, const Look& look) {
  const Palette& c = look.colors();
  const float line = line_height(look, Type::Body);
  const Box row = reserve(ImGui::GetContentRegionAvail().x, line + look.px(22));
  const std::string facts =
      fill(look.name("ranks.layers"),
           std::vector<Param>{{"layers", format_number(static_cast<double>(rank.layers))}}) +
      " · " + look.bytes_short(rank.device_total.bytes) + " / " + look.bytes_short(rank.usable);
  const float width = figures_width(look, Type::Body, facts);
  paint_long_text_in(look, Type::Body,
                     {row.min, {row.max.x - width - look.px(12), row.min.y + line}}, c.text,
                     rank_name(rank));
  const bool over = rank.device_total.bytes > rank.usable;
  paint_figures(look, Type::Body, {row.max.x - width, row.min.y}, over ? c.no : c.muted, facts);
  const float y = row.min.y + line + look.px(4);
  paint_terms(rank, whole, {{row.min.x, y}, {row.max.x, y + look.px(10)}}, look);
}

}  // namespace

void view_ranks(const MachineResult& result, const Look& look) {
  if (result.per_rank.size() < 2) return;
  Bytes whole;
  for (const RankShare& rank : result.per_rank) {
    whole = std::max({whole, rank.usable, rank.device_total.bytes});
  }
  begin_card("ranks", ImGui::GetContentRegionAvail().x, look);
  flow_text(look, Type::Title, look.colors().text, look.name("ranks.title"));
  flow_text(look, Type::Body, look.colors().muted, look.name("ranks.hint"));
  gap(look.px(8));
  for (const RankShare& rank : result.per_rank) view_rank(rank, whole, look);
  ImGui::EndChild();
  gap(look.px(16));
}

}  // namespace vramscope
