// A typed look into the fields of a config.json, with error messages that name the field.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/catalogue.h"
#include "vramscope/error.h"

namespace vramscope {

/// Reads fields under a prefix ("text_config."). A field that has the wrong type or is out of range
/// is noted as a problem and read as absent. JSON null reads as absent.
class ConfigView {
 public:
  ConfigView(std::span<const ConfigField> fields, std::string prefix,
             std::vector<Problem>& problems)
      : fields_(fields), prefix_(std::move(prefix)), problems_(&problems) {}

  /// A whole number from `low` to `high` under the first of the names that is there.
  std::optional<uint64_t> count(std::initializer_list<std::string_view> names, uint64_t low,
                                uint64_t high) const;
  std::optional<double> number(std::string_view name) const;
  std::optional<bool> flag(std::string_view name) const;
  std::optional<std::string_view> text(std::string_view name) const;
  /// A list of texts; empty when absent.
  std::vector<std::string_view> texts(std::string_view name) const;
  /// A list of numbers (true counts as 1); empty when absent.
  std::vector<double> numbers(std::string_view name) const;

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// True when any field lies under this object.
  bool has_object(std::string_view name) const;
  ConfigView object(std::string_view name) const;

  std::string path(std::string_view name) const { return prefix_ + std::string(name); }
  void problem(std::string_view name, std::string code, std::vector<Param> params = {}) const;

 private:
  const ConfigField* find(std::string_view name) const;
  const ConfigField* find_path(std::string_view path) const;

  std::span<const ConfigField> fields_;
  std::string prefix_;
  std::vector<Problem>* problems_;
};

}  // namespace vramscope
