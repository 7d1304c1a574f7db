#include "desktop/settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace vramscope::desktop {
namespace {

namespace fs = std::filesystem;

/// A home of its own for each test.
struct Home {
  fs::path path = fs::temp_directory_path() / ("vramscope-settings-" + std::to_string(::getpid()));
  Home() {
    fs::remove_all(path);
    fs::create_directories(path);
    setenv("XDG_CONFIG_HOME", path.c_str(), 1);
    setenv("XDG_DOWNLOAD_DIR", path.c_str(), 1);
  }
  ~Home() { fs::remove_all(path); }
};

TEST(Settings, ComeBackAsTheyWereSaved) {
  const Home home;
  const Settings saved{.lang = "zh",
                       .theme = "contrast",
                       .units = "gb",
                       .width = 1400,
                       .height = 900,
                       .x = -1200,
                       .y = 40,
                       .maximised = true,
                       .link = "v=1&context=4096"};
  save_settings(saved);
  EXPECT_EQ(load_settings(), saved);
}

TEST(Settings, ThatCannotBeReadAreEmpty) {
  const Home home;
  EXPECT_EQ(load_settings(), Settings{});
  fs::create_directories(home.path / "vramscope");
  std::ofstream(home.path / "vramscope" / "settings.json") << "{\"width\": 12, \"x\": 9999999, ";
  EXPECT_EQ(load_settings(), Settings{});
  std::ofstream(home.path / "vramscope" / "settings.json") << "{\"width\": 12, \"x\": 9999999}";
  EXPECT_EQ(load_settings(), Settings{}) << "values that make no sense are left out";
}

TEST(Settings, DownloadsOverwriteNothing) {
  const Home home;
  const std::string first = download_path("plot.svg");
  std::ofstream(first) << "x";
  EXPECT_EQ(download_path("plot.svg"), (home.path / "plot-2.svg").string());
}

}  // namespace
}  // namespace vramscope::desktop
