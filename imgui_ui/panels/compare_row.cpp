#include "panels/compare_row.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "panels/stack.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

/// Where the parts of a row stand. Narrow screens have the words above the bar.
struct Layout {
  Box name, bar, words;
  ImVec2 sign;
  bool narrow;
};

bool is_narrow(float width, const Look& look) { return width < look.px(620); }

float row_height(float width, const Look& look) {
  return look.px(is_narrow(width, look) ? 60 : look.touch ? 48 : 40);
}

Layout layout(const Box& row, const Look& look) {
  const float left = row.min.x + look.px(12);
  const float right = row.max.x - look.px(12);
  const float half = look.px(8);  // of the bar's height, and the radius of the sign
  if (is_narrow(row.width(), look)) {
    const float line = row.min.y + look.px(32);
    const float bar = row.min.y + look.px(42);
    const float split = right - look.px(160);
    return {.name = {{left, row.min.y + look.px(4)}, {split, line}},
            .bar = {{left, bar - half + look.px(2)}, {right, bar + half - look.px(2)}},
            .words = {{split + look.px(28), row.min.y + look.px(4)}, {right, line}},
            .sign = {split + look.px(16), std::floor((row.min.y + look.px(4) + line) * 0.5f)},
            .narrow = true};
  }
  const float middle = std::floor(row.center().y);
  const float bar = left + look.px(196);
  const float words = right - look.px(220);
  return {.name = {{left, row.min.y}, {bar - look.px(12), row.max.y}},
          .bar = {{bar, middle - half}, {words - look.px(20), middle + half}},
          .words = {{words + look.px(24), row.min.y}, {right, row.max.y}},
          .sign = {words + half, middle},
          .narrow = false};
}

std::string name_of(const MachineResult& result) {
  if (result.devices.empty()) return {};
  const DeviceInfo& device = result.devices.front();
  return device.count > 1 ? format_number(static_cast<double>(device.count)) + " × " + device.name
                          : device.name;
}

/// The sign says the verdict too, so that it may be left out where there is no room.
std::string spare_of(const MachineResult& result, bool with_verdict, const Look& look) {
  const bool short_of = result.spare < Bytes{};
  const std::string verdict = with_verdict && result.verdict == Verdict::Tight
                                  ? std::string(look.name("verdict.tight")) + " · "
                                  : std::string();
  return verdict +
         look.say(short_of ? Word::TooMuch : Word::Spare,
                  std::vector<Param>{{"bytes", look.bytes_short(short_of ? Bytes{} - result.spare
                                                                         : result.spare)}});
}

void view_facts(const MachineResult& result, std::string_view name, std::string_view words,
                const Look& look) {
  std::vector<HintLine> facts;
  for (const Term& term : result.terms) {
    if (on_device(term)) facts.push_back({term_name(term, look), look.bytes(term.size.bytes)});
  }
  facts.push_back({std::string(look.say(Word::OnDevice)), look.bytes(result.device.bytes)});
  facts.push_back({std::string(look.say(Word::UsableShort)), look.bytes(result.usable)});
  hint_facts(look, name, words, facts);
}

/// The cross at the end of the row under the pointer.
bool remove_button(const Box& words, const Look& look) {
  const float middle = std::floor(words.center().y);
  const Box cross{{words.max.x - look.px(20), middle - look.px(10)},
                  {words.max.x, middle + look.px(10)}};
  const Press x = press("remove", cross);
  const float r = look.px(4);
  const ImU32 ink = x.hovered ? look.colors().text : look.colors().muted;
  const ImVec2 o = cross.center();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine({o.x - r, o.y - r}, {o.x + r, o.y + r}, ink, look.px(1.5f));
  draw->AddLine({o.x - r, o.y + r}, {o.x + r, o.y - r}, ink, look.px(1.5f));
  hint(look, look.say(Word::HintRemove));
  return x.clicked;
}

RowAct row(const MachineResult& result, int index, std::string_view name, std::string_view words,
           Bytes edge, bool current, bool removable, const Look& look) {
  const Palette& c = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(index);
  ImGui::SetNextItemAllowOverlap();
  const Press b = press("machine", {at, {at.x + width, at.y + row_height(width, look)}});
  const bool under = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(b.box.min, b.box.max);
  if (current) fill_box(b.box, c.accent_wash, look.px(6));
  if (!current && under) fill_box(b.box, look.dark() ? c.panel : c.hover, look.px(6));
  focus_ring(b.box, look.px(6), look);
  if (under) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  view_facts(result, name, words, look);

  const Layout l = layout(b.box, look);
  paint_long_text_in(look, Type::Body, l.name, c.text, name);  // the hint has it whole
  paint_stack(result, l.bar, {.at_right_edge = edge, .labels = false, .chosen = {}}, look);
  paint_verdict_sign(look, l.sign, look.px(8), result.verdict);
  removable = removable && under && !l.narrow;
  Box spare = l.words;
  if (removable) spare.max.x -= look.px(24);
  paint_text_in(look, Type::Body, spare, c.muted, spare_of(result, !l.narrow, look));

  RowAct act{.chosen = b.clicked};
  if (removable && remove_button(l.words, look)) act = {.chosen = false, .removed = true};
  ImGui::PopID();
  ImGui::SetCursorScreenPos({b.box.min.x, b.box.max.y});
  return act;
}

}  // namespace

RowAct view_row(const MachineResult& result, int index, Bytes edge, bool current,
                const Look& look) {
  return row(result, index, name_of(result), look.say(Word::HintChooseCard), edge, current, true,
             look);
}

bool view_named_row(const MachineResult& result, int index, std::string_view name,
                    std::string_view words, Bytes edge, bool current, const Look& look) {
  return row(result, index, name, words, edge, current, false, look).chosen;
}

Bytes row_edge(const MachineResult& result, std::span<const MachineResult* const> all,
               BarScale scale) {
  Bytes largest;
  float fullest = 1;
  for (const MachineResult* other : all) {
    largest = std::max({largest, other->usable, other->device.high});
    fullest = std::max(fullest, share_of(other->device.high, other->usable));
  }
  if (scale == BarScale::LargestCard) return largest;
  return Bytes::of(result.usable.count() * static_cast<double>(std::min(fullest, 1.33f)));
}

}  // namespace vramscope
