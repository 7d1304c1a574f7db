// Every further setting that the engine and the task have, by the name that the engine gives it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "copies.h"
#include "panels/inputs.h"
#include "vramscope/settings.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

/// Those that have a control of their own, or none at all here.
constexpr std::string_view kElsewhere[] = {
    "lang",  "ask",  "explain",   "task",      "engine",    "weights",     "kv",     "context",
    "batch", "zero", "precision", "optimizer", "recompute", "micro-batch", "method", "objective",
};

bool is_elsewhere(const Setting& setting) {
  if (setting.path.starts_with("observed.") || setting.path.starts_with("sweep.") ||
      setting.path.starts_with("solve.")) {
    return true;
  }
  return std::find(std::begin(kElsewhere), std::end(kElsewhere), setting.key) !=
         std::end(kElsewhere);
}

/// "options.max_num_seqs" is known as max_num_seqs, "training.lora.rank" as lora.rank.
std::string_view short_path(std::string_view path) {
  for (const std::string_view group : {"options.", "training."}) {
    if (path.starts_with(group)) return path.substr(group.size());
  }
  return path;
}

bool edit_field(const Setting& setting, const Box& box, std::string& text, const Look& look) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%s", setting.text.c_str());
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemWidth(box.width());
  const float pad = std::floor((box.height() - ImGui::GetFontSize()) * 0.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{look.px(8), pad});
  const ImGuiInputTextFlags digits =
      setting.kind == SettingKind::Number ? ImGuiInputTextFlags_CharsDecimal : 0;
  ImGui::InputTextWithHint("###field", std::string(look.say(Word::EngineDefault)).c_str(),
                           buffer.data(), buffer.size(),
                           digits | ImGuiInputTextFlags_AutoSelectAll);
  const bool done = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopStyleVar();
  if (done) text = buffer.data();
  return done && text != setting.text;
}

bool edit_values(const Setting& setting, const Box& box, std::string& text, UiState& state,
                 const Look& look) {
  std::vector<std::string_view> values(setting.values.begin(), setting.values.end());
  if (setting.kind == SettingKind::Flag) values = {"true", "false"};
  std::vector<PickItem> items;
  for (const std::string_view value : values) {
    items.push_back({.id = value, .text = std::string(value), .detail = {}, .group = {}});
  }
  ImGui::SetCursorScreenPos(box.min);
  text = setting.text;
  return edit_pick("value", text, items, state.picker, box.width(), look,
                   text.empty() ? look.say(Word::EngineDefault) : std::string_view{});
}

bool edit_setting(const Setting& setting, UiState& state, const Look& look) {
  const float width = ImGui::GetContentRegionAvail().x;
  const Box row = reserve(width, look.control_height());
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float split = row.min.x + std::floor(width * 0.58f);
  ImGui::PushID(setting.key.data(), setting.key.data() + setting.key.size());
  paint_long_text_in(look, Type::Small, {row.min, {split - look.px(8), row.max.y}},
                     setting.changed ? look.colors().text : look.colors().muted,
                     short_path(setting.path));
  const Box box{{split, row.min.y}, row.max};
  std::string text;
  const bool picked = setting.kind == SettingKind::Flag || setting.kind == SettingKind::Choice;
  const bool edited =
      picked ? edit_values(setting, box, text, state, look) : edit_field(setting, box, text, look);
  ImGui::PopID();
  ImGui::SetCursorScreenPos(after);
  if (!edited) return false;
  Result<Request> changed = with_setting(state.request, setting.key, text);
  state.setting_errors.clear();
  if (!changed.ok()) {
    state.setting_errors = changed.errors();
    return false;
  }
  put(state.request, std::move(changed.value()));
  return true;
}

}  // namespace

bool edit_advanced(UiState& state, const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Press b =
      press("advanced", {at, {at.x + ImGui::GetContentRegionAvail().x, at.y + look.px(28)}});
  focus_ring(b.box, look.px(4), look);
  paint_chevron({at.x + look.px(6), b.box.center().y}, look.px(8), look.colors().muted,
                state.advanced_open);
  paint_text_in(look, Type::Body, {{at.x + look.px(18), at.y}, b.box.max},
                b.hovered ? look.colors().text : look.colors().muted, look.say(Word::Advanced));
  hint(look, look.say(Word::HintAdvanced));
  ImGui::SetCursorScreenPos({at.x, b.box.max.y});
  ImGui::Dummy({1, 1});
  if (b.clicked) state.advanced_open = !state.advanced_open;
  if (!state.advanced_open) return false;
  bool changed = false;
  for (const Setting& setting : settings(state.request)) {
    if (!is_elsewhere(setting)) changed |= edit_setting(setting, state, look);
  }
  for (const Problem& problem : state.setting_errors) {
    flow_text(look, Type::Small, look.colors().no, say(problem, look.lang));
  }
  gap(look.px(4));
  return changed;
}

}  // namespace vramscope
