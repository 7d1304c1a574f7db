// The pictures of the README are plots that the app saved. This saves them again by the same clicks
// and compares their words: every figure in them is current. VRAMSCOPE_UPDATE_IMAGES=1 writes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "screen.h"

namespace vramscope::test {
namespace {

/// What stands between the tags of texts, one a line.
std::string words_of(const std::string& svg) {
  std::string words;
  for (size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
    const size_t from = svg.find('>', at) + 1;
    words += svg.substr(from, svg.find("</text>", from) - from) + '\n';
  }
  return words;
}

void compare(const std::string& name) {
  ASSERT_FALSE(told().saved_texts.empty()) << name;
  const std::string path = std::string(VRAMSCOPE_ROOT "/web/docs/images/") + name;
  const std::string& now = told().saved_texts.back();
  if (std::getenv("VRAMSCOPE_UPDATE_IMAGES") != nullptr) {
    std::ofstream(path, std::ios::binary) << now;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string kept((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_EQ(words_of(kept), words_of(now))
      << name << ": run ui_tests --gtest_filter=Images.* with VRAMSCOPE_UPDATE_IMAGES=1";
}

struct Picture {
  const char* name;
  Tab tab;
  Word button;  ///< what saves it
  bool in_menu;
};
constexpr Picture kPictures[] = {
    {"breakdown", Tab::Breakdown, Word::SaveBarSvg, true},
    {"sweep", Tab::Sweep, Word::SavePicture, false},
    {"roofline", Tab::Speed, Word::SavePicture, false},
};

TEST(Images, AreWhatTheAppSavesNow) {
  for (const Lang lang : {Lang::En, Lang::Zh}) {
    for (const Picture& picture : kPictures) {
      Screen screen(1280, 1800);
      screen.state.lang = lang;
      screen.state.tab = picture.tab;
      refresh(screen.state);
      screen.draw();
      if (picture.in_menu) {
        ASSERT_TRUE(screen.press_text(word_in(Word::ShareLink, lang))) << picture.name;
      }
      ASSERT_TRUE(screen.press_text(word_in(picture.button, lang))) << picture.name;
      compare(std::string(picture.name) + '.' + std::string(lang_id(lang)) + ".svg");
    }
  }
}

}  // namespace
}  // namespace vramscope::test
