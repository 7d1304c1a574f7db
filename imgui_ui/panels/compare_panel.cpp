#include <array>
#include <algorithm>
#include <vector>

#include "panels/answer.h"
#include "panels/card_items.h"
#include "panels/stack.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

struct Layout {
  float name, bar, bar_end, verdict, right;
};

Layout layout(const Box& row, const Look& look) {
  const bool narrow = row.width() < look.px(620);
  Layout l{};
  l.name = row.min.x + look.px(12);
  l.right = row.max.x - look.px(12);
  l.bar = l.name + look.px(narrow ? 124 : 196);
  l.verdict = l.right - look.px(narrow ? 20 : 220);
  l.bar_end = l.verdict - look.px(20);
  return l;
}

std::string name_of(const MachineResult& result) {
  if (result.devices.empty()) return {};
  const DeviceInfo& device = result.devices.front();
  return device.count > 1 ? format_number(static_cast<double>(device.count)) + " × " + device.name
                          : device.name;
}

std::string spare_of(const MachineResult& result, const Look& look) {
  const bool short_of = result.spare < Bytes{};
  const std::string verdict =
      result.verdict == Verdict::Tight ? std::string(look.name("verdict.tight")) + " · " : std::string();
  return verdict + look.say(short_of ? Word::TooMuch : Word::Spare,
                  std::vector<Param>{{"bytes", look.bytes_short(
                                                   short_of ? Bytes{} - result.spare : result.spare)}});
}

void view_facts(const MachineResult& result, const Look& look) {
  std::vector<HintLine> facts;
  for (const Term& term : result.terms) {
    if (on_device(term)) facts.push_back({term_name(term.id, look), look.bytes(term.size.bytes)});
  }
  facts.push_back({std::string(look.say(Word::OnDevice)), look.bytes(result.device.bytes)});
  facts.push_back({std::string(look.say(Word::UsableShort)), look.bytes(result.usable)});
  hint_facts(look, name_of(result), look.say(Word::HintChooseCard), facts);
}

struct RowAct {
  bool chosen = false, removed = false;
};

RowAct view_row(const MachineResult& result, int index, Bytes edge, bool current, const Look& look) {
  const Palette& c = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(index);
  ImGui::SetNextItemAllowOverlap();
  const Press b = press("machine", {at, {at.x + width, at.y + look.px(look.touch ? 48 : 40)}});
  if (current) fill_box(b.box, c.accent_wash, look.px(6));
  if (!current && b.hovered) fill_box(b.box, look.theme == Theme::Dark ? c.panel : c.hover, look.px(6));
  focus_ring(b.box, look.px(6), look);
  const Layout l = layout(b.box, look);
  const float middle = std::floor(b.box.center().y);
  if (b.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  view_facts(result, look);

  paint_text_in(look, Type::Body, {{l.name, b.box.min.y}, {l.bar - look.px(12), b.box.max.y}}, c.text,
                name_of(result));
  paint_stack(result, {{l.bar, middle - look.px(8)}, {l.bar_end, middle + look.px(8)}},
              {.at_right_edge = edge, .labels = false, .chosen = {}}, look);

  const float sign = look.px(8);
  paint_verdict_sign(look, {l.verdict + sign, middle}, sign, result.verdict);
  const bool removable = b.hovered && l.right - l.verdict > look.px(100);
  const Box words{{l.verdict + 2 * sign + look.px(8), b.box.min.y},
                  {l.right - (removable ? look.px(24) : 0), b.box.max.y}};
  paint_text_in(look, Type::Body, words, c.muted, spare_of(result, look));

  RowAct act{.chosen = b.clicked};
  if (removable) {
    const Box cross{{l.right - look.px(20), middle - look.px(10)}, {l.right, middle + look.px(10)}};
    const Press x = press("remove", cross);
    const float r = look.px(4);
    const ImU32 ink = x.hovered ? c.text : c.muted;
    const ImVec2 o = cross.center();
    ImGui::GetWindowDrawList()->AddLine({o.x - r, o.y - r}, {o.x + r, o.y + r}, ink, look.px(1.5f));
    ImGui::GetWindowDrawList()->AddLine({o.x - r, o.y + r}, {o.x + r, o.y - r}, ink, look.px(1.5f));
    hint(look, look.say(Word::HintRemove));
    act.removed = x.clicked;
    if (x.clicked) act.chosen = false;
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos({b.box.min.x, b.box.max.y});
  return act;
}

/// The right edge of a row's bar. Against its own card: room for a third more than it holds.
Bytes edge_of(const MachineResult& result, const std::vector<MachineResult>& all, BarScale scale) {
  if (scale == BarScale::OwnCard) return Bytes::of(result.usable.count() * 1.33);
  Bytes largest;
  for (const MachineResult& other : all) {
    largest = std::max({largest, other.usable, other.device.high});
  }
  return largest;
}

bool add_card(UiState& state, const Look& look) {
  std::string added;
  const float width = std::min(look.px(280), ImGui::GetContentRegionAvail().x);
  if (!edit_pick("add", added, card_items(look), state.picker, width, look, look.say(Word::AddCard))) {
    return false;
  }
  state.request.compare = compared_machines(state);
  state.request.compare.push_back(Machine{.devices = {DeviceChoice{.gpu = added}}});
  return true;
}

void view_title(UiState& state, const Look& look) {
  const std::array<Segment, 2> scales{
      {{std::string(look.say(Word::OwnScale)), look.say(Word::HintOwnScale)},
       {std::string(look.say(Word::SameScale)), look.say(Word::HintSameScale)}}};
  const float width = ImGui::GetContentRegionAvail().x;
  const float control = segmented_width(scales, look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool beside = width > control + look.px(220);
  const Box title{at, {at.x + width - (beside ? control + look.px(16) : 0), at.y + look.control_height()}};
  paint_text_in(look, Type::Title, title, look.colors().text, look.say(Word::CompareTitle));
  if (beside) {
    ImGui::SetCursorScreenPos({at.x + width - control, at.y});
  } else {
    ImGui::SetCursorScreenPos({at.x, title.max.y + look.px(4)});
  }
  int chosen = static_cast<int>(state.bar_scale);
  edit_segmented("scale", chosen, scales, control, look);
  state.bar_scale = static_cast<BarScale>(chosen);
}

}  // namespace

bool edit_comparison(UiState& state, const Look& look) {
  view_title(state, look);
  flow_text(look, Type::Body, look.colors().muted, look.say(Word::CompareHint));
  gap(look.px(12));
  bool changed = false;
  if (state.comparison.results.size() > 1) {
    const std::vector<Machine> machines = compared_machines(state);
    const std::vector<MachineResult> results(state.comparison.results.begin() + 1,
                                             state.comparison.results.end());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
    for (size_t i = 0; i < results.size() && i < machines.size(); ++i) {
      const RowAct act = view_row(results[i], static_cast<int>(i),
                                  edge_of(results[i], results, state.bar_scale),
                                  machines[i] == state.request.machine, look);
      if (act.chosen) {
        state.request.machine = machines[i];
        changed = true;
      }
      if (act.removed) {
        state.request.compare = machines;
        state.request.compare.erase(state.request.compare.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
      }
    }
    ImGui::PopStyleVar();
  }
  if (!state.comparison.ok) view_errors(state.comparison, look);
  gap(look.px(12));
  return add_card(state, look) || changed;
}

}  // namespace vramscope
