#include "theme.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "ui_state.h"

namespace vramscope::test {
namespace {

/// A wash over a ground, as it is seen.
ImU32 over(ImU32 wash, ImU32 ground) {
  const double alpha = static_cast<double>(wash >> 24) / 255;
  ImU32 out = 0xFF000000;
  for (const int shift : {0, 8, 16}) {
    const double mixed = alpha * (wash >> shift & 0xFF) + (1 - alpha) * (ground >> shift & 0xFF);
    out |= static_cast<ImU32>(mixed + 0.5) << shift;
  }
  return out;
}

TEST(Theme, ContrastIsMeasuredAsWcagDoes) {
  EXPECT_NEAR(contrast(0xFFFFFFFF, 0xFF000000), 21, 1e-9);
  EXPECT_NEAR(contrast(0xFF777777, 0xFFFFFFFF), 4.48, 0.01);  // the well-known grey just below AA
  EXPECT_DOUBLE_EQ(contrast(0xFF123456, 0xFF123456), 1);
}

TEST(Theme, EveryTextIsReadableOnEveryGround) {
  for (size_t i = 0; i < kThemes; ++i) {
    const auto theme = static_cast<Theme>(i);
    const Palette& c = palette(theme);
    const double least = theme == Theme::Contrast ? 7 : 4.5;
    for (const ImU32 ground : {c.ground, c.panel, c.raised, c.hover, over(c.accent_wash, c.ground),
                               over(c.accent_wash, c.panel)}) {
      for (const ImU32 ink : {c.text, c.muted, c.faint}) {
        EXPECT_GE(contrast(ink, ground), least)
            << "theme " << i << std::hex << " ink " << ink << " on " << ground;
      }
    }
    for (const ImU32 ground : {c.ground, c.panel, over(c.accent_wash, c.ground)}) {
      for (const ImU32 ink : {c.accent, c.fits, c.tight, c.no}) {
        EXPECT_GE(contrast(ink, ground), least)
            << "theme " << i << std::hex << " ink " << ink << " on " << ground;
      }
    }
    EXPECT_GE(contrast(c.on_accent, c.accent), least) << "theme " << i;
  }
}

TEST(Theme, TermsAreReadableOnTheirColours) {
  for (size_t i = 0; i < kTermCount; ++i) {
    const auto term = static_cast<TermId>(i);
    EXPECT_GE(contrast(on_term_color(term), term_color(term)), 4.5) << term_id(term);
  }
}

TEST(Theme, ControlsStandOutFromTheirGround) {
  // WCAG 1.4.11: what is needed to see a control, 3 to 1; our borders are helped by their fill, so
  // only high contrast promises it.
  const Palette& c = palette(Theme::Contrast);
  EXPECT_GE(contrast(c.strong_line, c.ground), 3);
  EXPECT_GE(contrast(c.line, c.ground), 3);
}

TEST(Theme, NamesGoThereAndBack) {
  for (size_t i = 0; i < kThemeChoices; ++i) {
    const auto choice = static_cast<ThemeChoice>(i);
    EXPECT_EQ(theme_from(theme_id(choice)), choice);
  }
  EXPECT_EQ(theme_from("plaid"), ThemeChoice::System);
}

TEST(Theme, OfTheSystemFollowsIt) {
  EXPECT_EQ(theme_of(ThemeChoice::System, true), Theme::Dark);
  EXPECT_EQ(theme_of(ThemeChoice::System, false), Theme::Light);
  EXPECT_EQ(theme_of(ThemeChoice::Contrast, false), Theme::Contrast);
}

}  // namespace
}  // namespace vramscope::test
