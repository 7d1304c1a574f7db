#include "chart/bar_chart.h"

#include <algorithm>

namespace vramscope::chart {
namespace {

void box(Drawing& out, Point from, Point to, Color color) {
  out.shapes.push_back({.kind = Kind::Box, .points = {from, to}, .color = color});
}

/// The bar itself: parts, what is free, the range over its end, the capacity as a hard line.
void add_bar(const BarChart& chart, Drawing& out, float left, float right, float top,
             float height) {
  const double whole = std::max(chart.capacity, chart.high);
  const auto at = [&](double value) {
    return left + (right - left) * static_cast<float>(whole > 0 ? value / whole : 0);
  };
  box(out, {left, top}, {right, top + height}, chart.line);
  double sum = 0;
  for (const BarPart& part : chart.parts) {
    box(out, {at(sum), top}, {at(sum + part.value), top + height}, part.color);
    sum += part.value;
  }
  const float size = chart.text_size;
  if (chart.high > chart.low) {
    const float y = top - size * 0.35f;
    for (const double end : {chart.low, chart.high}) {
      out.shapes.push_back({.points = {{at(end), y - size * 0.2f}, {at(end), y + size * 0.2f}},
                            .color = chart.muted,
                            .width = 1.5f});
    }
    out.shapes.push_back(
        {.points = {{at(chart.low), y}, {at(chart.high), y}}, .color = chart.muted, .width = 1.5f});
  }
  const float x = at(chart.capacity);
  out.shapes.push_back({.points = {{x, top - size * 0.4f}, {x, top + height + size * 0.4f}},
                        .color = chart.ink,
                        .width = 2.5f});
  out.shapes.push_back(words({std::min(x, right), top + height + size * 0.5f}, chart.muted,
                             size * 0.9f, chart.capacity_name, 1));
}

}  // namespace

Drawing lay_out(const BarChart& chart, float width, const TextWidth& measure) {
  Drawing out{.width = width, .height = 0, .shapes = {}};
  const float size = chart.text_size;
  const float left = size;
  const float right = width - size;
  float y = size * 0.8f;
  out.shapes.push_back(words({left, y}, chart.ink, size * 1.6f, chart.title, 0, true));
  y += size * 2;
  out.shapes.push_back(words({left, y}, chart.muted, size, chart.subtitle, 0));
  y += size * 2.2f;
  add_bar(chart, out, left, right, y, size * 2.6f);
  y += size * 4.4f;
  float name = 0;
  float amount = 0;
  for (const BarPart& part : chart.parts) {
    name = std::max(name, measure(part.name, size));
    amount = std::max(amount, measure(part.amount, size));
  }
  for (const BarPart& part : chart.parts) {
    box(out, {left, y + size * 0.15f}, {left + size * 0.7f, y + size * 0.85f}, part.color);
    float x = left + size * 1.2f;
    out.shapes.push_back(words({x, y}, chart.ink, size, part.name, 0));
    x += name + size * 2 + amount;
    out.shapes.push_back(words({x, y}, chart.ink, size, part.amount, 1));
    out.shapes.push_back(words({x + size * 4.2f, y}, chart.muted, size, part.share, 1));
    y += size * 1.5f;
  }
  out.height = y + size * 0.6f;
  return out;
}

}  // namespace vramscope::chart
