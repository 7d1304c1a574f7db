#include "chart/svg.h"

#include <cstdio>

namespace vramscope::chart {
namespace {

constexpr float kBaseline = 0.78f;  // of a line's height, from its top
constexpr float kLine = 1.21f;      // a line over the size of its letters

/// Two decimals at most: a tenth of a pixel is not seen on paper either.
std::string number(float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", static_cast<double>(value));
  std::string out(text);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string hex(Color color) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02X%02X%02X", color & 0xFF, color >> 8 & 0xFF,
                color >> 16 & 0xFF);
  return text;
}

std::string paint(const char* what, Color color) {
  const Color alpha = color >> 24;
  std::string out = std::string(" ") + what + "=\"" + hex(color) + '"';
  if (alpha != 0xFF) {
    out += std::string(" ") + what + "-opacity=\"" + number(static_cast<float>(alpha) / 255) + '"';
  }
  return out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string points_of(const Shape& shape) {
  std::string out;
  for (const Point& point : shape.points) {
    out += (out.empty() ? "" : " ") + number(point.x) + ',' + number(point.y);
  }
  return out;
}

void add(std::string& out, const Shape& shape) {
  switch (shape.kind) {
    case Kind::Line:
      out += "<polyline points=\"" + points_of(shape) + "\" fill=\"none\"" +
             paint("stroke", shape.color) + " stroke-width=\"" + number(shape.width) + '"';
      if (shape.dashed) out += " stroke-dasharray=\"" + number(shape.width * 4) + '"';
      break;
    case Kind::Area:
      out += "<polygon points=\"" + points_of(shape) + '"' + paint("fill", shape.color);
      break;
    case Kind::Box:
      out += "<rect x=\"" + number(shape.points[0].x) + "\" y=\"" + number(shape.points[0].y) +
             "\" width=\"" + number(shape.points[1].x - shape.points[0].x) + "\" height=\"" +
             number(shape.points[1].y - shape.points[0].y) + '"' + paint("fill", shape.color);
      break;
    case Kind::Dot:
      out += "<circle cx=\"" + number(shape.points[0].x) + "\" cy=\"" + number(shape.points[0].y) +
             "\" r=\"" + number(shape.width * 0.5f) + '"' + paint("fill", shape.color);
      break;
    case Kind::Text: {
      const char* anchor = shape.align > 0.75f ? "end" : shape.align > 0.25f ? "middle" : "start";
      out += "<text x=\"" + number(shape.points[0].x) + "\" y=\"" +
             number(shape.points[0].y + shape.width * kBaseline) + "\" font-size=\"" +
             number(shape.width / kLine) + "\" text-anchor=\"" + anchor + '"' +
             paint("fill", shape.color);
      if (shape.heavy) out += " font-weight=\"600\"";
      out += '>' + escaped(shape.text) + "</text>\n";
      return;
    }
  }
  out += "/>\n";
}

}  // namespace

std::string to_svg(const Drawing& drawing, Color ground) {
  const std::string width = number(drawing.width);
  const std::string height = number(drawing.height);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" +
                    height + "\" viewBox=\"0 0 " + width + ' ' + height +
                    "\" font-family=\"Inter, system-ui, 'PingFang SC', 'Microsoft YaHei', "
                    "'Noto Sans CJK SC', sans-serif\">\n";
  if (ground != 0) {
    out +=
        "<rect width=\"" + width + "\" height=\"" + height + '"' + paint("fill", ground) + "/>\n";
  }
  for (const Shape& shape : drawing.shapes) add(out, shape);
  return out + "</svg>\n";
}

}  // namespace vramscope::chart
