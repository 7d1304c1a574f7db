// Two questions side by side: what is on screen (A) and what was kept (B).
#include <algorithm>
#include <string>
#include <vector>

#include "actions.h"
#include "panels/answer.h"
#include "panels/stack.h"
#include "vramscope/difference.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

/// What a link's key is called in the rail; the key itself where it has no control there.
struct KeyName {
  std::string_view key;
  Word name;
};
constexpr KeyName kKeyNames[] = {
    {"model", Word::Model},
    {"m", Word::Model},
    {"gpu", Word::Card},
    {"engine", Word::Engine},
    {"weights", Word::Weights},
    {"kv", Word::KvType},
    {"context", Word::Context},
    {"batch", Word::Batch},
    {"task", Word::Job},
    {"precision", Word::Precision},
    {"optimizer", Word::Optimizer},
    {"zero", Word::Zero},
    {"recompute", Word::Recompute},
    {"micro-batch", Word::MicroBatch},
};

std::string key_name(const std::string& key, const Look& look) {
  for (const KeyName& row : kKeyNames) {
    if (row.key == key) return std::string(look.say(row.name));
  }
  return key;
}

std::string value_text(const std::string& key, const std::string& value, const Look& look) {
  if (value.empty()) return std::string(look.say(Word::DefaultValue));
  if (key == "m") return "…";  // a whole model travels there
  return value;
}

void view_scenario(Word letter, Word when, const MachineResult& result, Bytes edge,
                   const Look& look) {
  const Palette& c = look.colors();
  const float width = ImGui::GetContentRegionAvail().x;
  const Box row = reserve(width, look.px(44));
  const float line = line_height(look, Type::Body);
  const float badge = look.px(20);
  const Box plate{row.min, {row.min.x + badge, row.min.y + badge}};
  outline_box(plate, c.strong_line, look.px(4), std::max(1.0f, look.px(1)));
  paint_text_in(look, Type::Strong, plate, c.text, look.say(letter), 0.5f);
  const std::string number = look.bytes_short(result.device.bytes);
  const float number_width = figures_width(look, Type::Strong, number);
  const Box words{{plate.max.x + look.px(8), row.min.y},
                  {row.max.x - number_width - look.px(32), row.min.y + badge}};
  paint_long_text_in(look, Type::Body, words, c.muted,
                     std::string(look.say(when)) + " · " + machine_name(result));
  paint_verdict_sign(look, {row.max.x - number_width - look.px(16), row.min.y + badge * 0.5f},
                     look.px(7), result.verdict);
  paint_figures(look, Type::Strong, {row.max.x - number_width, row.min.y + (badge - line) * 0.5f},
                c.text, number);
  const Box bar{{row.min.x, row.min.y + badge + look.px(6)},
                {row.max.x, row.min.y + badge + look.px(20)}};
  paint_stack(result, bar, {.at_right_edge = edge, .labels = false, .chosen = {}}, look);
}

void view_settings(const UiState& state, const Look& look) {
  const std::vector<SettingDifference> settings =
      setting_differences(state.other_requests.front(), state.request);
  if (settings.empty()) {
    flow_text(look, Type::Small, look.colors().muted, look.say(Word::SameAnswer));
    return;
  }
  std::string text;
  for (const SettingDifference& row : settings) {
    if (!text.empty()) text += " · ";
    text += key_name(row.key, look) + " " + value_text(row.key, row.a, look) + " → " +
            value_text(row.key, row.b, look);
  }
  flow_text(look, Type::Small, look.colors().muted, text);
}

/// Where the columns of numbers end.
struct Columns {
  float change, b, a;
  bool narrow;  ///< no room for what was kept
};
Columns columns(const Box& row, const Look& look) {
  const float wide = std::clamp(row.width() * 0.2f, look.px(76), look.px(120));
  return {row.max.x, row.max.x - wide, row.max.x - 2 * wide, row.width() < look.px(420)};
}

void cell(float right, const Box& row, Type type, ImU32 color, const std::string& text,
          const Look& look) {
  const float width = figures_width(look, type, text);
  paint_figures(look, type,
                {right - width, row.min.y + (row.height() - line_height(look, type)) * 0.5f}, color,
                text);
}

std::string signed_bytes(Bytes change, const Look& look) {
  if (change == Bytes{}) return "0";
  const bool less = change < Bytes{};
  return (less ? "−" : "+") + look.bytes_short(less ? Bytes{} - change : change);
}

void view_differences(const MachineResult& kept, const MachineResult& now, const Look& look) {
  const Palette& c = look.colors();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const Box head = reserve(ImGui::GetContentRegionAvail().x, look.px(24));
  const Columns at = columns(head, look);
  const auto title = [&](float right, Word word) {
    paint_text_in(look, Type::Small, {{right - look.px(66), head.min.y}, {right, head.max.y}},
                  c.faint, look.say(word), 1);
  };
  if (!at.narrow) title(at.a, Word::ScenarioB);
  title(at.b, Word::ScenarioA);
  title(at.change, Word::Change);
  const auto row_of = [&](const std::string& name, Bytes b, Bytes a, Bytes change, Type type,
                          std::optional<ImU32> chip) {
    const Box row = reserve(head.width(), look.px(24));
    const float side = look.px(10);
    if (chip) {
      const float top = row.center().y - side * 0.5f;
      fill_box({{row.min.x, top}, {row.min.x + side, top + side}}, *chip, look.px(3));
    }
    const Type figures = at.narrow ? Type::Small : type;
    const float end = (at.narrow ? at.b : at.a) - look.px(at.narrow ? 58 : 66);
    paint_text_in(look, figures,
                  {{row.min.x + look.px(at.narrow ? 14 : 18), row.min.y}, {end, row.max.y}}, c.text,
                  name);
    if (!at.narrow) cell(at.a, row, figures, c.muted, look.bytes_short(b), look);
    cell(at.b, row, figures, c.text, look.bytes_short(a), look);
    const ImU32 ink = change == Bytes{} ? c.faint : change < Bytes{} ? c.fits : c.no;
    cell(at.change, row, figures, ink, signed_bytes(change, look), look);
  };
  for (const TermDifference& row : term_differences(kept, now)) {
    Term term;
    term.id = row.id;
    term.place = row.place;
    row_of(term_name(term, look), row.a, row.b, row.change, Type::Body, term_color(row.id));
  }
  row_of(std::string(look.say(Word::OnDevice)), kept.device.bytes, now.device.bytes,
         now.device.bytes - kept.device.bytes, Type::Strong, {});
  ImGui::PopStyleVar();
}

}  // namespace

bool edit_scenarios(UiState& state, const Look& look) {
  if (state.other_requests.empty() || !state.pinned.ok || state.pinned.results.empty())
    return false;
  const MachineResult& now = state.reply.results.front();
  const MachineResult& kept = state.pinned.results.front();
  const Bytes edge = std::max({now.usable, now.device.high, kept.usable, kept.device.high});
  begin_card("scenarios", ImGui::GetContentRegionAvail().x, look);
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string_view swap_words = look.say(Word::SwapScenarios);
  const std::string_view drop_words = look.say(Word::Unpin);
  const float buttons =
      button_width(swap_words, look) + button_width(drop_words, look) + look.px(8);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool beside = width > buttons + look.px(160);
  const Box title{at, {at.x + width - (beside ? buttons : 0), at.y + look.control_height()}};
  paint_text_in(look, Type::Title, title, look.colors().text, look.say(Word::ScenarioTitle));
  ImGui::SetCursorScreenPos(beside ? ImVec2{at.x + width - buttons, at.y}
                                   : ImVec2{at.x, title.max.y});
  bool changed = button("swap", swap_words, ButtonKind::Quiet, look) && act(state, Action::Swap);
  ImGui::SameLine(0, look.px(8));
  const bool dropped = button("drop", drop_words, ButtonKind::Quiet, look);
  gap(look.px(16));
  if (!changed) {
    view_scenario(Word::ScenarioA, Word::ScenarioNow, now, edge, look);
    view_scenario(Word::ScenarioB, Word::ScenarioPinned, kept, edge, look);
    view_settings(state, look);
    gap(look.px(8));
    view_differences(kept, now, look);
  }
  ImGui::EndChild();
  if (dropped) act(state, Action::Pin);
  return changed;
}

}  // namespace vramscope
