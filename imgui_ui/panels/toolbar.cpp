#include <algorithm>
#include <array>

#include "panels/answer.h"
#include "platform.h"
#include "widgets/controls.h"

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

float view_name(const Box& bar, bool with_word, const Look& look) {
  paint_mark({bar.min.x, std::floor(bar.center().y - look.px(8))}, look);
  const float x = bar.min.x + look.px(28);
  if (!with_word) return x;
  const std::string_view name = look.say(Word::AppName);
  paint_text_in(look, Type::Title, {{x, bar.min.y}, bar.max}, look.colors().text, name);
  return x + text_width(look, Type::Title, name) + look.px(24);
}

void edit_tab(Tab& tab, float x, const Box& bar, const Look& look) {
  const struct {
    Tab tab;
    Word name;
  } tabs[] = {{Tab::Breakdown, Word::Breakdown},
              {Tab::Compare, Word::Compare},
              {Tab::Layers, Word::Layers}};
  for (const auto& entry : tabs) {
    const std::string_view name = look.say(entry.name);
    const float width = text_width(look, Type::Body, name) + look.px(24);
    ImGui::PushID(static_cast<int>(entry.tab));
    const Press b = press("tab", {{x, bar.min.y}, {x + width, bar.max.y}});
    ImGui::PopID();
    const bool on = tab == entry.tab;
    paint_text_in(look, Type::Body, b.box,
                  on || b.hovered ? look.colors().text : look.colors().muted, name, 0.5f);
    if (on) {
      fill_box({{x + look.px(12), bar.max.y - look.px(2)}, {x + width - look.px(12), bar.max.y}},
               look.colors().accent, look.px(1));
    }
    focus_ring({{b.box.min.x + look.px(4), bar.min.y + look.px(8)},
                {b.box.max.x - look.px(4), bar.max.y - look.px(8)}},
               look.px(6), look);
    if (b.clicked) tab = entry.tab;
    x += width;
  }
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

/// A disc, half of it filled: light or dark.
void edit_theme(UiState& state, const Look& look) {
  const Palette& c = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = look.control_height();
  const Press b = press("theme", {at, {at.x + side, at.y + side}});
  if (b.hovered) fill_box(b.box, look.theme == Theme::Dark ? c.raised : c.hover, look.px(6));
  focus_ring(b.box, look.px(6), look);
  const ImVec2 o = b.box.center();
  const float r = look.px(7);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddCircle(o, r, b.hovered ? c.text : c.muted, 0, std::max(1.25f, look.px(1.5f)));
  draw->PathArcTo(o, r, -1.5708f, 1.5708f);
  draw->PathFillConvex(b.hovered ? c.text : c.muted);
  hint(look, look.say(Word::HintTheme));
  if (b.clicked) state.theme = state.theme == Theme::Dark ? Theme::Light : Theme::Dark;
}

void share_link(UiState& state, const Look& look) {
  constexpr double kShown = 2.0;  // seconds that "Copied" stays
  const bool shared = ImGui::GetTime() - state.shared_at < kShown;
  const float width = std::max(button_width(look.say(Word::ShareLink), look),
                               button_width(look.say(Word::Copied), look));
  if (button("share", look.say(shared ? Word::Copied : Word::ShareLink), ButtonKind::Accent, look,
             width)) {
    platform::share(link_of(state));
    state.shared_at = ImGui::GetTime();
    platform::wake(kShown * 1000 + 100);
  }
  if (!shared) hint(look, look.say(Word::HintShare));
}

}  // namespace

bool edit_toolbar(UiState& state, const Look& look) {
  const float height = look.px(48);
  const float width = ImGui::GetContentRegionAvail().x;
  const float margin = look.px(look.narrow ? 12 : 16);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float rows = look.narrow ? 2 : 1;
  const Box all{at, {at.x + width, at.y + height * rows}};
  fill_box(all, look.colors().panel, 0);
  fill_box({{at.x, all.max.y - std::max(1.0f, look.px(1))}, all.max}, look.colors().line, 0);

  const Box first{{at.x + margin, at.y}, {all.max.x - margin, at.y + height}};
  const float after_name = view_name(first, true, look);
  const Box last{{at.x, all.max.y - height}, all.max};
  edit_tab(state.tab, look.narrow ? at.x : after_name, last, look);

  const std::array<Segment, 2> units{{{look.say(Word::UnitGib), {}}, {look.say(Word::UnitGb), {}}}};
  const float share = std::max(button_width(look.say(Word::ShareLink), look),
                               button_width(look.say(Word::Copied), look));
  const float space = look.px(8);
  const float y = at.y + (height - look.control_height()) * 0.5f;
  float x = first.max.x - share;
  ImGui::SetCursorScreenPos({x, y});
  share_link(state, look);
  x -= look.control_height() + space;
  ImGui::SetCursorScreenPos({x, y});
  edit_theme(state, look);
  x -= language_width(look) + space;
  ImGui::SetCursorScreenPos({x, y});
  const bool changed = edit_language(state, look);
  if (look.narrow) {
    ImGui::SetCursorScreenPos({first.max.x - segmented_width(units, look), y + height});
  } else {
    x -= segmented_width(units, look) + space;
    ImGui::SetCursorScreenPos({x, y});
  }
  edit_units(state, look);
  ImGui::SetCursorScreenPos({at.x, all.max.y});
  return changed;
}

}  // namespace vramscope
