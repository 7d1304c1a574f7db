// Launches in a few bytes each.
#include "lab/launch_archive.h"

#include <gtest/gtest.h>

namespace vramscope::lab {
namespace {

TEST(LaunchArchive, EveryNumberIsFoundAgainAndNoOther) {
  LaunchArchive archive;
  std::vector<LaunchArchive::Launch> launches;
  for (uint64_t i = 0; i < 1000; ++i) {  // in no order, with gaps, times going back and forth
    const uint64_t key = (i * 389) % 1000 * 3;
    launches.emplace_back(key, key % 2 == 0 ? -static_cast<int64_t>(key) : int64_t{1} << 60);
  }
  archive.add(launches);
  for (const auto& [key, time] : launches) {
    int64_t found = 0;
    ASSERT_TRUE(archive.find(key, found)) << key;
    EXPECT_EQ(found, time);
    EXPECT_FALSE(archive.find(key + 1, found)) << key;
  }
}

TEST(LaunchArchive, TheLatestOfANumberCounts) {
  LaunchArchive archive;
  archive.add({{7, 100}, {8, 200}});
  archive.add({{7, 300}});
  archive.add({});
  int64_t time = 0;
  EXPECT_TRUE(archive.find(7, time));
  EXPECT_EQ(time, 300);
  EXPECT_TRUE(archive.find(8, time));
  EXPECT_EQ(time, 200);
  EXPECT_FALSE(archive.find(9, time));
}

}  // namespace
}  // namespace vramscope::lab
