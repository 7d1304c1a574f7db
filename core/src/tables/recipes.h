// Training recipes: bytes a parameter costs in each state, and how many states an optimizer keeps.
#pragma once

#include <span>
#include <string_view>

#include "tables/sources.h"

namespace vramscope {

/// All in bytes a parameter.
struct Recipe {
  std::string_view id;
  double weights = 2;
  double gradients = 2;
  double master = 0;       ///< fp32 copy of the weights; counted in optimizer_state
  double state = 4;        ///< each state the optimizer keeps
  double activations = 2;  ///< bytes of an activation element
  bool trains = true;      ///< false: circulates as a rule, but no framework trains so
  Source source = Source::Amp2017;
};
std::span<const Recipe> recipes();
const Recipe* find_recipe(std::string_view id);

struct Optimizer {
  std::string_view id;
  double states = 2;  ///< copies of the parameters' size
};
std::span<const Optimizer> optimizers();
const Optimizer* find_optimizer(std::string_view id);

}  // namespace vramscope
