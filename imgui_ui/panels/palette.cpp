#include "panels/palette.h"

#include <algorithm>
#include <string>
#include <vector>

#include "actions.h"
#include "copies.h"
#include "panels/card_items.h"
#include "panels/tabs.h"
#include "presets.h"
#include "text/glossary.h"
#include "vramscope/catalogue.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

enum class Does : uint8_t { Act, Preset, View, Model, Card, Explain };

/// A row of the palette and what it does.
struct Command {
  Does does = Does::Act;
  size_t index = 0;  ///< of its table
  std::string id;
  PickItem item;
};

class List {
 public:
  explicit List(const Look& look) : look_(look) {}

  void add(Does does, size_t index, Word group, std::string text, std::string detail,
           std::string_view words = {}) {
    Command command{.does = does, .index = index, .id = {}, .item = {}};
    command.id = std::to_string(static_cast<int>(does)) + '.' + std::to_string(index);
    command.item = {.id = {},
                    .text = std::move(text),
                    .detail = std::move(detail),
                    .group = look_.say(group),
                    .words = words};
    commands_.push_back(std::move(command));
  }
  const std::vector<Command>& commands() const { return commands_; }
  std::vector<PickItem> items() const {
    std::vector<PickItem> items;
    for (const Command& command : commands_) {
      items.push_back(command.item);
      items.back().id = command.id;
    }
    return items;
  }

 private:
  const Look& look_;
  std::vector<Command> commands_;
};

void add_all(const UiState& state, List& list, const Look& look) {
  for (const ActionRow& row : actions()) {
    if (row.action == Action::Commands || !is_possible(state, row.action)) continue;
    list.add(Does::Act, static_cast<size_t>(row.action), Word::GroupActions,
             std::string(look.say(row.name)), std::string(row.keys));
  }
  for (size_t i = 0; i < presets().size(); ++i) {
    const Preset& preset = presets()[i];
    if (!with_preset(state.request, preset)) continue;
    list.add(Does::Preset, i, Word::GroupPresets, std::string(look.say(preset.name)), {},
             look.say(preset.hint));
  }
  for (size_t i = 0; i < kTabs; ++i) {
    list.add(Does::View, i, Word::GroupViews, std::string(look.say(tab_name(static_cast<Tab>(i)))),
             {});
  }
  for (size_t i = 0; i < model_catalogue().size(); ++i) {
    const CatalogueModel& model = model_catalogue()[i];
    std::string size;
    if (model.published_parameters != 0) {
      size = format_count_short(static_cast<double>(model.published_parameters));
    }
    list.add(Does::Model, i, Word::GroupModels, std::string(model.name), std::move(size), model.id);
  }
  for (size_t i = 0; i < gpu_catalogue().size(); ++i) {
    const GpuSpec& gpu = gpu_catalogue()[i];
    list.add(Does::Card, i, Word::GroupCards, std::string(gpu.name),
             look.bytes_short(Bytes::gib(gpu.memory_gib)), gpu.id);
  }
  for (size_t i = 0; i < glossary().size(); ++i) {
    const GlossaryRow& row = glossary()[i];
    list.add(Does::Explain, i, Word::GroupGlossary, std::string(row.name(look.lang)), {},
             row.sentence(look.lang));
  }
}

bool carry_out(const Command& command, UiState& state) {
  switch (command.does) {
    case Does::Act:
      return act(state, static_cast<Action>(command.index));
    case Does::Preset:
      put(state.request, *with_preset(state.request, presets()[command.index]));
      return true;
    case Does::View:
      state.tab = static_cast<Tab>(command.index);
      return false;
    case Does::Model:
      state.request.model = ModelChoice{.id = std::string(model_catalogue()[command.index].id)};
      state.file = {};
      return true;
    case Does::Card: {
      std::vector<DeviceChoice>& devices = state.request.machine.devices;
      devices.resize(1);
      devices.front() = {.gpu = std::string(gpu_catalogue()[command.index].id),
                         .memory_gib = {},
                         .count = devices.front().count};
      return true;
    }
    case Does::Explain:
      return false;
  }
  return false;
}

/// What the row at hand means, below the list.
void view_words(const PickItem* at_hand, const Look& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  fill_box({at, {at.x + width, at.y + std::max(1.0f, look.px(1))}}, look.colors().line, 0);
  gap(look.px(8));
  ImGui::Indent(look.px(8));
  const std::string_view words = at_hand == nullptr ? std::string_view{} : at_hand->words;
  flow_text(look, Type::Small, look.colors().muted,
            words.empty() ? look.say(Word::CloseHint) : words);
  ImGui::Unindent(look.px(8));
  gap(look.px(4));
}

/// In the upper middle of the screen, over everything.
bool begin_sheet(const char* id, float width, float height, const Look& look) {
  const ImVec2 screen = ImGui::GetMainViewport()->Size;
  const float margin = look.px(12);
  ImGui::SetNextWindowPos({screen.x * 0.5f, std::max(margin, screen.y * 0.12f)}, ImGuiCond_Always,
                          {0.5f, 0});
  const float w = std::min(width, screen.x - 2 * margin);
  ImGui::SetNextWindowSizeConstraints(
      {w, 0}, {w, std::min(height, screen.y - std::max(margin, screen.y * 0.12f) - margin)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{look.px(10), look.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{look.px(4), 0});
  if (ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav)) return true;
  ImGui::PopStyleVar(2);
  return false;
}

void end_sheet() {
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

}  // namespace

bool edit_palette(UiState& state, const Look& look) {
  if (state.palette_wanted) ImGui::OpenPopup("palette");
  state.palette_wanted = false;
  const float height = look.px(520);
  if (!begin_sheet("palette", look.px(600), height, look)) return false;
  List list(look);
  add_all(state, list, look);
  pick_search(state.palette, look.say(Word::Commands), look);
  gap(look.px(8));
  const float room = std::min(height, ImGui::GetMainViewport()->Size.y * 0.84f) - look.px(150);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(look.px(80), room)});
  ImGui::BeginChild("rows", {0, 0}, ImGuiChildFlags_AutoResizeY, ImGuiWindowFlags_NoNav);
  const PickItem* at_hand = nullptr;
  const std::vector<PickItem> items = list.items();
  const PickItem* taken = pick_rows(items, {}, state.palette, look, &at_hand);
  ImGui::EndChild();
  gap(look.px(8));
  view_words(at_hand, look);
  bool changed = false;
  if (taken != nullptr) {
    const Command& command = list.commands()[static_cast<size_t>(taken - items.data())];
    changed = carry_out(command, state);
    if (command.does != Does::Explain) ImGui::CloseCurrentPopup();
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  end_sheet();
  return changed;
}

void view_shortcuts(UiState& state, const Look& look) {
  if (state.shortcuts_wanted) ImGui::OpenPopup("shortcuts");
  state.shortcuts_wanted = false;
  if (!begin_sheet("shortcuts", look.px(420), look.px(560), look)) return;
  const Box title = reserve(ImGui::GetContentRegionAvail().x, look.px(36));
  paint_text_in(look, Type::Title, {{title.min.x + look.px(8), title.min.y}, title.max},
                look.colors().text, look.say(Word::Shortcuts));
  for (const ActionRow& row : actions()) {
    if (row.keys.empty()) continue;
    const Box line = reserve(ImGui::GetContentRegionAvail().x, look.px(28));
    const float keys = text_width(look, Type::Small, row.keys) + look.px(16);
    const Box cap{{line.max.x - keys - look.px(8), line.min.y + look.px(3)},
                  {line.max.x - look.px(8), line.max.y - look.px(3)}};
    paint_text_in(look, Type::Body,
                  {{line.min.x + look.px(8), line.min.y}, {cap.min.x - look.px(8), line.max.y}},
                  look.colors().muted, look.say(row.name));
    outline_box(cap, look.colors().strong_line, look.px(4), std::max(1.0f, look.px(1)));
    paint_text_in(look, Type::Small, cap, look.colors().text, row.keys, 0.5f);
  }
  gap(look.px(8));
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  end_sheet();
}

}  // namespace vramscope
