#include "ui_state.h"

#include <algorithm>
#include <utility>

#include "copies.h"
#include "platform.h"
#include "vramscope/choices.h"
#include "vramscope/config_reader.h"
#include "vramscope/flags.h"
#include "vramscope/plans.h"

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
    case Tab::Sweep:
      return "sweep";
    case Tab::Layers:
      return "layers";
    case Tab::Speed:
      return "speed";
    case Tab::Utilisation:
      return "utilisation";
    case Tab::Practice:
      return "practice";
  }
  return {};
}

Tab tab_from(std::string_view id) {
  for (size_t i = 1; i < kTabs; ++i) {
    if (tab_id(static_cast<Tab>(i)) == id) return static_cast<Tab>(i);
  }
  return Tab::Breakdown;
}

ViewState view_of(const UiState& state) {
  ViewState view;
  view.tab = tab_id(state.tab);
  if (state.theme_choice != ThemeChoice::System) view.theme = theme_id(state.theme_choice);
  if (state.units == Units::Gb) view.units = "gb";
  view.open_term = state.open_term;
  return view;
}

}  // namespace

Request first_question() {
  Request request;
  request.engine = "llama.cpp";
  request.machine = one_card("rtx-4090");
  return request;
}

UiState first_screen() {
  UiState state;
  state.request = first_question();
  refresh(state);
  restart(state.history, state.request);
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
  put(state.reply, answer(state.request));
  Request others = copied(state.request);
  others.explain = Explain::None;
  others.compare = compared_machines(state);
  put(state.comparison, answer(others));
  state.inspected_now = false;
  state.sweep.answered = false;
  state.roofline_answered = false;
  if (!state.other_requests.empty()) {
    state.other_requests.front().lang = state.lang;
    put(state.pinned, answer(state.other_requests.front()));
  }
}

void refresh_roofline(UiState& state) {
  if (state.roofline_answered) return;
  state.roofline = roofline(state.request);
  state.roofline_answered = true;
}

void refresh_layers(UiState& state) {
  if (state.inspected_now) return;
  Request tree = copied(state.request);
  tree.ask = Ask::Inspect;
  tree.explain = Explain::None;
  tree.compare.clear();
  put(state.inspected, answer(tree));
  state.inspected_now = true;
}

namespace {

/// The axis of a sweep: what the core calls it and how far it goes.
struct SweepAxis {
  std::string_view over;
  uint64_t from, to;
};

SweepAxis axis_of(const UiState& state) {
  const Request& r = state.request;
  switch (state.sweep.over) {
    case SweepOver::Context: {
      const uint64_t model = state.reply.ok ? state.reply.model.max_context : 0;
      return {"context", 256, std::max({model == 0 ? 131072 : model, r.context, uint64_t{4096}})};
    }
    case SweepOver::Batch:
      return {"batch", 1,
              std::max(r.task == Task::Training ? r.training.micro_batch : r.batch,
                       uint64_t{r.task == Task::Training ? 128u : 512u})};
    case SweepOver::Cards: {
      const uint64_t count = r.machine.devices.empty() ? 1 : r.machine.devices.front().count;
      return {"gpus", 1, std::max<uint64_t>(count, 64)};
    }
    case SweepOver::Formats:
      break;
  }
  return {};
}

std::vector<FormatResult> results_by_format(const Request& request) {
  std::vector<FormatResult> list;
  Request trial = copied(request);
  trial.explain = Explain::None;
  trial.compare.clear();
  for (const Choice& choice : choices(ChoiceList::Weights, request)) {
    trial.weights = choice.id;
    Reply reply = answer(trial);
    if (!reply.ok) continue;
    list.push_back({choice.id, choice.label_id, std::move(reply.results.front())});
  }
  std::stable_sort(list.begin(), list.end(), [](const FormatResult& a, const FormatResult& b) {
    return a.result.device.bytes > b.result.device.bytes;
  });
  return list;
}

}  // namespace

void refresh_sweep(UiState& state) {
  SweepView& view = state.sweep;
  if (view.answered) return;
  view.answered = true;
  if (view.over == SweepOver::Formats && state.request.task == Task::Training) {
    view.over = SweepOver::Context;  // the precision decides the format
  }
  if (view.over == SweepOver::Formats) {
    view.formats = results_by_format(state.request);
    return;
  }
  const SweepAxis axis = axis_of(state);
  Request columns = copied(state.request);
  columns.ask = Ask::Sweep;
  columns.explain = Explain::None;
  columns.compare.clear();
  columns.sweep = {.over = std::string(axis.over), .from = axis.from, .to = axis.to, .points = 96};
  put(view.reply, answer(columns));
}

uint64_t* swept_value(UiState& state) {
  Request& r = state.request;
  switch (state.sweep.over) {
    case SweepOver::Context:
      return &r.context;
    case SweepOver::Batch:
      return r.task == Task::Training ? &r.training.micro_batch : &r.batch;
    case SweepOver::Cards:
      return r.machine.devices.empty() ? nullptr : &r.machine.devices.front().count;
    case SweepOver::Formats:
      return nullptr;
  }
  return nullptr;
}

void keep_recent(UiState& state) {
  if (note_recent(state.recent, state.request)) platform::store_recent(write_recent(state.recent));
}

void pin(UiState& state, bool pinned) {
  state.other_requests.clear();
  if (!pinned) return;
  state.other_requests.push_back(copied(state.request));
  put(state.pinned, answer(state.request));
}

void swap_scenarios(UiState& state) {
  if (state.other_requests.empty()) return;
  exchange(state.request, state.other_requests.front());
  refresh(state);
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
    put(state.request, std::move(link.requests.front()));
    state.other_requests.assign(link.requests.begin() + 1, link.requests.end());
    if (fragment.find("lang=") != std::string_view::npos) state.lang = state.request.lang;
  }
  if (state.request.machine.devices.empty()) state.request.machine = one_card("rtx-4090");
  state.tab = tab_from(link.view.tab);
  if (!link.view.theme.empty()) state.theme_choice = theme_from(link.view.theme);
  state.units = link.view.units == "gb" ? Units::Gb : Units::Gib;
  state.open_term = link.view.open_term;
  state.unknown_keys = std::move(link.unknown);
  state.link_problems = std::move(link.problems);
  state.file = {};
  refresh(state);
  record(state.history, state.request, false);
}

namespace {

bool refused(UiState& state, std::vector<Problem> errors) {
  state.file.errors = std::move(errors);
  return false;
}

/// The question has changed by a file: answered, and a step of its own.
bool taken(UiState& state) {
  refresh(state);
  record(state.history, state.request, false);
  keep_recent(state);
  return true;
}

bool take_spec(UiState& state, ModelChoice model) {
  if (model.spec->id.empty()) model.spec->id = state.file.name;
  if (model.spec->name.empty()) model.spec->name = state.file.name;
  model.id = model.spec->id;
  state.request.model = std::move(model);
  return taken(state);
}

bool take_plan(UiState& state, std::string_view text) {
  const Param plan[] = {{"plan", std::string(text)}};
  Result<Request> read = request_from_flags(request_json(state.request), plan);
  if (!read.ok()) return refused(state, read.errors());
  // Said once, about the file; they are no fault of the question.
  state.file.warnings = unused_keys(read.value());
  read.value().unused.clear();
  read.value().given.clear();  // the whole question was laid out for it
  put(state.request, std::move(read.value()));
  return taken(state);
}

}  // namespace

bool take_file(UiState& state, std::string_view name, std::string_view text) {
  state.file = {};
  state.file.name = name;
  if (plan_format(text)) return take_plan(state, text);
  Result<ReadModel> read = read_config_json(text);
  if (!read.ok()) return refused(state, read.errors());
  state.file.warnings = read.value().warnings;
  return take_spec(state, ModelChoice{.id = {}, .spec = std::move(read.value().spec)});
}

bool take_model(UiState& state, std::string_view name, Result<StoredModel> read) {
  state.file = {};
  state.file.name = name;
  if (!read.ok()) return refused(state, read.errors());
  StoredModel& stored = read.value();
  if (!stored.model.spec) return refused(state, {{state.file.name, "no_structure", {}}});
  state.file.warnings = std::move(stored.warnings);
  return take_spec(state, std::move(stored.model));
}

Lang lang_from(std::string_view id) { return id.starts_with("zh") ? Lang::Zh : Lang::En; }
std::string_view lang_id(Lang lang) { return lang == Lang::Zh ? "zh" : "en"; }

std::string_view theme_id(ThemeChoice theme) {
  constexpr std::string_view kIds[kThemeChoices] = {"system", "light", "dark", "contrast"};
  return kIds[static_cast<size_t>(theme)];
}

ThemeChoice theme_from(std::string_view id) {
  for (size_t i = 0; i < kThemeChoices; ++i) {
    if (theme_id(static_cast<ThemeChoice>(i)) == id) return static_cast<ThemeChoice>(i);
  }
  return ThemeChoice::System;
}

Theme theme_of(const UiState& state) { return theme_of(state.theme_choice, state.system_dark); }

}  // namespace vramscope
