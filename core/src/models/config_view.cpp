#include "models/config_view.h"

#include <algorithm>
#include <cmath>

#include "vramscope/text.h"

namespace vramscope {
namespace {

/// Some exporters write numbers as text ("4096"). Digits only, so that nothing is guessed.
std::optional<double> number_in_text(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  double value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::optional<double> number_of(const ConfigField& field) {
  if (field.kind == ConfigKind::Number) return field.number;
  if (field.kind == ConfigKind::Text) return number_in_text(field.text);
  return std::nullopt;
}

}  // namespace

const ConfigField* ConfigView::find_path(std::string_view path) const {
  const auto place = std::lower_bound(
      fields_.begin(), fields_.end(), path,
      [](const ConfigField& field, std::string_view wanted) { return field.path < wanted; });
  return place != fields_.end() && place->path == path ? &*place : nullptr;
}

const ConfigField* ConfigView::find(std::string_view name) const {
  const ConfigField* field = prefix_.empty() ? find_path(name) : find_path(path(name));
  return field && field->kind != ConfigKind::Null ? field : nullptr;
}

void ConfigView::problem(std::string_view name, std::string code, std::vector<Param> params) const {
  problems_->push_back({path(name), std::move(code), std::move(params)});
}

std::optional<uint64_t> ConfigView::count(std::initializer_list<std::string_view> names,
                                          uint64_t low, uint64_t high) const {
  for (std::string_view name : names) {
    const ConfigField* field = find(name);
    if (!field) continue;
    const std::optional<double> value = number_of(*field);
    if (!value) {
      problem(name, "not_a_number");
      return std::nullopt;
    }
    const bool whole = std::floor(*value) == *value;
    if (!whole || *value < static_cast<double>(low) || *value > static_cast<double>(high)) {
      problem(name, "out_of_range",
              {{"low", format_number(static_cast<double>(low))},
               {"high", format_number(static_cast<double>(high))}});
      return std::nullopt;
    }
    return static_cast<uint64_t>(*value);
  }
  return std::nullopt;
}

std::optional<double> ConfigView::number(std::string_view name) const {
  const ConfigField* field = find(name);
  return field ? number_of(*field) : std::nullopt;
}

std::optional<bool> ConfigView::flag(std::string_view name) const {
  const ConfigField* field = find(name);
  if (!field || field->kind == ConfigKind::Text) return std::nullopt;
  return field->number != 0;
}

std::optional<std::string_view> ConfigView::text(std::string_view name) const {
  const ConfigField* field = find(name);
  if (!field || field->kind != ConfigKind::Text) return std::nullopt;
  return field->text;
}

std::vector<std::string_view> ConfigView::texts(std::string_view name) const {
  std::vector<std::string_view> list;
  for (size_t i = 0;; ++i) {
    const ConfigField* field = find(std::string(name) + "." + std::to_string(i));
    if (!field || field->kind != ConfigKind::Text) return list;
    list.push_back(field->text);
  }
}

std::vector<double> ConfigView::numbers(std::string_view name) const {
  std::vector<double> list;
  for (size_t i = 0;; ++i) {
    const ConfigField* field = find(std::string(name) + "." + std::to_string(i));
    if (!field || field->kind == ConfigKind::Text) return list;
    list.push_back(field->number);
  }
}

bool ConfigView::has_object(std::string_view name) const {
  const std::string start = path(name) + ".";
  const auto place = std::lower_bound(
      fields_.begin(), fields_.end(), std::string_view(start),
      [](const ConfigField& field, std::string_view wanted) { return field.path < wanted; });
  return place != fields_.end() && place->path.starts_with(start);
}

ConfigView ConfigView::object(std::string_view name) const {
  return {fields_, path(name) + ".", *problems_};
}

}  // namespace vramscope
