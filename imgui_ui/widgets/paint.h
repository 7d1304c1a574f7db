// Drawing primitives: text of our type scale, figures in columns, boxes, hatches, signs.
#pragma once

#include <string_view>

#include "imgui.h"
#include "look.h"

namespace vramscope {

/// The type scale. Strong and Headline are drawn heavier.
enum class Type : uint8_t { Small, Body, Strong, Title, Headline };

struct Box {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 center() const { return {(min.x + max.x) * 0.5f, (min.y + max.y) * 0.5f}; }
};

float line_height(const Look& look, Type type);
float text_width(const Look& look, Type type, std::string_view text);

/// Tells the test about a text that is drawn in another way.
void watch_text(const Look& look, const Box& box, std::string_view text);

void paint_text(const Look& look, Type type, ImVec2 at, ImU32 color, std::string_view text);
/// Vertically centred in the box; `align` 0 left, 0.5 centre, 1 right. Too long: cut with an
/// ellipsis. Returns whether all of it is to be seen.
bool paint_text_in(const Look& look, Type type, const Box& box, ImU32 color, std::string_view text,
                   float align = 0);

/// The same for what may be longer than any room, such as a formula: being cut is no fault there,
/// because the whole is shown elsewhere.
bool paint_long_text_in(const Look& look, Type type, const Box& box, ImU32 color,
                        std::string_view text, float align = 0);

/// "14.96 GiB" with its decimal point at `point_x` and figures of one width, so that columns align.
/// `unit_x` is where the unit begins.
void paint_amount(const Look& look, Type type, float point_x, float unit_x, float y, ImU32 number,
                  ImU32 unit, std::string_view text);
/// Width of a text whose figures all have one width.
float figures_width(const Look& look, Type type, std::string_view text);
void paint_figures(const Look& look, Type type, ImVec2 at, ImU32 color, std::string_view text);

void fill_box(const Box& box, ImU32 color, float rounding, ImDrawFlags corners = 0);
void outline_box(const Box& box, ImU32 color, float rounding, float thickness = 1);
void hatch_box(const Look& look, const Box& box, ImU32 color);

/// The sign that goes with a verdict, so that colour is never alone: a tick, a wave, a cross.
void paint_verdict_sign(const Look& look, ImVec2 center, float radius, Verdict verdict);
void paint_chevron(ImVec2 center, float size, ImU32 color, bool down);

// Text in the flow of the layout, wrapped at the right edge.
void flow_text(const Look& look, Type type, ImU32 color, std::string_view text);
/// Room for something drawn by hand; returns where.
Box reserve(float width, float height);
void gap(float height);

/// A raised part of the page that is as high as its content; ImGui::EndChild() ends it.
void begin_card(const char* id, float width, const Look& look);

/// A hint over the last item, after a short rest of the pointer.
void hint(const Look& look, std::string_view text);
/// The same with a title line and facts of any number.
struct HintLine {
  std::string name;
  std::string value;
};
void hint_facts(const Look& look, std::string_view title, std::string_view text,
                std::span<const HintLine> facts);
/// At once, and wherever the pointer is: what is read off a plot.
void hint_facts_now(const Look& look, std::string_view title, std::string_view text,
                    std::span<const HintLine> facts);

}  // namespace vramscope
