#include "chart/line_chart.h"

#include <algorithm>
#include <cmath>

namespace vramscope::chart {
namespace {

double largest(const LineChart& chart) {
  double top = 0;
  for (const double value : chart.total) top = std::max(top, value);
  for (const double value : chart.high) top = std::max(top, value);
  return top;
}

/// The own card's capacity is always to be seen; of the others those that come near.
Scale y_scale(const LineChart& chart) {
  double top = largest(chart);
  for (const Rule& rule : chart.rules) {
    if (rule.strong) top = std::max(top, rule.value);
  }
  Scale scale{.quantity = chart.y_quantity, .log = chart.log_y};
  scale.high = round_up(top * 1.04, chart.y_quantity, chart.units);
  if (!chart.log_y) return scale;
  double least = scale.high;
  for (const double value : chart.total) {
    if (value > 0) least = std::min(least, value);
  }
  scale.low = std::exp2(std::floor(std::log2(least / 2)));
  scale.high = std::exp2(std::ceil(std::log2(top * 1.04)));
  return scale;
}

Shape line(std::vector<Point> points, Color color, float width, bool dashed = false) {
  return {.kind = Kind::Line,
          .points = std::move(points),
          .color = color,
          .width = width,
          .dashed = dashed};
}

void add_axes(const LineChart& chart, LineChartLayout& out, const TextWidth& measure) {
  std::vector<Shape>& shapes = out.drawing.shapes;
  const float size = chart.text_size;
  const float pen = std::max(1.0f, size / 15);
  const Rect& plot = out.plot;
  const auto rows = static_cast<size_t>(std::max(2.0f, plot.height() / (size * 2.6f)));
  for (const Tick& tick : ticks(out.y, chart.units, rows)) {
    const float y = out.y.at(tick.value);
    shapes.push_back(line({{plot.min.x, y}, {plot.max.x, y}}, chart.grid, pen));
    shapes.push_back(
        words({plot.min.x - size * 0.5f, y - size * 0.5f}, chart.muted, size, tick.text, 1));
  }
  float free_from = plot.min.x - size * 2;
  for (const Tick& tick : ticks(out.x, chart.units, 24)) {
    const float x = out.x.at(tick.value);
    const float half = measure(tick.text, size) * 0.5f;
    if (x - half < free_from || x + half > out.drawing.width) continue;
    free_from = x + half + size;
    shapes.push_back(line({{x, plot.max.y}, {x, plot.max.y + size * 0.3f}}, chart.muted, pen));
    shapes.push_back(words({x, plot.max.y + size * 0.4f}, chart.muted, size, tick.text, 0.5f));
  }
  shapes.push_back(words({(plot.min.x + plot.max.x) * 0.5f, plot.max.y + size * 1.5f}, chart.muted,
                         size, chart.x_name, 0.5f));
}

void add_layers(const LineChart& chart, LineChartLayout& out) {
  std::vector<double> below(chart.x.size(), out.y.log ? out.y.low : 0.0);
  std::vector<double> sum(chart.x.size(), 0.0);
  for (const Layer& layer : chart.layers) {
    std::vector<Point> points;
    for (size_t i = 0; i < chart.x.size(); ++i) sum[i] += layer.values[i];
    for (size_t i = 0; i < chart.x.size(); ++i) {
      points.push_back({out.x.at(chart.x[i]), out.y.at(std::max(sum[i], out.y.low))});
    }
    for (size_t i = chart.x.size(); i-- > 0;) {
      points.push_back({out.x.at(chart.x[i]), out.y.at(std::max(below[i], out.y.low))});
    }
    below = sum;
    out.drawing.shapes.push_back(
        {.kind = Kind::Area, .points = std::move(points), .color = layer.color});
  }
}

std::vector<Point> line_of(const LineChart& chart, const LineChartLayout& out,
                           const std::vector<double>& values) {
  std::vector<Point> points;
  for (size_t i = 0; i < values.size(); ++i) {
    points.push_back({out.x.at(chart.x[i]), out.y.at(values[i])});
  }
  return points;
}

void add_total(const LineChart& chart, LineChartLayout& out) {
  if (!chart.high.empty()) {
    std::vector<Point> points = line_of(chart, out, chart.high);
    const std::vector<Point> low = line_of(chart, out, chart.low);
    points.insert(points.end(), low.rbegin(), low.rend());
    out.drawing.shapes.push_back(
        {.kind = Kind::Area, .points = std::move(points), .color = chart.band});
  }
  if (chart.total.size() > 1) {
    out.drawing.shapes.push_back(
        line(line_of(chart, out, chart.total), chart.ink, chart.text_size / 9));
  }
}

/// Names stand at the right end of their lines; one that would lie over another is left out, the
/// strong one never.
void add_rules(const LineChart& chart, LineChartLayout& out, const TextWidth& measure) {
  std::vector<Rule> rules = chart.rules;
  std::stable_sort(rules.begin(), rules.end(),
                   [](const Rule& a, const Rule& b) { return a.strong > b.strong; });
  const float size = chart.text_size;
  std::vector<float> taken;
  for (const Rule& rule : rules) {
    const float y = out.y.at(rule.value);
    if (y < out.plot.min.y - 1 || y > out.plot.max.y) continue;
    const bool over = std::any_of(taken.begin(), taken.end(),
                                  [&](float other) { return std::abs(other - y) < size * 1.2f; });
    if (over) continue;
    taken.push_back(y);
    out.drawing.shapes.push_back(line({{out.plot.min.x, y}, {out.plot.max.x, y}}, rule.color,
                                      rule.strong ? size / 8 : size / 15, !rule.strong));
    const float x = out.plot.min.x + size * 0.6f;
    const bool whole = x + measure(rule.name, size) + size * 0.8f <= out.plot.max.x;
    const std::string& name = whole ? rule.name : rule.short_name;
    if (name.empty()) continue;
    const float width = measure(name, size) + size * 0.8f;
    const float top = std::max(out.plot.min.y - size, y - size * 1.1f);
    out.drawing.shapes.push_back({.kind = Kind::Box,
                                  .points = {{x, top}, {x + width, top + size}},
                                  .color = (chart.ground & 0x00FFFFFF) | 0xC0000000});
    out.drawing.shapes.push_back(
        words({x + size * 0.4f, top}, rule.color, size, name, 0, rule.strong));
  }
}

void add_operating_point(const LineChart& chart, LineChartLayout& out) {
  if (!chart.at || chart.x.empty()) return;
  const float x = std::clamp(out.x.at(*chart.at), out.plot.min.x, out.plot.max.x);
  const size_t i = nearest(chart, out, x);
  const float y = chart.total.empty() ? out.plot.max.y : out.y.at(chart.total[i]);
  const float size = chart.text_size;
  out.drawing.shapes.push_back(
      line({{x, out.plot.min.y}, {x, out.plot.max.y}}, chart.at_color, size / 10));
  out.drawing.shapes.push_back(
      {.kind = Kind::Dot, .points = {{x, y}}, .color = chart.ground, .width = size});
  out.drawing.shapes.push_back(
      {.kind = Kind::Dot, .points = {{x, y}}, .color = chart.at_color, .width = size * 0.72f});
}

}  // namespace

size_t nearest(const LineChart& chart, const LineChartLayout& layout, float pixel) {
  size_t best = 0;
  for (size_t i = 1; i < chart.x.size(); ++i) {
    if (std::abs(layout.x.at(chart.x[i]) - pixel) < std::abs(layout.x.at(chart.x[best]) - pixel))
      best = i;
  }
  return best;
}

LineChartLayout lay_out(const LineChart& chart, float width, float height,
                        const TextWidth& measure) {
  LineChartLayout out;
  out.drawing = {.width = width, .height = height};
  const float size = chart.text_size;
  out.y = y_scale(chart);
  float label = 0;
  for (const Tick& tick : ticks(out.y, chart.units, 12))
    label = std::max(label, measure(tick.text, size));
  const float head = chart.title.empty() ? size : size * 2.4f;
  out.plot = {{std::floor(label + size), head}, {width - size, std::floor(height - size * 2.8f)}};
  out.y.from = out.plot.max.y;
  out.y.to = out.plot.min.y;
  const double first = chart.x.empty() ? 1 : chart.x.front();
  const double last = chart.x.size() < 2 ? first + 1 : chart.x.back();
  out.x = {.quantity = chart.x_quantity,
           .low = first,
           .high = last,
           .log = chart.log_x,
           .from = out.plot.min.x,
           .to = out.plot.max.x};
  if (!chart.title.empty()) {
    out.drawing.shapes.push_back(
        words({size * 0.3f, size * 0.2f}, chart.ink, size * 1.15f, chart.title, 0, true));
  }
  add_layers(chart, out);
  add_axes(chart, out, measure);
  add_total(chart, out);
  add_rules(chart, out, measure);
  add_operating_point(chart, out);
  return out;
}

}  // namespace vramscope::chart
