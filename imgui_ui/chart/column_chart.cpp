#include "chart/column_chart.h"

#include <algorithm>
#include <cmath>

namespace vramscope::chart {
namespace {

double total_of(const Column& column) {
  double sum = 0;
  for (const Segment& segment : column.segments) sum += segment.value;
  return sum;
}

Shape box(Point a, Point b, Color color) {
  return {.kind = Kind::Box, .points = {a, b}, .color = color};
}

void add_axis(const ColumnChart& chart, ColumnChartLayout& out) {
  const float size = chart.text_size;
  const float pen = std::max(1.0f, size / 15);
  const auto rows = static_cast<size_t>(std::max(2.0f, out.plot.height() / (size * 2.6f)));
  for (const Tick& tick : ticks(out.y, chart.units, rows)) {
    const float y = out.y.at(tick.value);
    out.drawing.shapes.push_back(box({out.plot.min.x, y}, {out.plot.max.x, y + pen}, chart.grid));
    out.drawing.shapes.push_back(
        words({out.plot.min.x - size * 0.5f, y - size * 0.5f}, chart.muted, size, tick.text, 1));
  }
}

/// Bytes of the piece that is never broken: a word with the space after it, or one character of a
/// language that needs no spaces.
size_t piece(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) >= 0xE3) return std::min<size_t>(3, text.size());
  size_t n = 0;
  while (n < text.size() && byte(n) < 0xE3 && text[n] != ' ') ++n;
  return n < text.size() && text[n] == ' ' ? n + 1 : std::max<size_t>(n, 1);
}

/// The name in as many lines as it needs.
std::vector<std::string> name_lines(std::string_view name, float room, float size,
                                    const TextWidth& measure) {
  std::vector<std::string> lines(1);
  while (!name.empty()) {
    const size_t n = piece(name);
    const std::string longer = lines.back() + std::string(name.substr(0, n));
    if (!lines.back().empty() &&
        measure(longer.substr(0, longer.find_last_not_of(' ') + 1), size) > room) {
      lines.emplace_back();
    }
    lines.back() += name.substr(0, n);
    name.remove_prefix(n);
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

float name_room(float column, float size) { return column - size * 0.3f; }

/// How names stand below their columns: in one row, or in two by turns where a word is wider than
/// its column.
struct NameRows {
  size_t rows = 1;
  size_t lines = 1;  ///< of the longest name
  float room = 0;    ///< width of one
};

NameRows name_rows(const ColumnChart& chart, float column, const TextWidth& measure) {
  NameRows out;
  for (; out.rows <= 2; ++out.rows) {
    out.room = name_room(column * static_cast<float>(out.rows), chart.text_size);
    out.lines = 1;
    bool fits = true;
    for (const Column& each : chart.columns) {
      const auto lines = name_lines(each.name, out.room, chart.text_size, measure);
      out.lines = std::max(out.lines, lines.size());
      for (const std::string& line : lines) fits &= measure(line, chart.text_size) <= out.room;
    }
    if (fits) return out;
  }
  out.rows = 2;
  return out;
}

void add_column(const ColumnChart& chart, size_t i, const NameRows& names, ColumnChartLayout& out,
                const TextWidth& measure) {
  const Column& column = chart.columns[i];
  const Rect& room = out.columns[i];
  const float size = chart.text_size;
  const float width = std::min(room.width() * 0.62f, size * 7);
  const float x = std::floor((room.min.x + room.max.x - width) * 0.5f);
  double sum = 0;
  for (const Segment& segment : column.segments) {
    const float bottom = out.y.at(sum);
    sum += segment.value;
    out.drawing.shapes.push_back(box({x, out.y.at(sum)}, {x + width, bottom}, segment.color));
  }
  if (column.high > column.low) {  // a whisker from low to high
    const float middle = x + width * 0.5f;
    const float half = size * 0.3f;
    const float pen = std::max(1.0f, size / 12);
    const float low = out.y.at(column.low);
    const float high = out.y.at(column.high);
    out.drawing.shapes.push_back(box({middle, high}, {middle + pen, low}, chart.ink));
    for (const float y : {low, high}) {
      out.drawing.shapes.push_back(
          box({middle - half, y}, {middle + half + pen, y + pen}, chart.ink));
    }
  }
  float y = out.plot.max.y + size * (0.4f + static_cast<float>((i % names.rows) * names.lines));
  for (std::string& line : name_lines(column.name, names.room, size, measure)) {
    const float half = measure(line, size) * 0.5f;
    const float middle = std::min((room.min.x + room.max.x) * 0.5f, out.drawing.width - half - 1);
    out.drawing.shapes.push_back(words({middle, y}, column.stressed ? chart.ink : chart.muted, size,
                                       std::move(line), 0.5f, column.stressed));
    y += size;
  }
  if (column.stressed) {
    out.drawing.shapes.push_back(box({x, out.plot.max.y + size * 0.1f},
                                     {x + width, out.plot.max.y + size * 0.25f}, chart.stress));
  }
}

}  // namespace

ColumnChartLayout lay_out(const ColumnChart& chart, float width, float height,
                          const TextWidth& measure) {
  ColumnChartLayout out;
  out.drawing = {.width = width, .height = height};
  double top = chart.capacity;
  for (const Column& column : chart.columns) top = std::max({top, column.high, total_of(column)});
  const float size = chart.text_size;
  out.y = {.quantity = Quantity::Bytes, .high = round_up(top * 1.04, Quantity::Bytes, chart.units)};
  float label = 0;
  for (const Tick& tick : ticks(out.y, chart.units, 12))
    label = std::max(label, measure(tick.text, size));
  const float left = std::floor(label + size);
  const float right = width - size * 0.5f;
  const NameRows names =
      name_rows(chart, (right - left) / static_cast<float>(chart.columns.size()), measure);
  const float foot = size * (static_cast<float>(names.rows * names.lines) + 0.6f);
  out.plot = {{left, size}, {right, std::floor(height - foot)}};
  out.y.from = out.plot.max.y;
  out.y.to = out.plot.min.y;
  add_axis(chart, out);
  const auto count = static_cast<float>(chart.columns.size());
  for (size_t i = 0; i < chart.columns.size(); ++i) {
    const auto n = static_cast<float>(i);
    out.columns.push_back({{out.plot.min.x + out.plot.width() * n / count, out.plot.min.y},
                           {out.plot.min.x + out.plot.width() * (n + 1) / count, out.plot.max.y}});
  }
  for (size_t i = 0; i < chart.columns.size(); ++i) add_column(chart, i, names, out, measure);
  if (chart.capacity > 0) {
    const float y = out.y.at(chart.capacity);
    out.drawing.shapes.push_back(
        box({out.plot.min.x, y}, {out.plot.max.x, y + std::max(1.0f, size / 8)}, chart.ink));
    const float text = measure(chart.capacity_name, size);
    const float x = out.plot.max.x - text - size * 0.4f;
    const float from = std::max(0.0f, y - size * 1.15f);
    out.drawing.shapes.push_back(box({x - size * 0.3f, from}, {x + text + size * 0.3f, from + size},
                                     (chart.ground & 0x00FFFFFF) | 0xC0000000));
    out.drawing.shapes.push_back(words({x, from}, chart.ink, size, chart.capacity_name, 0));
  }
  return out;
}

}  // namespace vramscope::chart
