// Squarified treemap: boxes whose areas are in proportion to weights, as near to squares as can be.
// Source: Bruls, Huizing, van Wijk 2000, Squarified Treemaps.
#pragma once

#include <span>
#include <vector>

namespace vramscope {

struct Tile {
  float x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Tile&) const = default;
};

/// One box for each weight, in the order of the weights; larger weights stand first, equal ones
/// keep their order. A weight that is not positive gets an empty box.
std::vector<Tile> squarify(std::span<const double> weights, const Tile& area);

}  // namespace vramscope
