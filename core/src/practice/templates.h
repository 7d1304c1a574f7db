// The kinds of questions, one row each.
#pragma once

#include <span>

#include "vramscope/practice.h"

namespace vramscope::practice {

struct Template {
  std::string_view id;
  std::string_view place;
  /// Draws once. False when what was drawn does not suit.
  bool (*draw)(Random& random, Question& question);
};
/// In the order in which a series takes turns.
std::span<const Template> templates();

/// Bytes of a unit; 0 for what is no unit of bytes.
double unit_size(std::string_view unit);

}  // namespace vramscope::practice
