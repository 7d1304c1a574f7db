#include "ui_state.h"

#include <utility>

#include "vramscope/config_reader.h"

namespace vramscope {
namespace {

Machine one_card(std::string_view gpu) {
  return Machine{.devices = {DeviceChoice{.gpu = std::string(gpu)}}};
}

/// As a link says it; the breakdown is what a link without a tab opens.
std::string_view tab_id(Tab tab) {
  switch (tab) {
    case Tab::Breakdown:
      return "";
    case Tab::Compare:
      return "compare";
    case Tab::Layers:
      return "layers";
  }
  return {};
}

Tab tab_from(std::string_view id) {
  for (const Tab tab : {Tab::Compare, Tab::Layers}) {
    if (tab_id(tab) == id) return tab;
  }
  return Tab::Breakdown;
}

ViewState view_of(const UiState& state) {
  ViewState view;
  view.tab = tab_id(state.tab);
  if (state.theme == Theme::Light) view.theme = "light";
  if (state.units == Units::Gb) view.units = "gb";
  view.open_term = state.open_term;
  return view;
}

}  // namespace

UiState first_screen() {
  UiState state;
  state.request.engine = "llama.cpp";
  state.request.machine = one_card("rtx-4090");
  refresh(state);
  return state;
}

std::vector<Machine> default_comparison() {
  constexpr std::string_view kCards[] = {
      "rtx-3060-12gb",
      "rtx-4060-ti-16gb",
      "rtx-3090",
      "rtx-4090",
      "rtx-5090",
      "l4",
      "a10",
      "l40s",
      "a100-sxm4-40gb",
      "a100-sxm4-80gb",
      "h100-sxm5-80gb",
      "h200-sxm-141gb",
      "b200-sxm-180gb",
      "instinct-mi300x",
  };
  std::vector<Machine> machines;
  for (const std::string_view card : kCards) machines.push_back(one_card(card));
  return machines;
}

const std::vector<Machine> compared_machines(const UiState& state) {
  return state.request.compare.empty() ? default_comparison() : state.request.compare;
}

void refresh(UiState& state) {
  state.request.lang = state.lang;
  state.reply = answer(state.request);
  Request others = state.request;
  others.explain = Explain::None;
  others.compare = compared_machines(state);
  state.comparison = answer(others);
  state.inspected_now = false;
}

void refresh_layers(UiState& state) {
  if (state.inspected_now) return;
  Request tree = state.request;
  tree.ask = Ask::Inspect;
  tree.explain = Explain::None;
  tree.compare.clear();
  state.inspected = answer(tree);
  state.inspected_now = true;
}

std::string link_of(const UiState& state) {
  LinkState link;
  link.requests.push_back(state.request);
  link.requests.insert(link.requests.end(), state.other_requests.begin(),
                       state.other_requests.end());
  link.view = view_of(state);
  link.unknown = state.unknown_keys;
  return write_link(link);
}

void open_link(UiState& state, std::string_view fragment) {
  LinkState link = read_link(fragment);
  if (!link.requests.empty()) {
    state.request = std::move(link.requests.front());
    state.other_requests.assign(link.requests.begin() + 1, link.requests.end());
    if (fragment.find("lang=") != std::string_view::npos) state.lang = state.request.lang;
  }
  if (state.request.machine.devices.empty()) state.request.machine = one_card("rtx-4090");
  state.tab = tab_from(link.view.tab);
  if (!link.view.theme.empty()) state.theme = theme_from(link.view.theme);
  state.units = link.view.units == "gb" ? Units::Gb : Units::Gib;
  state.open_term = link.view.open_term;
  state.unknown_keys = std::move(link.unknown);
  state.link_problems = std::move(link.problems);
  state.file = {};
  refresh(state);
}

bool take_file(UiState& state, std::string_view name, std::string_view text) {
  state.file = {};
  state.file.name = name;
  Result<ReadModel> read = read_config_json(text);
  if (!read.ok()) {
    state.file.errors = read.errors();
    return false;
  }
  state.file.warnings = read.value().warnings;
  ModelSpec& spec = read.value().spec;
  if (spec.id.empty()) spec.id = name;
  if (spec.name.empty()) spec.name = name;
  state.request.model = ModelChoice{.id = spec.id, .spec = std::move(spec)};
  refresh(state);
  return true;
}

Lang lang_from(std::string_view id) { return id.starts_with("zh") ? Lang::Zh : Lang::En; }
Theme theme_from(std::string_view id) { return id == "light" ? Theme::Light : Theme::Dark; }
std::string_view lang_id(Lang lang) { return lang == Lang::Zh ? "zh" : "en"; }
std::string_view theme_id(Theme theme) { return theme == Theme::Light ? "light" : "dark"; }

}  // namespace vramscope
