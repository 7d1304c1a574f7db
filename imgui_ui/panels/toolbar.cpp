#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "actions.h"
#include "panels/answer.h"
#include "panels/share_menu.h"
#include "panels/tabs.h"
#include "widgets/controls.h"
#include "widgets/menu.h"

namespace vramscope {
namespace {

/// Four bars of one capacity: the name's sign.
void paint_mark(ImVec2 at, const Look& look) {
  const float unit = look.px(4);
  const ImU32 colors[] = {term_color(TermId::Weights), term_color(TermId::KvCache),
                          term_color(TermId::Workspace)};
  const float widths[] = {5, 3.5f, 2};
  for (int i = 0; i < 3; ++i) {
    const float y = at.y + static_cast<float>(i) * (unit + look.px(2));
    fill_box({{at.x, y}, {at.x + std::floor(widths[i] * unit), y + unit}}, colors[i], look.px(1));
  }
}

/// The sign and, where there is room, the name. Returns where the next thing may begin.
float view_name(const Box& bar, const Look& look) {
  paint_mark({bar.min.x, std::floor(bar.center().y - look.px(8))}, look);
  const float x = bar.min.x + look.px(28);
  if (bar.width() < look.px(120)) return x;
  const std::string_view name = look.say(Word::AppName);
  paint_text_in(look, Type::Title, {{x, bar.min.y}, bar.max}, look.colors().text, name);
  return x + text_width(look, Type::Title, name) + look.px(24);
}

bool has_han() { return ImGui::GetFont()->IsGlyphInFont(0x4E2D); }

/// 中文 in strokes: who reads English does not load the Han font for two characters.
void paint_chinese(ImVec2 center, float size, ImU32 color) {
  struct Stroke {
    float x0, y0, x1, y1;  // in ems of one character
  };
  constexpr Stroke kZhong[] = {{.14f, .28f, .86f, .28f},
                               {.14f, .28f, .14f, .62f},
                               {.86f, .28f, .86f, .62f},
                               {.14f, .62f, .86f, .62f},
                               {.50f, .06f, .50f, .96f}};
  constexpr Stroke kWen[] = {{.46f, .06f, .54f, .18f},
                             {.08f, .28f, .92f, .28f},
                             {.74f, .30f, .10f, .94f},
                             {.26f, .30f, .90f, .94f}};
  const ImVec2 at{center.x - size, center.y - size * 0.5f};
  const auto paint = [&](std::span<const Stroke> strokes, float x) {
    for (const Stroke& s : strokes) {
      ImGui::GetWindowDrawList()->AddLine({x + s.x0 * size, at.y + s.y0 * size},
                                          {x + s.x1 * size, at.y + s.y1 * size}, color,
                                          size * 0.085f);
    }
  };
  paint(kZhong, at.x);
  paint(kWen, at.x + size);
}

/// Both names are as wide as the Chinese one, whether its font is there or not.
float language_width(const Look& look) { return look.px(92); }

bool edit_language(UiState& state, const Look& look) {
  const bool drawn = !has_han();
  const std::array<Segment, 2> languages{
      {{look.say(Word::English), look.say(Word::HintLanguage)},
       {drawn ? std::string_view{} : look.say(Word::Chinese), look.say(Word::HintLanguage)}}};
  int chosen = static_cast<int>(state.lang);
  const float width = language_width(look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool changed = edit_segmented("language", chosen, languages, width, look);
  if (drawn) {
    paint_chinese({at.x + width * 0.75f, at.y + look.control_height() * 0.5f}, look.px(14),
                  chosen == 1 ? look.colors().text : look.colors().muted);
  }
  if (!changed) return false;
  state.lang = static_cast<Lang>(chosen);
  return true;
}

void edit_units(UiState& state, const Look& look) {
  const std::array<Segment, 2> units{{{look.say(Word::UnitGib), look.say(Word::HintGib)},
                                      {look.say(Word::UnitGb), look.say(Word::HintGb)}}};
  int chosen = static_cast<int>(state.units);
  edit_segmented("units", chosen, units, 0, look);
  state.units = static_cast<Units>(chosen);
}

/// The quiet field that opens the palette, or its lens alone where there is no room.
void open_commands(UiState& state, const Box& box, bool with_words, const Look& look) {
  const Palette& c = look.colors();
  if (!with_words) {
    if (icon_button("commands", box, true, look.say(Word::HintCommands), look, paint_lens)) {
      act(state, Action::Commands);
    }
    return;
  }
  const Press b = press("commands", box);
  fill_box(box, look.dark() ? c.ground : c.hover, look.px(6));
  outline_box(box, b.hovered ? c.strong_line : c.line, look.px(6), look.px(1));
  focus_ring(box, look.px(6), look);
  paint_lens({box.min, {box.min.x + look.px(28), box.max.y}}, c.muted, look);
  const std::string_view keys = action_row(Action::Commands).keys;
  const float key_width = text_width(look, Type::Small, keys) + look.px(10);
  paint_text_in(
      look, Type::Body,
      {{box.min.x + look.px(28), box.min.y}, {box.max.x - key_width - look.px(4), box.max.y}},
      b.hovered ? c.text : c.muted, look.say(Word::Commands));
  paint_text_in(look, Type::Small, {box.min, {box.max.x - look.px(10), box.max.y}}, c.faint, keys,
                1);
  hint(look, look.say(Word::HintCommands));
  if (b.clicked) act(state, Action::Commands);
}

/// An action as a line of the menu.
MenuItem line_of(Action action, const UiState& state, const Look& look) {
  const ActionRow& row = action_row(action);
  return {.text = look.say(row.name), .detail = row.keys, .possible = is_possible(state, action)};
}

struct ThemeRow {
  ThemeChoice choice;
  Word name;
};
constexpr ThemeRow kThemeRows[] = {{ThemeChoice::System, Word::ThemeSystem},
                                   {ThemeChoice::Light, Word::ThemeLight},
                                   {ThemeChoice::Dark, Word::ThemeDark},
                                   {ThemeChoice::Contrast, Word::ThemeContrast}};

void add_themes(const UiState& state, std::vector<MenuItem>& items, const Look& look) {
  for (const ThemeRow& row : kThemeRows) {
    items.push_back({.text = look.say(row.name), .checked = state.theme_choice == row.choice});
  }
}

void edit_theme(UiState& state, const Box& box, const Look& look) {
  if (icon_button("theme", box, true, look.say(Word::HintTheme), look, paint_half_disc)) {
    ImGui::OpenPopup("theme-menu");
  }
  std::vector<MenuItem> items;
  add_themes(state, items, look);
  const int taken = edit_menu("theme-menu", box, items, look);
  if (taken >= 0) state.theme_choice = kThemeRows[taken].choice;
}

/// What found no room in the bar, and what is seldom wanted.
bool edit_more(UiState& state, const Box& box, const Look& look) {
  if (icon_button("more", box, true, look.say(Word::HintMenu), look, paint_more)) {
    ImGui::OpenPopup("more-menu");
  }
  std::vector<Action> lines;
  if (look.narrow) {
    lines = {Action::Redo, Action::Pin, Action::Swap, Action::Language, Action::Units};
  }
  lines.insert(lines.end(), {Action::Reset, Action::Shortcuts});
  std::vector<MenuItem> items;
  for (const Action action : lines) {
    items.push_back(line_of(action, state, look));
    if (action == Action::Pin && !state.other_requests.empty())
      items.back().text = look.say(Word::Unpin);
  }
  if (look.narrow) add_themes(state, items, look);
  const int taken = edit_menu("more-menu", box, items, look);
  if (taken >= static_cast<int>(lines.size())) {
    state.theme_choice = kThemeRows[static_cast<size_t>(taken) - lines.size()].choice;
    return false;
  }
  return taken >= 0 && act(state, lines[static_cast<size_t>(taken)]);
}

/// "Undo (Ctrl Z)"
std::string with_keys(Action action, const Look& look) {
  const ActionRow& row = action_row(action);
  return std::string(look.say(row.name)) + " (" + std::string(row.keys) + ")";
}

/// Hands out places from the right edge to the left.
struct FromRight {
  float x, y, height, space;
  Box take(float width) {
    const Box box{{x - width, y}, {x, y + height}};
    x -= width + space;
    return box;
  }
};

}  // namespace

bool edit_toolbar(UiState& state, const Look& look) {
  const float height = look.px(48);
  const float width = ImGui::GetContentRegionAvail().x;
  const float margin = look.px(look.narrow ? 12 : 16);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box all{at, {at.x + width, at.y + height * (look.narrow ? 2.0f : 1.0f)}};
  fill_box(all, look.colors().panel, 0);
  fill_box({{at.x, all.max.y - std::max(1.0f, look.px(1))}, all.max}, look.colors().line, 0);

  const float side = look.control_height();
  FromRight place{.x = all.max.x - margin,
                  .y = at.y + (height - side) * 0.5f,
                  .height = side,
                  .space = look.px(look.narrow ? 2 : 4)};
  const auto box_of = [&](float wide) {
    const Box box = place.take(wide);
    ImGui::SetCursorScreenPos(box.min);
    return box;
  };
  bool changed = false;
  edit_share(state, box_of(share_width(look)), look);
  place.x -= look.px(4);
  changed |= edit_more(state, box_of(side), look);
  if (!look.narrow) {
    edit_theme(state, box_of(side), look);
    box_of(language_width(look));
    changed |= edit_language(state, look);
    const std::array<Segment, 2> units{
        {{look.say(Word::UnitGib), {}}, {look.say(Word::UnitGb), {}}}};
    box_of(segmented_width(units, look));
    edit_units(state, look);
    place.x -= look.px(4);
    const bool pinned = !state.other_requests.empty();
    if (icon_button("pin", box_of(side), state.reply.ok,
                    look.say(pinned ? Word::HintUnpin : Word::HintPin), look, paint_columns)) {
      changed |= act(state, Action::Pin);
    }
    if (icon_button("redo", box_of(side), is_possible(state, Action::Redo),
                    with_keys(Action::Redo, look), look, paint_redo)) {
      changed |= act(state, Action::Redo);
    }
  }
  if (icon_button("undo", box_of(side), is_possible(state, Action::Undo),
                  with_keys(Action::Undo, look), look, paint_undo)) {
    changed |= act(state, Action::Undo);
  }
  const bool roomy = width >= look.px(1340);  // seven tabs come first
  open_commands(state, box_of(roomy ? look.px(190) : side), roomy, look);

  const float after_name = view_name({{at.x + margin, at.y}, {place.x, at.y + height}}, look);
  const Box tabs = look.narrow ? Box{{at.x, at.y + height}, all.max}
                               : Box{{after_name, at.y}, {place.x, at.y + height}};
  edit_tabs(state.tab, tabs, look);
  ImGui::SetCursorScreenPos({at.x, all.max.y});
  return changed;
}

}  // namespace vramscope
