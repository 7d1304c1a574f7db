#include <algorithm>

#include "widgets/controls.h"
#include "widgets/search.h"

namespace vramscope {
namespace {

constexpr size_t kSearchFrom = 12;  // shorter lists need no search field

bool matches(const PickItem& item, std::string_view search) {
  return matches_search({item.text, item.id, item.group, item.words}, search);
}

bool closed_control(const char* id, std::string_view text, float width, const Look& look) {
  const Palette& c = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Press b = press(id, {at, {at.x + width, at.y + look.control_height()}});
  const float radius = look.px(6);
  fill_box(b.box, b.hovered ? c.hover : c.raised, radius);
  outline_box(b.box, b.hovered ? c.muted : c.strong_line, radius, look.px(1));
  focus_ring(b.box, radius, look);
  const float arrow = look.px(24);
  const bool whole = paint_long_text_in(
      look, Type::Body,
      {{b.box.min.x + look.px(10), b.box.min.y}, {b.box.max.x - arrow, b.box.max.y}}, c.text, text);
  if (!whole) hint(look, text);
  paint_chevron({b.box.max.x - look.px(14), b.box.center().y}, look.px(8), c.muted, true);
  return b.clicked;
}

}  // namespace

void pick_search(Picker& picker, std::string_view words, const Look& look) {
  if (ImGui::IsWindowAppearing()) {
    picker = {};
    picker.scroll = true;
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::PushStyleColor(ImGuiCol_FrameBg, look.colors().ground);
  if (edit_search("###search", words, picker.search, -FLT_MIN, look.px(look.touch ? 40 : 32),
                  look)) {
    picker.cursor = 0;
    picker.scroll = true;
  }
  ImGui::PopStyleColor();
}

namespace {

bool row(const PickItem& item, bool chosen, bool cursor, const Look& look) {
  const Palette& c = look.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(item.id.data(), item.id.data() + item.id.size());
  const Press b = press("row", {at, {at.x + width, at.y + look.control_height()}});
  ImGui::PopID();
  if (cursor || b.hovered) fill_box(b.box, c.hover, look.px(4));
  const Box inner{{b.box.min.x + look.px(8), b.box.min.y}, {b.box.max.x - look.px(8), b.box.max.y}};
  const float detail = text_width(look, Type::Small, item.detail);
  paint_long_text_in(look, Type::Body,
                     {inner.min, {inner.max.x - detail - look.px(8), inner.max.y}},
                     chosen ? c.accent : c.text, item.text);
  paint_text_in(look, Type::Small, inner, c.faint, item.detail, 1);
  return b.clicked;
}

void heading(std::string_view text, const Look& look) {
  const Box box = reserve(ImGui::GetContentRegionAvail().x, look.px(26));
  paint_text_in(look, Type::Small, {{box.min.x + look.px(8), box.min.y + look.px(4)}, box.max},
                look.colors().faint, text);
}

}  // namespace

const PickItem* pick_rows(std::span<const PickItem> items, std::string_view chosen, Picker& picker,
                          const Look& look, const PickItem** at_hand) {
  const std::string_view search = picker.search.data();
  const int move = (ImGui::IsKeyPressed(ImGuiKey_DownArrow) ? 1 : 0) -
                   (ImGui::IsKeyPressed(ImGuiKey_UpArrow) ? 1 : 0);
  if (move != 0) {
    picker.cursor = std::max(0, picker.cursor + move);
    picker.scroll = true;
  }
  const PickItem* taken = nullptr;
  const PickItem* under_cursor = nullptr;
  std::string_view group;
  int shown = 0;
  for (const PickItem& item : items) {
    if (!matches(item, search)) continue;
    if (item.group != group) {
      heading(item.group, look);
      group = item.group;
    }
    const bool is_chosen = item.id == chosen;
    if (picker.scroll && search.empty() && is_chosen && move == 0) picker.cursor = shown;
    const bool at_cursor = shown == picker.cursor;
    if (at_cursor) under_cursor = &item;
    if (row(item, is_chosen, at_cursor, look)) taken = &item;
    if (at_cursor && picker.scroll) ImGui::SetScrollHereY(0.5f);
    ++shown;
  }
  picker.scroll = false;
  if (shown == 0) {
    const Box box = reserve(ImGui::GetContentRegionAvail().x, look.px(40));
    paint_text_in(look, Type::Body, box, look.colors().muted, look.say(Word::NothingFound), 0.5f);
  }
  picker.cursor = std::min(picker.cursor, std::max(0, shown - 1));
  const bool enter =
      ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter);
  if (at_hand != nullptr) *at_hand = under_cursor;
  return enter && !ImGui::IsWindowAppearing() && taken == nullptr ? under_cursor : taken;
}

namespace {

/// Wide enough for the longest row, within the screen.
float list_width_for(std::span<const PickItem> items, float least, const Look& look) {
  for (const PickItem& item : items) {
    least = std::max(least, text_width(look, Type::Body, item.text) +
                                text_width(look, Type::Small, item.detail) + look.px(56));
  }
  return std::min(least, ImGui::GetMainViewport()->Size.x - look.px(32));
}

/// Below the control, or above it where there is more room. Returns the height at hand.
float place_list(ImVec2 control, float width, const Look& look) {
  const float margin = look.px(8);
  const float screen = ImGui::GetMainViewport()->Size.y;
  const float top = control.y - look.px(4);
  const float bottom = control.y + look.control_height() + look.px(4);
  const bool above = screen - bottom < look.px(280) && top > screen - bottom;
  const float room = std::min(look.px(400), (above ? top : screen - bottom) - margin);
  ImGui::SetNextWindowPos({control.x, above ? top : bottom}, ImGuiCond_Always,
                          {0, above ? 1.0f : 0.0f});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, room});
  return room;
}

}  // namespace

bool edit_pick(const char* id, std::string& chosen, std::span<const PickItem> items, Picker& picker,
               float width, const Look& look, std::string_view shown) {
  ImGui::PushID(id);
  const auto now = std::find_if(items.begin(), items.end(),
                                [&](const PickItem& item) { return item.id == chosen; });
  if (shown.empty())
    shown = now != items.end() ? std::string_view(now->text) : std::string_view(chosen);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (closed_control("closed", shown, width, look)) ImGui::OpenPopup("list");
  const float list_width = list_width_for(items, width, look);
  const float room = place_list(at, list_width, look);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{look.px(6), look.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{look.px(4), 0});
  bool changed = false;
  if (ImGui::BeginPopup("list", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav)) {
    const bool long_list = items.size() >= kSearchFrom;
    if (long_list) {
      pick_search(picker, look.say(Word::Search), look);
      gap(look.px(4));
      ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, room - look.px(52)});
      ImGui::BeginChild("rows", {0, 0}, ImGuiChildFlags_AutoResizeY, ImGuiWindowFlags_NoNav);
    } else if (ImGui::IsWindowAppearing()) {
      picker = {};
      picker.scroll = true;
    }
    if (const PickItem* taken = pick_rows(items, chosen, picker, look)) {
      changed = chosen != taken->id;
      chosen = taken->id;
      ImGui::CloseCurrentPopup();
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    if (long_list) ImGui::EndChild();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopID();
  return changed;
}

}  // namespace vramscope
