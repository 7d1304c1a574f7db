#include "widgets/paint.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "widgets/wrap.h"

namespace vramscope {
namespace {

constexpr float kLine = 1.21f;  // Inter's line over its em

struct Face {
  float size;  ///< em in pixels of the design
  bool heavy;
};
Face face(Type type) {
  switch (type) {
    case Type::Small:
      return {12.0f, false};
    case Type::Body:
      return {14.0f, false};
    case Type::Strong:
      return {14.0f, true};
    case Type::Title:
      return {16.0f, true};
    case Type::Headline:
      return {28.0f, true};
  }
  return {14.0f, false};
}

float advance(const Look& look, Type type, std::string_view text) {
  if (text.empty()) return 0;  // Dear ImGui would look for the end of a null text
  return ImGui::GetFont()
      ->CalcTextSizeA(line_height(look, type), FLT_MAX, 0, text.data(), text.data() + text.size())
      .x;
}

/// How far the second strike of a heavy face is shifted: nothing for small text, where striking
/// twice darkens the edges enough.
float heavy_shift(const Look& look, Type type) {
  return type == Type::Headline ? std::max(1.0f, std::floor(0.7f * look.scale)) : 0.0f;
}

}  // namespace

float line_height(const Look& look, Type type) {
  return std::floor(face(type).size * kLine * look.scale + 0.5f);
}

float text_width(const Look& look, Type type, std::string_view text) {
  return std::ceil(advance(look, type, text) + heavy_shift(look, type));
}

namespace {

void note(const Look& look, const Box& box, std::string_view text, bool cut) {
  if (look.watch == nullptr || text.empty()) return;
  const ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 low = draw->GetClipRectMin();
  const ImVec2 high = draw->GetClipRectMax();
  look.watch->texts.push_back({.text = std::string(text),
                               .x0 = box.min.x,
                               .y0 = box.min.y,
                               .x1 = box.max.x,
                               .y1 = box.max.y,
                               .clip_x0 = low.x,
                               .clip_y0 = low.y,
                               .clip_x1 = high.x,
                               .clip_y1 = high.y,
                               .window = draw,
                               .cut = cut});
}

}  // namespace

void watch_text(const Look& look, const Box& box, std::string_view text) {
  note(look, box, text, false);
}

void paint_text(const Look& look, Type type, ImVec2 at, ImU32 color, std::string_view text) {
  watch_text(look, {at, {at.x + advance(look, type, text), at.y + line_height(look, type)}}, text);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float size = line_height(look, type);
  const ImVec2 whole{std::floor(at.x), std::floor(at.y)};
  draw->AddText(ImGui::GetFont(), size, whole, color, text.data(), text.data() + text.size());
  if (face(type).heavy) {
    draw->AddText(ImGui::GetFont(), size, {whole.x + heavy_shift(look, type), whole.y}, color,
                  text.data(), text.data() + text.size());
  }
}

bool paint_text_in(const Look& look, Type type, const Box& box, ImU32 color, std::string_view text,
                   float align) {
  const bool whole = paint_long_text_in(look, type, box, color, text, align);
  if (!whole) note(look, box, text, true);
  return whole;
}

bool paint_long_text_in(const Look& look, Type type, const Box& box, ImU32 color,
                        std::string_view text, float align) {
  if (text.empty()) return true;
  const float y = box.min.y + (box.height() - line_height(look, type)) * 0.5f;
  const float width = text_width(look, type, text);
  if (width <= box.width()) {
    paint_text(look, type, {box.min.x + (box.width() - width) * align, y}, color, text);
    return true;
  }
  constexpr std::string_view kEllipsis = "…";
  const float room = box.width() - text_width(look, type, kEllipsis);
  if (room <= 0) return false;
  const char* end = text.data();
  ImGui::GetFont()->CalcTextSizeA(line_height(look, type), room, 0, text.data(),
                                  text.data() + text.size(), &end);
  std::string_view head(text.data(), static_cast<size_t>(end - text.data()));
  while (!head.empty() && head.back() == ' ') head.remove_suffix(1);
  paint_text(look, type, {box.min.x, y}, color, head);
  paint_text(look, type, {box.min.x + text_width(look, type, head), y}, color, kEllipsis);
  return false;
}

void fill_box(const Box& box, ImU32 color, float rounding, ImDrawFlags corners) {
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, color, rounding, corners);
}

void outline_box(const Box& box, ImU32 color, float rounding, float thickness) {
  ImGui::GetWindowDrawList()->AddRect(box.min, box.max, color, rounding, 0, thickness);
}

void hatch_box(const Look& look, const Box& box, ImU32 color) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(box.min, box.max, true);
  const float step = look.px(8);
  for (float x = box.min.x - box.height(); x < box.max.x; x += step) {
    draw->AddLine({x, box.max.y}, {x + box.height(), box.min.y}, color, std::max(1.0f, look.scale));
  }
  draw->PopClipRect();
}

void paint_verdict_sign(const Look& look, ImVec2 center, float radius, Verdict verdict) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 color = verdict_color(look.colors(), verdict);
  const ImU32 ink = look.dark() ? look.colors().ground : IM_COL32_WHITE;
  draw->AddCircleFilled(center, radius, color, 0);
  const float r = radius * 0.42f;
  const float pen = std::max(1.5f, radius * 0.2f);
  if (verdict == Verdict::Fits) {
    const ImVec2 tick[] = {{center.x - r, center.y + r * 0.1f},
                           {center.x - r * 0.25f, center.y + r * 0.8f},
                           {center.x + r, center.y - r * 0.7f}};
    draw->AddPolyline(tick, 3, ink, 0, pen);
  } else if (verdict == Verdict::Tight) {
    draw->AddLine({center.x, center.y - r * 1.15f}, {center.x, center.y + r * 0.35f}, ink, pen);
    draw->AddCircleFilled({center.x, center.y + r * 1.05f}, pen * 0.62f, ink);
  } else {
    draw->AddLine({center.x - r * 0.8f, center.y - r * 0.8f},
                  {center.x + r * 0.8f, center.y + r * 0.8f}, ink, pen);
    draw->AddLine({center.x - r * 0.8f, center.y + r * 0.8f},
                  {center.x + r * 0.8f, center.y - r * 0.8f}, ink, pen);
  }
}

void paint_chevron(ImVec2 center, float size, ImU32 color, bool down) {
  const float a = size * 0.5f;
  const float b = size * 0.25f;
  const ImVec2 points_down[] = {
      {center.x - a, center.y - b}, {center.x, center.y + b}, {center.x + a, center.y - b}};
  const ImVec2 points_right[] = {
      {center.x - b, center.y - a}, {center.x + b, center.y}, {center.x - b, center.y + a}};
  ImGui::GetWindowDrawList()->AddPolyline(down ? points_down : points_right, 3, color, 0,
                                          std::max(1.25f, size * 0.17f));
}

void begin_card(const char* id, float width, const Look& look) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, look.colors().panel);
  ImGui::PushStyleColor(ImGuiCol_Border, look.colors().line);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{look.px(16), look.px(14)});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, look.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, std::max(1.0f, look.px(1)));
  ImGui::BeginChild(id, {width, 0},
                    ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_Borders |
                        ImGuiChildFlags_AlwaysUseWindowPadding,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor(2);
}

void flow_text(const Look& look, Type type, ImU32 color, std::string_view text) {
  const float width = ImGui::GetContentRegionAvail().x;
  const std::vector<std::string_view> lines = wrap(look, type, text, width);
  const float height = line_height(look, type);
  const Box box = reserve(width, height * static_cast<float>(lines.size()));
  float y = box.min.y;
  for (const std::string_view line : lines) {
    paint_text(look, type, {box.min.x, y}, color, line);
    y += height;
  }
}

Box reserve(float width, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 min{std::floor(at.x), std::floor(at.y)};
  ImGui::Dummy({width, height});
  return {min, {min.x + width, min.y + height}};
}

void gap(float height) {
  // The layout adds its own spacing below each item.
  ImGui::Dummy({1, std::max(0.0f, height - ImGui::GetStyle().ItemSpacing.y)});
}

}  // namespace vramscope
