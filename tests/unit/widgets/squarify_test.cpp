#include "widgets/squarify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vramscope {
namespace {

constexpr Tile kArea{10, 20, 600, 400};

double area(const Tile& tile) { return static_cast<double>(tile.width) * tile.height; }

bool overlap(const Tile& a, const Tile& b) {
  constexpr float kSeam = 1e-2f;
  return a.x + a.width > b.x + kSeam && b.x + b.width > a.x + kSeam &&
         a.y + a.height > b.y + kSeam && b.y + b.height > a.y + kSeam;
}

TEST(Squarify, TheExampleOfThePaper) {
  const double weights[] = {6, 6, 4, 3, 2, 2, 1};
  const std::vector<Tile> tiles = squarify(weights, {0, 0, 6, 4});
  // Two of 6 make a strip of width 3, each 3 x 2.
  EXPECT_EQ(tiles[0], (Tile{0, 0, 3, 2}));
  EXPECT_EQ(tiles[1], (Tile{0, 2, 3, 2}));
  EXPECT_NEAR(tiles[2].width, 12.0 / 7, 1e-5);  // 4 and 3 share a row of height 7/3
  EXPECT_NEAR(tiles[2].height, 7.0 / 3, 1e-5);
}

TEST(Squarify, AreasAreProportionalAndTheWholeIsFilled) {
  const double weights[] = {1, 500, 3, 77, 77, 20, 0.25, 9000, 41};
  const std::vector<Tile> tiles = squarify(weights, kArea);
  double total = 0;
  for (double weight : weights) total += weight;
  double covered = 0;
  for (size_t i = 0; i < tiles.size(); ++i) {
    const double wanted = weights[i] / total * area(kArea);
    EXPECT_NEAR(area(tiles[i]), wanted, 1e-3 * wanted + 0.05) << i;
    covered += area(tiles[i]);
  }
  EXPECT_NEAR(covered, area(kArea), 1e-3 * area(kArea));
}

TEST(Squarify, BoxesStayInsideAndDoNotOverlap) {
  std::vector<double> weights;
  for (int i = 1; i <= 120; ++i) weights.push_back(1e9 / (i * i) + (i % 7) * 1e5);
  const std::vector<Tile> tiles = squarify(weights, kArea);
  for (size_t i = 0; i < tiles.size(); ++i) {
    EXPECT_GE(tiles[i].x, kArea.x - 0.01f);
    EXPECT_GE(tiles[i].y, kArea.y - 0.01f);
    EXPECT_LE(tiles[i].x + tiles[i].width, kArea.x + kArea.width + 0.05f) << i;
    EXPECT_LE(tiles[i].y + tiles[i].height, kArea.y + kArea.height + 0.05f) << i;
    for (size_t k = i + 1; k < tiles.size(); ++k) {
      EXPECT_FALSE(overlap(tiles[i], tiles[k])) << i << " and " << k;
    }
  }
}

TEST(Squarify, EqualWeightsKeepTheirOrder) {
  const double weights[] = {5, 5, 5, 5, 5, 5};
  const std::vector<Tile> tiles = squarify(weights, kArea);
  EXPECT_TRUE(std::is_sorted(tiles.begin(), tiles.end(), [](const Tile& a, const Tile& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  }));
  EXPECT_EQ(squarify(weights, kArea), tiles);
}

TEST(Squarify, NothingAndNoRoomAreEmpty) {
  EXPECT_TRUE(squarify({}, kArea).empty());
  const double weights[] = {0, 3, -1, std::nan("")};
  const std::vector<Tile> tiles = squarify(weights, kArea);
  EXPECT_EQ(area(tiles[0]), 0);
  EXPECT_NEAR(area(tiles[1]), area(kArea), 1);
  EXPECT_EQ(area(tiles[2]), 0);
  EXPECT_EQ(area(tiles[3]), 0);
  EXPECT_EQ(area(squarify(weights, {0, 0, 0, 100})[1]), 0);
}

}  // namespace
}  // namespace vramscope
