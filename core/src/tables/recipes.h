// Training recipes: bytes a parameter costs in each state, and what an optimizer keeps.
#pragma once

#include <optional>
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
  bool mixed = false;  ///< "mixed precision", which frameworks hold in different ways
  double casts = 0;    ///< 16-bit copies of fp32 weights that autocast makes
  double reduce = 2;   ///< gradients on their way between devices
};
std::span<const Recipe> recipes();
const Recipe* find_recipe(std::string_view id);
/// A recipe written as weights/master/grads/compute/reduce, or nothing where a type is unknown.
std::optional<Recipe> read_recipe(std::string_view text);
/// Bytes of a training type: fp32, tf32, bf16, fp16, fp8, int8; nothing where it is unknown.
std::optional<double> training_type(std::string_view id);

/// How an optimizer's states are stored.
enum class StateKind : uint8_t {
  Plain,     ///< whole copies in the recipe's type
  Block8,    ///< one byte a number and one fp32 scale for 256; tables and vectors stay fp32
  Factored,  ///< one number a row and one a column of each matrix, fp32
  Muon,      ///< one copy of the matrices, Adam's two of the rest
  Galore,    ///< Adam in a subspace of rank 128 of each layer matrix
  OneBlock,  ///< states and gradients of one layer at a time
};

struct Optimizer {
  std::string_view id;
  double states = 2;  ///< copies of the parameters' size
  StateKind kind = StateKind::Plain;
  bool paged = false;        ///< states live in host memory and are paged in
  bool in_backward = false;  ///< steps as gradients come; keeps none of them
};
std::span<const Optimizer> optimizers();
const Optimizer* find_optimizer(std::string_view id);

/// Block-wise 8-bit states: a byte and its share of a scale. Source: bitsandbytes, blocks of 256.
inline constexpr double kBlock8Bytes = 1 + 4.0 / 256;
inline constexpr double kGaloreRank = 128;

}  // namespace vramscope
