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

std::optional<double> number_of(const Json& value) {
  if (value.is_number()) return value.number;
  if (value.is_text()) return number_in_text(value.text);
  if (!value.is_list() || value.children.empty()) return std::nullopt;
  for (const Json& item : value.children) {
    if (!item.is_number() || item.number != value.children.front().number) return std::nullopt;
  }
  return value.children.front().number;
}

/// What stands for an object that is not there.
const Json& nothing() {
  static const Json kNothing;
  return kNothing;
}

}  // namespace

const Json* ConfigView::find(std::string_view name) const {
  const Json* value = object_->find(name);
  return value && !value->is_null() && !value->is_object() && !value->is_list() ? value : nullptr;
}

const Json* ConfigView::find_list(std::string_view name) const {
  const Json* value = object_->find(name);
  return value && value->is_list() ? value : nullptr;
}

void ConfigView::problem(std::string_view name, std::string code, std::vector<Param> params) const {
  problems_->push_back({path(name), std::move(code), std::move(params)});
}

std::string_view ConfigView::first_of(std::string_view names) const {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    const Json* list = find_list(name);
    if (find(name) || (list && number_of(*list))) return name;
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
  return {};
}

void ConfigView::note_unlike_list(std::string_view names) const {
  const std::string_view name = names.substr(0, names.find(' '));
  const Json* list = find_list(name);
  if (list && !list->children.empty() && list->children.front().is_number()) {
    problem(name, "unlike_layers");
  }
}

std::optional<uint64_t> ConfigView::count(std::string_view names, uint64_t low,
                                          uint64_t high) const {
  const std::string_view name = first_of(names);
  if (name.empty()) {
    note_unlike_list(names);
    return std::nullopt;
  }
  const std::optional<double> value = number_of(*object_->find(name));
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

bool ConfigView::says_none(std::string_view names) const {
  const std::string_view name = first_of(names);
  const std::optional<double> value = name.empty() ? std::nullopt : number_of(*object_->find(name));
  return value && (*value == 0 || *value == -1);
}

std::optional<double> ConfigView::number(std::string_view name) const {
  const Json* value = find(name);
  return value ? number_of(*value) : std::nullopt;
}

std::optional<bool> ConfigView::flag(std::string_view name) const {
  const Json* value = find(name);
  if (!value) return std::nullopt;
  if (!value->is_text()) return value->number != 0;
  if (value->text == "true" || value->text == "True") return true;
  if (value->text == "false" || value->text == "False") return false;
  return std::nullopt;
}

std::optional<std::string_view> ConfigView::text(std::string_view name) const {
  const Json* value = find(name);
  if (!value || !value->is_text()) return std::nullopt;
  return value->text;
}

std::vector<std::string_view> ConfigView::texts(std::string_view name) const {
  std::vector<std::string_view> list;
  const Json* value = find_list(name);
  if (!value) return list;
  for (const Json& item : value->children) {
    if (!item.is_text()) break;
    list.push_back(item.text);
  }
  return list;
}

std::vector<double> ConfigView::numbers(std::string_view name) const {
  std::vector<double> list;
  const Json* value = find_list(name);
  if (!value) return list;
  for (const Json& item : value->children) {
    if (!item.is_number() && !item.is_bool()) break;
    list.push_back(item.number);
  }
  return list;
}

bool ConfigView::has_object(std::string_view name) const {
  const Json* value = object_->find(name);
  return value && !value->children.empty();
}

ConfigView ConfigView::object(std::string_view name) const {
  const Json* value = object_->find(name);
  return {value ? *value : nothing(), path(name) + ".", *problems_};
}

ConfigView ConfigView::item(std::string_view name, size_t index) const {
  const Json* list = find_list(name);
  const bool there = list && index < list->children.size();
  return {there ? list->children[index] : nothing(), path(name) + "." + std::to_string(index) + ".",
          *problems_};
}

}  // namespace vramscope
