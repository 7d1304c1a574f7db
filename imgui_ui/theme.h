// Colours and measures of the app: three themes, one colour a term.
#pragma once

#include <cstdint>

#include "imgui.h"
#include "vramscope/reply.h"

namespace vramscope {

enum class Theme : uint8_t { Dark, Light, Contrast };
inline constexpr size_t kThemes = 3;
/// What the reader wants; System follows the machine.
enum class ThemeChoice : uint8_t { System, Light, Dark, Contrast };
inline constexpr size_t kThemeChoices = 4;
Theme theme_of(ThemeChoice choice, bool system_dark);

struct Palette {
  ImU32 ground, panel, raised, hover, line, strong_line;
  ImU32 text, muted, faint;
  ImU32 accent, on_accent, accent_wash;
  ImU32 fits, tight, no;  ///< of verdict words and signs
  ImU32 hatch, shadow, backdrop;
};
const Palette& palette(Theme theme);

/// The same in both themes, in every view and in the handbook.
ImU32 term_color(TermId term);
/// Text that is readable on that colour.
ImU32 on_term_color(TermId term);
ImU32 verdict_color(const Palette& colors, Verdict verdict);

/// How far two colours stand apart, 1 to 21 (WCAG 2.2, contrast ratio).
double contrast(ImU32 a, ImU32 b);

ImU32 with_alpha(ImU32 color, float alpha);

/// Sets Dear ImGui's own style from the palette, at a scale of physical pixels.
void apply_theme(Theme theme, float scale);

}  // namespace vramscope
