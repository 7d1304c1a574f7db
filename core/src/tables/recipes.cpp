#include "tables/recipes.h"

#include <array>

#include "text/ids.h"

namespace vramscope {
namespace {

// id | weights | gradients | master | state | activations; with AdamW: 16, 16, 16, 18, 8 and 4 B.
constexpr std::array kRecipes = {
    Recipe{"fp32", 4, 4, 0, 4, 4, true, Source::Zero2019},
    Recipe{"mixed-bf16", 2, 2, 4, 4, 2, true, Source::Zero2019},
    Recipe{"mixed-fp16", 2, 2, 4, 4, 2, true, Source::Zero2019},
    Recipe{"megatron-bf16", 2, 4, 4, 4, 2, true, Source::Megatron2022},
    Recipe{"bf16", 2, 2, 0, 2, 2, true, Source::Amp2017},
    Recipe{"int8-rule", 1, 1, 0, 1, 1, false, Source::Folklore},
};

constexpr std::array kOptimizers = {
    Optimizer{"adamw", 2},        Optimizer{"adam", 2},    Optimizer{"sgd", 0},
    Optimizer{"sgd-momentum", 1}, Optimizer{"rmsprop", 1}, Optimizer{"lion", 1},
};

template <typename Rows>
auto find_row(const Rows& rows, std::string_view id) -> decltype(rows.data()) {
  for (const auto& row : rows) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

}  // namespace

std::span<const Recipe> recipes() { return kRecipes; }
const Recipe* find_recipe(std::string_view id) { return find_row(kRecipes, id); }
std::span<const Optimizer> optimizers() { return kOptimizers; }
const Optimizer* find_optimizer(std::string_view id) { return find_row(kOptimizers, id); }

}  // namespace vramscope
