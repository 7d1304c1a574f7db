#include "tables/recipes.h"

#include <array>

#include "text/ids.h"

namespace vramscope {
namespace {

// id | weights | gradients | master | state | activations; with AdamW: 16, 16, 16, 18, 8, 16, 4 B.
constexpr std::array kRecipes = {
    Recipe{"fp32", 4, 4, 0, 4, 4, true, Source::Zero2019, false, 0, 4},
    Recipe{"mixed-bf16", 2, 2, 4, 4, 2, true, Source::Zero2019, true},
    Recipe{"mixed-fp16", 2, 2, 4, 4, 2, true, Source::Zero2019, true},
    Recipe{"megatron-bf16", 2, 4, 4, 4, 2, true, Source::Megatron2022, false, 0, 4},
    Recipe{"bf16", 2, 2, 0, 2, 2, true, Source::Amp2017},
    Recipe{"fp8", 2, 2, 4, 4, 2, true, Source::Amp2017, true},
    Recipe{"int8-rule", 1, 1, 0, 1, 1, false, Source::Folklore, false, 0, 1},
};

constexpr std::array kOptimizers = {
    Optimizer{"adamw", 2},
    Optimizer{"adam", 2},
    Optimizer{"adamw-8bit", 2, StateKind::Block8},
    Optimizer{"paged-adamw-8bit", 2, StateKind::Block8, true},
    Optimizer{"paged-adamw", 2, StateKind::Plain, true},
    Optimizer{"adafactor", 0, StateKind::Factored},
    Optimizer{"lion", 1},
    Optimizer{"lion-8bit", 1, StateKind::Block8},
    Optimizer{"sgd", 0},
    Optimizer{"sgd-momentum", 1},
    Optimizer{"rmsprop", 1},
    Optimizer{"adagrad", 1},
    Optimizer{"muon", 1, StateKind::Muon},
    Optimizer{"galore-adamw", 2, StateKind::Galore},
    Optimizer{"lomo", 0, StateKind::Plain, false, true},
    Optimizer{"badam", 2, StateKind::OneBlock, false, true},
};

struct TypeBytes {
  std::string_view id;
  double bytes;
};
constexpr std::array kTypes = {
    TypeBytes{"fp32", 4}, TypeBytes{"float32", 4},  TypeBytes{"tf32", 4},    TypeBytes{"bf16", 2},
    TypeBytes{"fp16", 2}, TypeBytes{"bfloat16", 2}, TypeBytes{"float16", 2}, TypeBytes{"fp8", 1},
    TypeBytes{"int8", 1}, TypeBytes{"none", 0},
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

std::optional<double> training_type(std::string_view id) {
  const TypeBytes* row = find_row(kTypes, id);
  return row ? std::optional(row->bytes) : std::nullopt;
}

std::optional<Recipe> read_recipe(std::string_view text) {
  // weights | master | grads | compute | reduce; a part left out follows the weights.
  std::array<double, 5> bytes{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t slash = text.find('/');
    const std::string_view part = text.substr(0, slash);
    text = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
    const bool left_out = part.empty() || same_id(part, "auto");
    if (left_out) {
      bytes[i] = i == 1 ? 0 : i == 4 ? bytes[2] : bytes[0];
      continue;
    }
    const std::optional<double> known = training_type(part);
    if (!known || (i != 1 && *known == 0)) return std::nullopt;
    bytes[i] = *known;
  }
  if (!text.empty()) return std::nullopt;
  const bool wide = bytes[0] == 4 || bytes[1] == 4;
  return Recipe{.id = "own",
                .weights = bytes[0],
                .gradients = bytes[2],
                .master = bytes[1],
                .state = wide ? 4.0 : bytes[0],
                .activations = bytes[3],
                .source = Source::GivenByUser,
                .mixed = false,
                .reduce = bytes[4]};
}

}  // namespace vramscope
