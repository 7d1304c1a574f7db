#include <algorithm>

#include "panels/answer.h"
#include "panels/stack.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

/// Where the columns of the table stand, from the width at hand. A negative x: the column is left
/// out.
struct Columns {
  float name, point, unit, share, exactness, working, right;
  bool has_share;
};

Columns columns(const Box& row, const Look& look) {
  Columns c{};
  c.name = row.min.x + look.px(12);
  c.right = row.max.x - look.px(12);
  const bool roomy = row.width() >= look.px(700);
  const bool working = row.width() >= look.px(560);
  c.has_share = row.width() >= look.px(420);
  c.share = working ? c.name + look.px(352) : c.right;
  c.unit = c.share - look.px(c.has_share ? 88 : 28);
  c.point = c.unit - look.px(30);
  c.exactness = working ? c.share + look.px(24) : -1;
  c.working = roomy ? c.exactness + look.px(176) : -1;
  return c;
}

void cell(const Look& look, Type type, float x0, float x1, const Box& row, ImU32 color,
          std::string_view text, float align = 0) {
  if (x1 > x0) paint_text_in(look, type, {{x0, row.min.y}, {x1, row.max.y}}, color, text, align);
}

void view_header(const Look& look) {
  const Box row = reserve(ImGui::GetContentRegionAvail().x, look.px(28));
  const Columns c = columns(row, look);
  const ImU32 ink = look.colors().faint;
  cell(look, Type::Small, c.name, c.point, row, ink, look.say(Word::ColumnTerm));
  cell(look, Type::Small, c.name, c.unit + look.px(26), row, ink, look.say(Word::Amount), 1);
  if (c.has_share) {
    cell(look, Type::Small, c.unit + look.px(28), c.share, row, ink, look.say(Word::Share), 1);
  }
  if (c.exactness > 0) {
    cell(look, Type::Small, c.exactness, c.exactness + look.px(140), row, ink,
         look.say(Word::ColumnExactness));
  }
  if (c.working > 0) {
    cell(look, Type::Small, c.working, c.right, row, ink, look.say(Word::ColumnWorking));
  }
  fill_box({{row.min.x, row.max.y - std::max(1.0f, look.px(1))}, row.max}, look.colors().line, 0);
}

void amount(const Look& look, Type type, const Columns& c, const Box& row, Bytes bytes) {
  const float y = row.min.y + (row.height() - line_height(look, type)) * 0.5f;
  paint_amount(look, type, c.point, c.unit, y, look.colors().text, look.colors().muted,
               look.bytes(bytes));
}

void share(const Look& look, const Columns& c, const Box& row, float part) {
  if (!c.has_share) return;
  const std::string text = format_percent(part);
  const float width = figures_width(look, Type::Body, text);
  const float y = row.min.y + (row.height() - line_height(look, Type::Body)) * 0.5f;
  paint_figures(look, Type::Body, {c.share - width, y}, look.colors().muted, text);
}

/// In three figures, or in full where those do not tell the ends apart. Empty when there is no
/// range.
std::string range_of(const Level& size, const Look& look) {
  if (size.low == size.high) return {};
  const std::string low = look.bytes_short(size.low);
  const std::string high = look.bytes_short(size.high);
  if (low != high) return low + " – " + high;
  const std::string in_full = look.bytes(size.low);
  return in_full == look.bytes(size.high) ? std::string() : in_full + " – " + look.bytes(size.high);
}

void view_exactness(const Term& term, const Columns& c, const Box& row, const Look& look) {
  if (c.exactness < 0) return;
  const bool exact = term.exactness == Exactness::Exact;
  const std::string range = range_of(term.size, look);
  const std::string kind(look.name("exactness." + std::string(exactness_id(term.exactness))));
  cell(look, Type::Body, c.exactness, c.exactness + look.px(172), row,
       exact ? look.colors().fits : look.colors().muted, range.empty() ? kind : range);
}

bool pick_row(const Term& term, const MachineResult& result, bool open, const Look& look) {
  const Palette& p = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(term_key(term).c_str());
  const Press b = press("term", {at, {at.x + width, at.y + look.px(look.touch ? 40 : 32)}});
  ImGui::PopID();
  if (open) {
    fill_box(b.box, p.accent_wash, look.px(6));
  } else if (b.hovered) {
    fill_box(b.box, look.dark() ? p.panel : p.hover, look.px(6));
  }
  focus_ring(b.box, look.px(6), look);
  if (b.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);

  const Columns c = columns(b.box, look);
  const float middle = b.box.center().y;
  const float chip = look.px(5);
  fill_box({{c.name, middle - chip}, {c.name + 2 * chip, middle + chip}}, term_color(term.id),
           look.px(3));
  cell(look, Type::Body, c.name + look.px(20), c.point - look.px(52), b.box, p.text,
       term_name(term, look));
  hint(look, term_hint(term.id, look));
  amount(look, Type::Body, c, b.box, term.size.bytes);
  if (!on_card(term.place) && c.has_share) {
    cell(look, Type::Small, c.unit + look.px(28), c.share, b.box, p.muted, look.say(Word::InHost),
         1);
  } else if (on_card(term.place)) {
    share(look, c, b.box, share_of(term.size.bytes, result.device.bytes));
  }
  view_exactness(term, c, b.box, look);
  if (c.working > 0) {
    paint_long_text_in(look, Type::Body,
                       {{c.working, b.box.min.y}, {c.right - look.px(24), b.box.max.y}}, p.muted,
                       term.working);
    paint_chevron({c.right - look.px(4), middle}, look.px(8), open ? p.accent : p.faint, open);
  }
  ImGui::SetCursorScreenPos({b.box.min.x, b.box.max.y});
  return b.clicked;
}

void view_total(Word name, Word hint_word, const Level& size, bool strong, const Look& look) {
  const Box row = reserve(ImGui::GetContentRegionAvail().x, look.px(28));
  const Columns c = columns(row, look);
  const Type type = strong ? Type::Strong : Type::Body;
  cell(look, type, c.name + look.px(20), c.point - look.px(52), row,
       strong ? look.colors().text : look.colors().muted, look.say(name));
  hint(look, look.say(hint_word));
  amount(look, type, c, row, size.bytes);
  if (c.exactness > 0) {
    const std::string text = range_of(size, look);
    cell(look, Type::Body, c.exactness, c.exactness + look.px(172), row, look.colors().muted, text);
  }
  if (c.working > 0) {
    const std::string_view words = look.say(hint_word);  // where they fit: the hint has them too
    if (text_width(look, Type::Body, words) <= c.right - c.working) {
      cell(look, Type::Body, c.working, c.right, row, look.colors().faint, words);
    }
  }
}

}  // namespace

const Term* opened_term(const MachineResult& result, const std::string& open_term) {
  const Term* teaching = nullptr;
  for (const Term& term : result.terms) {
    if (term.size.high == Bytes{}) continue;
    if (term_key(term) == open_term) return &term;
    const bool better = term.id == TermId::KvCache || term.id == TermId::OptimizerState;
    if (teaching == nullptr || better) teaching = &term;
  }
  return teaching;
}

bool pick_in_table(std::string& open_term, const MachineResult& result, const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  view_header(look);
  gap(look.px(4));
  const Term* opened = opened_term(result, open_term);
  bool changed = false;
  for (const Term& term : result.terms) {
    if (term.size.high == Bytes{}) continue;
    if (pick_row(term, result, &term == opened, look)) {
      open_term = term_key(term);
      changed = true;
    }
  }
  const Box rule = reserve(ImGui::GetContentRegionAvail().x, look.px(9));
  fill_box(
      {{rule.min.x, rule.center().y}, {rule.max.x, rule.center().y + std::max(1.0f, look.px(1))}},
      look.colors().line, 0);
  if (result.reserved.bytes != result.allocated.bytes) {
    view_total(Word::Allocated, Word::HintAllocated, result.allocated, false, look);
    view_total(Word::Reserved, Word::HintReserved, result.reserved, false, look);
  } else {
    view_total(Word::Allocated, Word::HintAllocated, result.allocated, false, look);
  }
  view_total(Word::OnDevice, Word::HintOnDevice, result.device, true, look);
  ImGui::PopStyleVar();
  return changed;
}

}  // namespace vramscope
