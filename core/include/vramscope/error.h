// Bad input is data: a value, or a list of errors that each name the field.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vramscope {

/// A named hole of a message and what fills it.
struct Param {
  std::string name;
  std::string value;
  bool operator==(const Param&) const = default;
};

/// An error or a warning: which field, which kind, and the facts of the case. The words come from
/// the text table when it is shown.
struct Problem {
  std::string field;  ///< path with dots, "training.zero"; empty when it is the whole document
  std::string code;   ///< id of the message: "out_of_range"
  std::vector<Param> params;
  bool operator==(const Problem&) const = default;
};

template <typename T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}                       // NOLINT: wraps a value
  Result(std::vector<Problem> errors) : state_(std::move(errors)) {}  // NOLINT: wraps errors
  Result(Problem error) : state_(std::vector<Problem>{std::move(error)}) {}  // NOLINT

  bool ok() const { return std::holds_alternative<T>(state_); }
  const T& value() const { return std::get<T>(state_); }
  T& value() { return std::get<T>(state_); }
  const std::vector<Problem>& errors() const { return std::get<std::vector<Problem>>(state_); }

 private:
  std::variant<T, std::vector<Problem>> state_;
};

}  // namespace vramscope
