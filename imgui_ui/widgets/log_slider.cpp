#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "chart/scale.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

using chart::snapped;

struct Track {
  Box box;
  double low, high;  ///< logarithms of the ends

  float x_of(double value) const {
    const double share = (std::log2(std::max(1.0, value)) - low) / (high - low);
    return box.min.x + box.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
  }
  double value_at(float x) const {
    const double share = std::clamp((x - box.min.x) / box.width(), 0.0f, 1.0f);
    return std::exp2(low + (high - low) * share);
  }
};

/// A field that shows thousands separators and takes a number with or without them.
bool edit_number(const char* id, uint64_t& value, uint64_t min, uint64_t max, const Box& box,
                 const Look& look) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%s",
                format_number(static_cast<double>(value)).c_str());
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemWidth(box.width());
  const float pad = std::floor((box.height() - ImGui::GetFontSize()) * 0.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{look.px(8), pad});
  ImGui::PushStyleColor(ImGuiCol_Border, look.colors().strong_line);
  ImGui::InputText(id, buffer.data(), buffer.size(),
                   ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_AutoSelectAll);
  const bool done = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  if (!done) return false;
  uint64_t typed = 0;
  for (const char c : buffer) {
    if (c < '0' || c > '9') continue;
    if (typed > max) break;
    typed = typed * 10 + static_cast<uint64_t>(c - '0');
  }
  typed = std::clamp(typed, min, max);
  const bool changed = typed != value;
  value = typed;
  return changed;
}

bool slide(uint64_t& value, uint64_t min, uint64_t max, std::span<const Mark> marks,
           const Look& look) {
  const Palette& c = look.colors();
  const float height = look.px(look.touch ? 32 : 20);
  const float radius = look.px(7);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Press b = press("track", {at, {at.x + ImGui::GetContentRegionAvail().x, at.y + height}});
  const float middle = std::floor(b.box.center().y);
  const Track track{{{b.box.min.x + radius, middle}, {b.box.max.x - radius, middle}},
                    std::log2(static_cast<double>(min)),
                    std::log2(static_cast<double>(max))};

  bool changed = false;
  if (b.dragged) {
    const uint64_t moved = std::clamp(snapped(track.value_at(ImGui::GetIO().MousePos.x)), min, max);
    changed = moved != value;
    value = moved;
  } else if (ImGui::IsItemFocused()) {
    const double step = std::exp2(std::floor(std::log2(static_cast<double>(value))) - 2);
    const double by = ImGui::IsKeyPressed(ImGuiKey_RightArrow)  ? step
                      : ImGui::IsKeyPressed(ImGuiKey_LeftArrow) ? -step
                                                                : 0;
    if (by != 0) {
      const auto moved =
          snapped(static_cast<double>(value) + (by > 0 ? std::max(1.0, by) : std::min(-1.0, by)));
      changed = std::clamp(moved, min, max) != value;
      value = std::clamp(moved, min, max);
    }
  }

  const float x = track.x_of(static_cast<double>(value));
  const float half = look.px(2);
  fill_box({{track.box.min.x - half, middle - half}, {track.box.max.x + half, middle + half}},
           look.dark() ? c.strong_line : c.line, half);
  fill_box({{track.box.min.x - half, middle - half}, {x, middle + half}}, c.accent, half);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (const Mark& mark : marks) {
    if (mark.value < static_cast<double>(min) || mark.value > static_cast<double>(max)) continue;
    const float mx = std::floor(track.x_of(mark.value));
    fill_box({{mx - look.px(1), middle - look.px(7)}, {mx + look.px(1), middle + look.px(7)}},
             mark.color, look.px(1));
  }
  focus_ring({{x - radius, middle - radius}, {x + radius, middle + radius}}, radius, look);
  draw->AddCircleFilled({x, middle}, radius, b.held || b.hovered ? c.accent : c.text);
  draw->AddCircleFilled({x, middle}, radius - look.px(2), look.dark() ? c.text : IM_COL32_WHITE);
  if (!b.held && !marks.empty()) hint(look, marks.front().text);
  return changed;
}

}  // namespace

Box label_row(Word name, std::string_view hint_text, const Look& look, float label_width) {
  const float width = ImGui::GetContentRegionAvail().x;
  const Box row = reserve(width, look.control_height());
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const Box label{row.min, {row.min.x + look.px(label_width), row.max.y}};
  ImGui::SetCursorScreenPos(label.min);
  ImGui::PushID(static_cast<int>(name));
  ImGui::Dummy({label.width(), label.height()});
  ImGui::PopID();
  paint_text_in(look, Type::Body, label, look.colors().muted, look.say(name));
  hint(look, hint_text);
  ImGui::SetCursorScreenPos(after);
  return {{label.max.x, row.min.y}, row.max};
}

bool edit_log_slider(const char* id, Word name, std::string_view hint_text, uint64_t& value,
                     uint64_t min, uint64_t max, std::span<const Mark> marks, const Look& look) {
  ImGui::PushID(id);
  const Box rest = label_row(name, hint_text, look);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const Box field{{rest.max.x - look.px(104), rest.min.y}, rest.max};
  bool changed =
      edit_number("###number", value, 1, std::max<uint64_t>(max, uint64_t{1} << 24), field, look);
  ImGui::SetCursorScreenPos({after.x, after.y - look.px(4)});
  changed |= slide(value, min, max, marks, look);
  ImGui::PopID();
  return changed;
}

}  // namespace vramscope
