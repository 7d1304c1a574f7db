// A topology as tables.
#include "vramscope/lab_table.h"

namespace vramscope {
namespace {

/// What a figure is written in.
struct FigureUnit {
  std::string_view id, unit;
  double size;
};
constexpr std::array kUnits = {
    FigureUnit{"bus_bandwidth", " GB/s", 1e9}, FigureUnit{"ring_bandwidth", " GB/s", 1e9},
    FigureUnit{"all_reduce", " ms", 1e-3},     FigureUnit{"zero3_communication", " ms", 1e-3},
    FigureUnit{"computation", " ms", 1e-3},    FigureUnit{"zero3_share", " %", 1e-2},
    FigureUnit{"zero3_exposed", " %", 1e-2},
};

std::string figure_text(double value, std::string_view id) {
  for (const FigureUnit& row : kUnits) {
    if (row.id != id) continue;
    constexpr double kTenths = 10;
    const double tenths = value / row.size * kTenths + 0.5;
    return format_number(static_cast<double>(static_cast<int64_t>(tenths)) / kTenths) +
           std::string(row.unit);
  }
  return format_number(value);
}

}  // namespace

std::vector<LabTable> topology_tables(const Topology& t, const TopoCost& cost, Lang lang) {
  std::vector<LabTable> tables;
  LabTable& matrix = tables.emplace_back();
  matrix.title = lab_label("table.matrix", lang);
  matrix.head.emplace_back();
  for (const TopoDevice& device : t.devices) matrix.head.push_back(device.name);
  for (size_t i = 0; i < t.devices.size(); ++i) {
    std::vector<std::string> row = {t.devices[i].name};
    for (size_t j = 0; j < t.devices.size(); ++j) row.push_back(t.cell(i, j).text());
    matrix.rows.push_back(std::move(row));
  }
  if (cost.figures.empty()) return tables;
  LabTable& figures = tables.emplace_back();
  figures.title = lab_label("table.figures", lang);
  for (std::string_view id :
       {"head.figure", "head.value", "head.range", "head.formula", "head.working", "head.source"}) {
    figures.head.emplace_back(lab_label(id, lang));
  }
  figures.right = {1, 2};
  for (const TopoFigure& figure : cost.figures) {
    figures.rows.push_back(
        {std::string(lab_label("figure." + std::string(figure.id), lang)),
         figure_text(figure.value, figure.id),
         figure_text(figure.low, figure.id) + " … " + figure_text(figure.high, figure.id),
         figure.formula, figure.working, figure.source});
  }
  return tables;
}

}  // namespace vramscope
