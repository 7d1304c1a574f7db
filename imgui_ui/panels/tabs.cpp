#include "panels/tabs.h"

#include <algorithm>
#include <string>
#include <vector>

#include "widgets/controls.h"
#include "widgets/menu.h"

namespace vramscope {
namespace {

constexpr Tab kFirst = Tab::Breakdown;

float tab_width(Tab tab, const Look& look) {
  return text_width(look, Type::Body, look.say(tab_name(tab))) + look.px(look.narrow ? 20 : 24);
}

/// One name with the line below the chosen one.
bool view_tab_name(int id, std::string_view name, bool on, const Box& box, bool menu,
                   const Look& look) {
  ImGui::PushID(id);
  const Press b = press("tab", box);
  ImGui::PopID();
  const ImU32 ink = on || b.hovered ? look.colors().text : look.colors().muted;
  const float arrow = menu ? look.px(14) : 0;
  paint_text_in(look, Type::Body, {box.min, {box.max.x - arrow, box.max.y}}, ink, name, 0.5f);
  if (menu) paint_chevron({box.max.x - look.px(14), box.center().y}, look.px(8), ink, true);
  if (on) {
    const float inset = look.px(look.narrow ? 10 : 12);
    fill_box({{box.min.x + inset, box.max.y - look.px(2)}, {box.max.x - inset, box.max.y}},
             look.colors().accent, look.px(1));
  }
  focus_ring({{box.min.x + look.px(4), box.min.y + look.px(8)},
              {box.max.x - look.px(4), box.max.y - look.px(8)}},
             look.px(6), look);
  return b.clicked;
}

/// How many stand side by side; the rest go into the menu.
size_t shown_tabs(float width, float menu, const Look& look) {
  float all = 0;
  for (size_t i = 0; i < kTabs; ++i) all += tab_width(static_cast<Tab>(i), look);
  if (all <= width) return kTabs;
  size_t shown = 0;
  float used = menu;
  while (shown < kTabs && used + tab_width(static_cast<Tab>(shown), look) <= width) {
    used += tab_width(static_cast<Tab>(shown++), look);
  }
  return shown;
}

}  // namespace

Word tab_name(Tab tab) {
  switch (tab) {
    case Tab::Breakdown:
      return Word::Breakdown;
    case Tab::Compare:
      return Word::Compare;
    case Tab::Sweep:
      return Word::SweepTab;
    case Tab::Layers:
      return Word::Layers;
    case Tab::Speed:
      return Word::SpeedTab;
    case Tab::Utilisation:
      return Word::Utilisation;
    case Tab::Practice:
      return Word::PracticeTab;
  }
  return Word::Breakdown;
}

void edit_tabs(Tab& tab, const Box& box, const Look& look) {
  float widest = text_width(look, Type::Body, look.say(Word::MoreTabs));
  for (size_t i = 0; i < kTabs; ++i) {
    widest =
        std::max(widest, text_width(look, Type::Body, look.say(tab_name(static_cast<Tab>(i)))));
  }
  const float menu = widest + look.px(38);
  const size_t shown = shown_tabs(box.width(), menu, look);
  float x = box.min.x;
  for (size_t i = 0; i < shown; ++i) {
    const Tab one = static_cast<Tab>(static_cast<size_t>(kFirst) + i);
    const float width = tab_width(one, look);
    if (view_tab_name(static_cast<int>(i), look.say(tab_name(one)), tab == one,
                      {{x, box.min.y}, {x + width, box.max.y}}, false, look)) {
      tab = one;
    }
    x += width;
  }
  if (shown == kTabs) return;
  const bool inside = static_cast<size_t>(tab) >= shown;  // the chosen view is in the menu
  const Box anchor{{x, box.min.y}, {x + menu, box.max.y}};
  if (view_tab_name(-1, look.say(inside ? tab_name(tab) : Word::MoreTabs), inside, anchor, true,
                    look)) {
    ImGui::OpenPopup("more-tabs");
  }
  std::vector<MenuItem> items;
  for (size_t i = shown; i < kTabs; ++i) {
    const Tab one = static_cast<Tab>(i);
    items.push_back({.text = look.say(tab_name(one)), .checked = tab == one});
  }
  const int taken = edit_menu("more-tabs", anchor, items, look);
  if (taken >= 0) tab = static_cast<Tab>(shown + static_cast<size_t>(taken));
}

}  // namespace vramscope
