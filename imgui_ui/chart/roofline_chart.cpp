#include "chart/roofline_chart.h"

#include <algorithm>
#include <cmath>

namespace vramscope::chart {
namespace {

double decade_below(double value) { return std::pow(10.0, std::floor(std::log10(value))); }
double decade_above(double value) { return std::pow(10.0, std::ceil(std::log10(value) - 1e-9)); }

Shape line(Point from, Point to, Color color, float width, bool dashed = false) {
  return {
      .kind = Kind::Line, .points = {from, to}, .color = color, .width = width, .dashed = dashed};
}

/// Whole decades that hold every point, and of the roofs enough to see where they bend.
void set_scales(const RooflineChart& chart, RooflineLayout& out) {
  double least_x = 0;
  double most_x = 0;
  double least_y = 0;
  double most_y = 0;
  const auto take = [](double value, double& least, double& most) {
    if (value <= 0) return;
    least = least == 0 ? value : std::min(least, value);
    most = std::max(most, value);
  };
  for (const Ceiling& ceiling : chart.ceilings) {
    take(ceiling.rate / chart.bandwidth, least_x, most_x);
    take(ceiling.rate, least_y, most_y);
  }
  for (const OperatingPoint& point : chart.points) {
    take(point.intensity, least_x, most_x);
    take(point.low, least_y, most_y);
    take(point.high, least_y, most_y);
  }
  if (least_x == 0) least_x = most_x = least_y = most_y = 1;
  out.x = {.quantity = Quantity::Rate,
           .low = decade_below(least_x / 2),
           .high = decade_above(most_x * 3),
           .log = true,
           .from = out.plot.min.x,
           .to = out.plot.max.x};
  out.y = {.quantity = Quantity::Rate,
           .low = decade_below(least_y / 2),
           .high = decade_above(most_y * 1.2),
           .log = true,
           .from = out.plot.max.y,
           .to = out.plot.min.y};
}

void add_axes(const RooflineChart& chart, RooflineLayout& out, const TextWidth& measure) {
  std::vector<Shape>& shapes = out.drawing.shapes;
  const float size = chart.text_size;
  const float pen = std::max(1.0f, size / 15);
  for (const Tick& tick : ticks(out.y, Units::Gib, 8)) {
    const float y = out.y.at(tick.value);
    shapes.push_back(line({out.plot.min.x, y}, {out.plot.max.x, y}, chart.grid, pen));
    shapes.push_back(
        words({out.plot.min.x - size * 0.5f, y - size * 0.5f}, chart.muted, size, tick.text, 1));
  }
  for (const Tick& tick : ticks(out.x, Units::Gib, 8)) {
    const float x = out.x.at(tick.value);
    const float half = measure(tick.text, size) * 0.5f;
    shapes.push_back(line({x, out.plot.min.y}, {x, out.plot.max.y}, chart.grid, pen));
    if (x + half > out.drawing.width) continue;
    shapes.push_back(words({x, out.plot.max.y + size * 0.4f}, chart.muted, size, tick.text, 0.5f));
  }
  shapes.push_back(words({(out.plot.min.x + out.plot.max.x) * 0.5f, out.plot.max.y + size * 1.5f},
                         chart.muted, size, chart.x_name, 0.5f));
  shapes.push_back(
      words({size * 0.3f, out.plot.min.y - size * 1.7f}, chart.muted, size, chart.y_name, 0));
}

/// Where a point's name stands.
struct Label {
  Rect box;
  bool left = false;
};
Label label_of(const RooflineChart& chart, const OperatingPoint& point, const RooflineLayout& out,
               const TextWidth& measure) {
  const float size = chart.text_size;
  const float width = measure(point.name, size);
  const Point at{out.x.at(point.intensity), out.y.at(point.rate)};
  Label label;
  label.left = at.x + size + width > out.plot.max.x;
  const float x = at.x + (label.left ? -0.8f * size - width : 0.8f * size);
  label.box = {{x, at.y + size * 0.2f}, {x + width, at.y + size * 1.2f}};
  return label;
}

bool meet(const Rect& a, const Rect& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

bool covered_by_point(const RooflineChart& chart, const Rect& name, const RooflineLayout& out,
                      const TextWidth& measure) {
  return std::any_of(chart.points.begin(), chart.points.end(), [&](const OperatingPoint& point) {
    return point.intensity > 0 && meet(name, label_of(chart, point, out, measure).box);
  });
}

/// The slope, up to where the highest roof cuts it off.
void add_memory_roof(const RooflineChart& chart, RooflineLayout& out, const TextWidth& measure) {
  const float size = chart.text_size;
  double top = 0;
  for (const Ceiling& ceiling : chart.ceilings) top = std::max(top, ceiling.rate);
  if (top == 0) top = out.y.high;
  const double from = std::max(out.x.low, out.y.low / chart.bandwidth);
  const double to = std::min(out.x.high, top / chart.bandwidth);
  const Point a{out.x.at(from), out.y.at(from * chart.bandwidth)};
  const Point b{out.x.at(to), out.y.at(to * chart.bandwidth)};
  out.drawing.shapes.push_back(line(a, b, chart.ink, size / 8));
  // Its name stands above the slope, where nothing can be but the name of a point beside it.
  const float width = measure(chart.bandwidth_name, size);
  for (const float share : {0.55f, 0.35f, 0.75f}) {
    const Point at{a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
    const float end = std::max(at.x - size * 0.6f, out.plot.min.x + size * 0.3f + width);
    const Rect name{{end - width, at.y - size * 1.6f}, {end, at.y - size * 0.6f}};
    if (covered_by_point(chart, name, out, measure)) continue;
    out.drawing.shapes.push_back(
        words({end, name.min.y}, chart.ink, size, chart.bandwidth_name, 1));
    return;
  }
}

/// Names stand at the right end of their lines. One that would lie over another, or over a point's,
/// is left out.
void add_ceilings(const RooflineChart& chart, RooflineLayout& out, const TextWidth& measure) {
  std::vector<Ceiling> ceilings = chart.ceilings;
  std::stable_sort(ceilings.begin(), ceilings.end(),
                   [](const Ceiling& a, const Ceiling& b) { return a.strong > b.strong; });
  const float size = chart.text_size;
  std::vector<float> taken;
  for (const Ceiling& ceiling : ceilings) {
    const float y = out.y.at(ceiling.rate);
    const float x = out.x.at(ceiling.rate / chart.bandwidth);
    const Color color = ceiling.strong ? chart.ink : chart.muted;
    out.drawing.shapes.push_back(line({x, y}, {out.plot.max.x, y}, color,
                                      ceiling.strong ? size / 8 : size / 15, !ceiling.strong));
    const bool over = std::any_of(taken.begin(), taken.end(),
                                  [&](float other) { return std::abs(other - y) < size * 1.1f; });
    const float width = measure(ceiling.name, size);
    const Rect name{{out.plot.max.x - size * 0.3f - width, y - size * 1.1f},
                    {out.plot.max.x, y - size * 0.1f}};
    const bool covered = covered_by_point(chart, name, out, measure);
    if (over || covered || width + size > out.plot.max.x - x) continue;
    taken.push_back(y);
    out.drawing.shapes.push_back(words({out.plot.max.x - size * 0.3f, y - size * 1.1f}, color, size,
                                       ceiling.name, 1, ceiling.strong));
  }
}

void add_ridge(const RooflineChart& chart, RooflineLayout& out, const TextWidth& measure) {
  const auto strong = std::find_if(chart.ceilings.begin(), chart.ceilings.end(),
                                   [](const Ceiling& ceiling) { return ceiling.strong; });
  if (strong == chart.ceilings.end()) return;
  const float size = chart.text_size;
  const Point at{out.x.at(strong->rate / chart.bandwidth), out.y.at(strong->rate)};
  out.drawing.shapes.push_back(
      line(at, {at.x, out.plot.max.y}, chart.muted, std::max(1.0f, size / 15), true));
  out.drawing.shapes.push_back(
      {.kind = Kind::Dot, .points = {at}, .color = chart.ink, .width = size * 0.5f});
  const bool left = at.x + size * 0.5f + measure(chart.ridge_name, size) > out.plot.max.x;
  out.drawing.shapes.push_back(
      words({at.x + (left ? -0.5f : 0.5f) * size, out.plot.max.y - size * 1.4f}, chart.muted, size,
            chart.ridge_name, left ? 1.0f : 0.0f));
}

/// A rate without an intensity: a band over the right of the plot, under the roofs.
void add_band(const RooflineChart& chart, const OperatingPoint& point, RooflineLayout& out) {
  const float size = chart.text_size;
  const float bend = chart.bandwidth > 0 ? out.x.at(point.high / chart.bandwidth) : 0;
  const float left = std::max(out.plot.min.x + out.plot.width() * 0.5f, bend);
  const float y = out.y.at(point.rate);
  out.drawing.shapes.push_back(
      {.kind = Kind::Box,
       .points = {{left, out.y.at(point.high)}, {out.plot.max.x, out.y.at(point.low)}},
       .color = (point.color & 0x00FFFFFF) | 0x40000000});
  out.drawing.shapes.push_back(line({left, y}, {out.plot.max.x, y}, point.color, size / 8));
  out.drawing.shapes.push_back(words({left + size * 0.4f, out.y.at(point.low) + size * 0.3f},
                                     point.color, size, point.name, 0, true));
  out.points.push_back({(left + out.plot.max.x) * 0.5f, y});
}

void add_points(const RooflineChart& chart, RooflineLayout& out, const TextWidth& measure) {
  const float size = chart.text_size;
  for (const OperatingPoint& point : chart.points) {
    if (point.intensity <= 0) {
      add_band(chart, point, out);
      continue;
    }
    const Point at{out.x.at(point.intensity), out.y.at(point.rate)};
    out.drawing.shapes.push_back(
        {.kind = Kind::Dot, .points = {at}, .color = chart.ground, .width = size});
    out.drawing.shapes.push_back(
        line({at.x, out.y.at(point.low)}, {at.x, out.y.at(point.high)}, point.color, size / 5));
    out.drawing.shapes.push_back(
        {.kind = Kind::Dot, .points = {at}, .color = point.color, .width = size * 0.64f});
    const Label label = label_of(chart, point, out, measure);
    out.drawing.shapes.push_back({.kind = Kind::Box,
                                  .points = {label.box.min, label.box.max},
                                  .color = (chart.ground & 0x00FFFFFF) | 0xC0000000});
    out.drawing.shapes.push_back(
        words({label.left ? label.box.max.x : label.box.min.x, label.box.min.y}, point.color, size,
              point.name, label.left ? 1.0f : 0.0f, true));
    out.points.push_back(at);
  }
}

}  // namespace

RooflineLayout lay_out(const RooflineChart& chart, float width, float height,
                       const TextWidth& measure) {
  RooflineLayout out;
  out.drawing = {.width = width, .height = height};
  const float size = chart.text_size;
  const float head = chart.title.empty() ? size * 2 : size * 4;
  out.plot = {{0, head}, {width - size, std::floor(height - size * 2.8f)}};
  set_scales(chart, out);
  float label = 0;
  for (const Tick& tick : ticks(out.y, Units::Gib, 8))
    label = std::max(label, measure(tick.text, size));
  out.plot.min.x = out.x.from = std::floor(label + size);
  if (!chart.title.empty()) {
    out.drawing.shapes.push_back(
        words({size * 0.3f, size * 0.2f}, chart.ink, size * 1.15f, chart.title, 0, true));
  }
  add_axes(chart, out, measure);
  if (chart.bandwidth > 0) {
    add_memory_roof(chart, out, measure);
    add_ceilings(chart, out, measure);
    add_ridge(chart, out, measure);
  }
  add_points(chart, out, measure);
  return out;
}

}  // namespace vramscope::chart
