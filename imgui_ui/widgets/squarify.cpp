#include "widgets/squarify.h"

#include <algorithm>
#include <numeric>

namespace vramscope {
namespace {

/// Room that is left, in double so that many rows leave no seam.
struct Room {
  double x, y, width, height;
  double side() const { return std::min(width, height); }
};

/// The worst ratio of sides in a row of these areas along a side.
double worst(double sum, double least, double most, double side) {
  const double square = side * side;
  return std::max(square * most / (sum * sum), sum * sum / (square * least));
}

/// Lays areas [first, last) along the shorter side and takes their strip off the room.
void lay_row(std::span<const double> areas, std::span<const size_t> order, double sum, Room& room,
             std::vector<Tile>& tiles) {
  const bool column = room.width >= room.height;  // a strip at the left, its boxes from the top
  const double depth = sum / room.side();
  double along = 0;
  for (const size_t i : order) {
    const double length = areas[i] / depth;
    const double x = room.x + (column ? 0 : along);
    const double y = room.y + (column ? along : 0);
    tiles[i] = {static_cast<float>(x), static_cast<float>(y),
                static_cast<float>(column ? depth : length),
                static_cast<float>(column ? length : depth)};
    along += length;
  }
  (column ? room.x : room.y) += depth;
  double& left = column ? room.width : room.height;
  left = std::max(0.0, left - depth);
}

}  // namespace

std::vector<Tile> squarify(std::span<const double> weights, const Tile& area) {
  std::vector<Tile> tiles(weights.size(), Tile{area.x, area.y, 0, 0});
  std::vector<size_t> order;
  double total = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    order.push_back(i);
    total += weights[i];
  }
  Room room{area.x, area.y, area.width, area.height};
  if (order.empty() || !(room.width > 0) || !(room.height > 0)) return tiles;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return weights[a] > weights[b]; });
  std::vector<double> areas(weights.begin(), weights.end());
  for (double& each : areas) each *= room.width * room.height / total;

  const std::span<const size_t> all(order);
  for (size_t first = 0; first < all.size();) {
    const double side = room.side();
    if (!(side > 0)) break;
    double sum = areas[all[first]];
    size_t last = first + 1;
    for (; last < all.size(); ++last) {  // as long as one more does not make the worst box worse
      const double most = areas[all[first]];
      const double next = areas[all[last]];
      if (worst(sum + next, next, most, side) > worst(sum, areas[all[last - 1]], most, side)) break;
      sum += next;
    }
    lay_row(areas, all.subspan(first, last - first), sum, room, tiles);
    first = last;
  }
  return tiles;
}

}  // namespace vramscope
