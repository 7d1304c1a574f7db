#include "print_files.h"

#include <ostream>

#include "print.h"
#include "table.h"
#include "vramscope/config_reader.h"
#include "words.h"

namespace vramscope::cli {
namespace {

std::string bytes_text(double bytes, const Arguments& arguments) {
  if (arguments.output == Output::Csv) return format_number(bytes);
  return format_bytes(Bytes::of(bytes), arguments.units);
}

/// "layers", then "  0-31 ×32" below it.
void add_rows(Table& table, const ModuleNode& node, size_t depth, const Arguments& arguments) {
  std::string name(2 * depth, ' ');
  name += node.name;
  if (node.copies > 1) name += " ×" + std::to_string(node.copies);
  table.rows.push_back({name, format_number(node.parameters), format_number(node.stored_elements),
                        bytes_text(node.bytes, arguments)});
  for (const ModuleNode& child : node.children) add_rows(table, child, depth + 1, arguments);
}

void print_tree(std::ostream& out, const StoredModel& model, const Arguments& arguments,
                Lang lang) {
  Table table{.head = {word("module", lang), word("unique_parameters", lang),
                       word("stored_elements", lang), word("bytes", lang)},
              .right = {1, 2, 3}};
  for (const ModuleNode& child : model.root.children) add_rows(table, child, 0, arguments);
  table.rows.push_back({word("total", lang), format_number(model.root.parameters),
                        format_number(model.root.stored_elements),
                        bytes_text(model.root.bytes, arguments)});
  print(out, table, arguments.output);
}

/// Number formats, and what is stored beside the parameters.
void print_totals(std::ostream& out, const StoredModel& model, const Arguments& arguments,
                  Lang lang) {
  Table table{.head = {word("stored_as", lang), word("tensors", lang),
                       word("stored_elements", lang), word("bytes", lang)},
              .right = {1, 2, 3}};
  const auto add = [&](const std::string& name, const auto& row) {
    table.rows.push_back({name, std::to_string(row.tensors), format_number(row.elements),
                          bytes_text(row.bytes, arguments)});
  };
  for (const DtypeTotal& row : model.dtypes) add(std::string(row.dtype), row);
  for (const ExtraTotal& row : model.extras) {
    add(word("of_which", lang) + word("extra." + std::string(row.id), lang), row);
  }
  print(out, table, arguments.output);
}

}  // namespace

void print_stored(std::ostream& out, std::ostream& notes, const StoredModel& model,
                  const Arguments& arguments) {
  const Lang lang = language_of(arguments);
  if (arguments.output == Output::Json) {
    out << stored_model_json(model, lang) << '\n';
    return;
  }
  print_problems(notes, model.warnings, lang);
  if (model.model.spec) print_problems(notes, model_warnings(*model.model.spec), lang);
  if (model.has_tensors()) {
    print_tree(out, model, arguments, lang);
    out << '\n';
    print_totals(out, model, arguments, lang);
    return;
  }
  Table table{.head = {word("unique_parameters", lang), word("bytes", lang)}, .right = {0, 1}};
  const auto known = [](const std::optional<uint64_t>& value) {
    return value ? static_cast<double>(*value) : 0;
  };
  const double bytes = known(model.model.weight_bytes);
  const double parameters = known(model.model.parameters);
  table.rows.push_back({parameters > 0 ? format_number(parameters) : "-",
                        bytes > 0 ? bytes_text(bytes, arguments) : "-"});
  print(out, table, arguments.output);
}

}  // namespace vramscope::cli
