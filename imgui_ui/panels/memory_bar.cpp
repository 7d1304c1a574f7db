#include <algorithm>
#include <vector>

#include "panels/answer.h"
#include "panels/stack.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

void view_term_hint(const Term& term, const MachineResult& result, const Look& look) {
  std::vector<HintLine> facts{
      {std::string(look.say(Word::Amount)), look.bytes(term.size.bytes)},
      {std::string(look.say(Word::InBytes)), format_number(term.size.bytes.count())},
      {std::string(look.say(Word::Share)),
       format_percent(share_of(term.size.bytes, result.device.bytes))}};
  if (term.size.low != term.size.high) {
    facts.push_back({std::string(look.say(Word::Range)),
                     look.bytes(term.size.low) + " – " + look.bytes(term.size.high)});
  }
  hint_facts(look, term_name(term, look), term_hint(term.id, look), facts);
}

/// Words under the bar: zero, and what the capacity line stands for.
void view_axis(const MachineResult& result, float capacity_x, const Box& row, const Look& look) {
  const std::string text =
      look.say(Word::Usable, std::vector<Param>{{"bytes", look.bytes_short(result.usable)}});
  const float width = text_width(look, Type::Small, text);
  const float x = std::clamp(capacity_x - width, row.min.x, row.max.x - width);
  paint_text_in(look, Type::Small, {row.min, {x - look.px(8), row.max.y}}, look.colors().faint,
                "0");
  paint_text(look, Type::Small, {x, row.min.y + look.px(2)}, look.colors().muted, text);
  const Bytes free = result.spare;
  if (free > Bytes{}) {
    const std::string_view word = look.say(Word::Free);
    const float start =
        row.min.x + (capacity_x - row.min.x) * share_of(result.device.high, result.usable);
    if (x - start > text_width(look, Type::Small, word) + look.px(16)) {
      paint_text(look, Type::Small, {start + look.px(4), row.min.y + look.px(2)},
                 look.colors().faint, word);
    }
  }
}

}  // namespace

bool pick_on_bar(std::string& open_term, const MachineResult& result, const Look& look) {
  const float width = ImGui::GetContentRegionAvail().x;
  gap(look.px(12));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box box{at, {at.x + width, at.y + look.px(44)}};
  const Press b = press("bar", box);
  const Bytes edge = std::max(result.usable, result.device.high);
  const Term* opened = opened_term(result, open_term);
  const std::optional<TermId> under = paint_stack(
      result, box,
      {.at_right_edge = edge, .labels = true, .chosen = opened ? term_key(*opened) : std::string()},
      look);
  bool changed = false;
  for (const Term& term : result.terms) {
    if (under != term.id || !on_device(term)) continue;
    view_term_hint(term, result, look);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (b.clicked) {
      changed = open_term != term_key(term);
      open_term = term_key(term);
    }
  }
  ImGui::SetCursorScreenPos({box.min.x, box.max.y + look.px(6)});
  const Box row = reserve(width, look.px(20));
  view_axis(result, box.min.x + width * std::min(1.0f, share_of(result.usable, edge)), row, look);
  return changed;
}

}  // namespace vramscope
