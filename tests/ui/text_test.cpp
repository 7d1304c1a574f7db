// No text is cut off, runs out of its window or lies over another, in either language, on any
// screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "screen.h"

namespace vramscope::test {
namespace {

struct Size {
  float width, height, scale;
  bool touch;
};
constexpr Size kSizes[] = {
    {360, 3200, 1, true},      {540, 4800, 1.5f, true}, {720, 6400, 2, true},
    {800, 2400, 1, false},     {1024, 2400, 1, false},  {1280, 2400, 1, false},
    {1920, 3600, 1.5f, false}, {2560, 4800, 2, false},  {3840, 2160, 1, false},
};

// High enough that nothing has to be scrolled to.

/// Questions whose pages have much to say.
constexpr const char* kLinks[] = {
    "v=1&engine=llama.cpp",
    "v=1&model=deepseek-v3&engine=vllm&gpu=h100-sxm5-80gb*16&batch=64&context=32768",
    "v=1&task=training&engine=torch&gpu=h100-sxm5-80gb*8&zero=3&objective=distill&open=activations&"
    "observed.tflops="
    "100",
    "v=1&engine=llama.cpp&context=65536&gpu=rtx-4090,rtx-3060-12gb*2&b.engine=vllm&b.batch=8",
};

bool is_shown(const DrawnText& t) {
  const float y0 = std::max(t.y0, t.clip_y0);
  const float y1 = std::min(t.y1, t.clip_y1);
  return y1 - y0 > 1 && std::min(t.x1, t.clip_x1) - std::max(t.x0, t.clip_x0) > 1;
}

bool overlap(const DrawnText& a, const DrawnText& b) {
  if (a.window != b.window) return false;
  const float width = std::min(a.x1, b.x1) - std::max(a.x0, b.x0);
  const float height = std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
  // Lines of text may touch: descenders of one and accents of the next share the leading.
  return width > 2 && height > 0.35f * std::min(a.y1 - a.y0, b.y1 - b.y0);
}

std::string place(const Size& size, Lang lang, const char* link, Tab tab) {
  return std::to_string(static_cast<int>(size.width)) + " at " + std::to_string(size.scale) + " " +
         std::string(lang_id(lang)) + " tab " + std::to_string(static_cast<int>(tab)) + " " + link;
}

void check(const std::vector<DrawnText>& texts, const std::string& where) {
  for (const DrawnText& t : texts) {
    if (!is_shown(t)) continue;
    EXPECT_FALSE(t.cut) << "cut: \"" << t.text << "\" " << where;
    EXPECT_GE(t.x0, t.clip_x0 - 1) << "off the left: \"" << t.text << "\" " << where;
    EXPECT_LE(t.x1, t.clip_x1 + 1) << "off the right: \"" << t.text << "\" " << where;
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!is_shown(texts[i]) || texts[i].cut) continue;
    for (size_t j = i + 1; j < texts.size(); ++j) {
      if (!is_shown(texts[j]) || texts[j].cut || !overlap(texts[i], texts[j])) continue;
      ADD_FAILURE() << "\"" << texts[i].text << "\" lies over \"" << texts[j].text << "\" "
                    << where;
    }
  }
}

class Text : public testing::TestWithParam<int> {};

TEST_P(Text, IsWholeEverywhere) {
  const Size& size = kSizes[GetParam()];
  Screen screen(size.width, size.height, size.scale);
  screen.surface.touch = size.touch;
  screen.state.advanced_open = true;
  for (const char* link : kLinks) {
    for (const Lang lang : {Lang::En, Lang::Zh}) {
      open_link(screen.state, link);
      screen.state.lang = lang;
      refresh(screen.state);
      for (size_t tab = 0; tab < kTabs; ++tab) {
        screen.state.tab = static_cast<Tab>(tab);
        for (const bool rail : {false, true}) {
          if (rail && size.width >= 720 * size.scale) continue;
          screen.state.rail_open = rail;
          screen.draw(3);
          TextWatch watch;
          screen.surface.watch = &watch;
          screen.draw(1);
          screen.surface.watch = nullptr;
          check(watch.texts, place(size, lang, link, static_cast<Tab>(tab)));
        }
      }
      if (testing::Test::HasFailure()) return;  // one screen's faults are enough to read
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Screens, Text, testing::Range(0, static_cast<int>(std::size(kSizes))));

}  // namespace
}  // namespace vramscope::test
