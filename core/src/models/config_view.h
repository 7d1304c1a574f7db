// A typed look into the fields of a config.json, with error messages that name the field.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/json.h"
#include "vramscope/error.h"

namespace vramscope {

/// Reads the members of one object of the file ("text_config."). A field that has the wrong type or
/// is out of range is noted as a problem and read as absent. JSON null reads as absent, and a list
/// of like numbers, one a layer, as that number.
class ConfigView {
 public:
  ConfigView(const Json& object, std::string prefix, std::vector<Problem>& problems)
      : object_(&object), prefix_(std::move(prefix)), problems_(&problems) {}

  /// A whole number from `low` to `high` under the first of the names (with spaces between) that is
  /// there.
  std::optional<uint64_t> count(std::string_view names, uint64_t low, uint64_t high) const;
  /// The first of the names that is there; empty when none is.
  std::string_view first_of(std::string_view names) const;
  /// True where the first of the names that is there says 0 or -1, as "no such limit" is written.
  bool says_none(std::string_view names) const;
  std::optional<double> number(std::string_view name) const;
  std::optional<bool> flag(std::string_view name) const;
  std::optional<std::string_view> text(std::string_view name) const;
  /// A list of texts; empty when absent.
  std::vector<std::string_view> texts(std::string_view name) const;
  /// A list of numbers (true counts as 1); empty when absent.
  std::vector<double> numbers(std::string_view name) const;

  /// True for a number, text or flag.
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// True for an object or list with something in it.
  bool has_object(std::string_view name) const;
  ConfigView object(std::string_view name) const;
  /// An item of a list of objects.
  ConfigView item(std::string_view name, size_t index) const;

  std::string path(std::string_view name) const { return prefix_ + std::string(name); }
  void problem(std::string_view name, std::string code, std::vector<Param> params = {}) const;

 private:
  const Json* find(std::string_view name) const;
  const Json* find_list(std::string_view name) const;
  /// A list of unlike numbers under the field's own name: one a layer, which is not understood.
  void note_unlike_list(std::string_view names) const;

  const Json* object_;
  std::string prefix_;
  std::vector<Problem>* problems_;
};

}  // namespace vramscope
