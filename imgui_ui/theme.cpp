#include "theme.h"

#include <array>
#include <cmath>

namespace vramscope {
namespace {

constexpr ImU32 rgb(uint32_t hex, uint32_t alpha = 0xFF) {
  return IM_COL32((hex >> 16) & 0xFF, (hex >> 8) & 0xFF, hex & 0xFF, alpha);
}

constexpr Palette kDark{
    .ground = rgb(0x15171C),
    .panel = rgb(0x1C1F26),
    .raised = rgb(0x242833),
    .hover = rgb(0x2C313E),
    .line = rgb(0x2B303B),
    .strong_line = rgb(0x3D4453),
    .text = rgb(0xE6E9EF),
    .muted = rgb(0x9AA3B2),
    .faint = rgb(0x96A0B0),
    .accent = rgb(0x6EA8FE),
    .on_accent = rgb(0x0E1624),
    .accent_wash = rgb(0x6EA8FE, 0x1C),
    .fits = rgb(0x2FB36D),
    .tight = rgb(0xE0A11B),
    .no = rgb(0xF0706A),
    .hatch = rgb(0x9AA3B2, 0x24),
    .shadow = rgb(0x000000, 0x60),
    .backdrop = rgb(0x0B0D11, 0x8C),
};

constexpr Palette kLight{
    .ground = rgb(0xF7F8FA),
    .panel = rgb(0xFFFFFF),
    .raised = rgb(0xFFFFFF),
    .hover = rgb(0xF0F3F8),
    .line = rgb(0xE3E7EE),
    .strong_line = rgb(0xC9D0DB),
    .text = rgb(0x1A1F2B),
    .muted = rgb(0x5B6676),
    .faint = rgb(0x5C6879),
    .accent = rgb(0x1F5ADC),
    .on_accent = rgb(0xFFFFFF),
    .accent_wash = rgb(0x1F5ADC, 0x12),
    .fits = rgb(0x107540),
    .tight = rgb(0x8A5B00),
    .no = rgb(0xBF322E),
    .hatch = rgb(0x5B6676, 0x26),
    .shadow = rgb(0x1A1F2B, 0x24),
    .backdrop = rgb(0x1A1F2B, 0x40),
};

/// Every text at least seven to one, every edge to be seen.
constexpr Palette kContrast{
    .ground = rgb(0x000000),
    .panel = rgb(0x000000),
    .raised = rgb(0x101010),
    .hover = rgb(0x2A2A2A),
    .line = rgb(0x8C8C8C),
    .strong_line = rgb(0xC8C8C8),
    .text = rgb(0xFFFFFF),
    .muted = rgb(0xE4E4E4),
    .faint = rgb(0xD2D2D2),
    .accent = rgb(0x8AC8FF),
    .on_accent = rgb(0x000000),
    .accent_wash = rgb(0x8AC8FF, 0x38),
    .fits = rgb(0x5CFF9D),
    .tight = rgb(0xFFD84A),
    .no = rgb(0xFF9E98),
    .hatch = rgb(0xE4E4E4, 0x50),
    .shadow = rgb(0x000000, 0x60),
    .backdrop = rgb(0x000000, 0xB0),
};

struct TermColor {
  TermId term;
  uint32_t hex;
};
constexpr std::array<TermColor, kTermCount> kTermColors{{
    {TermId::Weights, 0x4C8DFF},
    {TermId::KvCache, 0x22B8A7},
    {TermId::RecurrentState, 0x7BD389},
    {TermId::Activations, 0xF2A33A},
    {TermId::Logits, 0xE8743B},
    {TermId::Gradients, 0xC77DFF},
    {TermId::OptimizerState, 0x8F6BE8},
    {TermId::Adapter, 0xF06BB1},
    {TermId::CommBuffers, 0x9AA7B8},
    {TermId::Workspace, 0xE3C34A},
    {TermId::RuntimeOverhead, 0x6B7688},
}};
constexpr bool in_term_order() {
  for (size_t i = 0; i < kTermColors.size(); ++i) {
    if (kTermColors[i].term != static_cast<TermId>(i)) return false;
  }
  return true;
}
static_assert(in_term_order());

ImVec4 vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

}  // namespace

const Palette& palette(Theme theme) {
  switch (theme) {
    case Theme::Dark:
      return kDark;
    case Theme::Light:
      return kLight;
    case Theme::Contrast:
      return kContrast;
  }
  return kDark;
}

Theme theme_of(ThemeChoice choice, bool system_dark) {
  switch (choice) {
    case ThemeChoice::System:
      return system_dark ? Theme::Dark : Theme::Light;
    case ThemeChoice::Light:
      return Theme::Light;
    case ThemeChoice::Dark:
      return Theme::Dark;
    case ThemeChoice::Contrast:
      return Theme::Contrast;
  }
  return Theme::Dark;
}

double contrast(ImU32 a, ImU32 b) {
  const auto luminance = [](ImU32 color) {
    const auto channel = [&](int shift) {
      const double c = static_cast<double>(color >> shift & 0xFF) / 255;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(16);
  };
  const double x = luminance(a) + 0.05;
  const double y = luminance(b) + 0.05;
  return x > y ? x / y : y / x;
}

ImU32 term_color(TermId term) { return rgb(kTermColors[static_cast<size_t>(term)].hex); }

ImU32 on_term_color(TermId term) {
  const bool dark_ground = term == TermId::RuntimeOverhead;
  return dark_ground ? rgb(0xFFFFFF) : rgb(0x0E1218);
}

ImU32 verdict_color(const Palette& colors, Verdict verdict) {
  switch (verdict) {
    case Verdict::Fits:
      return colors.fits;
    case Verdict::Tight:
      return colors.tight;
    case Verdict::No:
      return colors.no;
  }
  return colors.text;
}

ImU32 with_alpha(ImU32 color, float alpha) {
  const auto a = static_cast<ImU32>(alpha * 255.0f + 0.5f);
  return (color & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

void apply_theme(Theme theme, float scale) {
  const Palette& c = palette(theme);
  ImGuiStyle style;  // from scratch: nothing of the last theme or scale stays
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildBorderSize = 0;
  style.ChildRounding = 6;
  style.PopupRounding = 8;
  style.PopupBorderSize = 1;
  style.FrameRounding = 6;
  style.FrameBorderSize = 1;
  style.FramePadding = {8, 5};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {8, 4};
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.GrabRounding = 6;
  style.HoverDelayNormal = 0.30f;
  style.HoverStationaryDelay = 0.10f;
  style.ScaleAllSizes(scale);
  style.FontSizeBase = 17.0f;
  style.FontScaleDpi = scale;

  ImVec4* colors = style.Colors;
  for (int i = 0; i < ImGuiCol_COUNT; ++i) colors[i] = vec(c.accent);  // a default would be seen
  const struct {
    ImGuiCol role;
    ImU32 color;
  } roles[] = {
      {ImGuiCol_Text, c.text},
      {ImGuiCol_TextDisabled, c.muted},
      {ImGuiCol_WindowBg, c.ground},
      {ImGuiCol_ChildBg, 0},
      {ImGuiCol_PopupBg, theme == Theme::Light ? c.panel : c.raised},
      {ImGuiCol_Border, c.strong_line},
      {ImGuiCol_BorderShadow, 0},
      {ImGuiCol_FrameBg, c.raised},
      {ImGuiCol_FrameBgHovered, c.hover},
      {ImGuiCol_FrameBgActive, c.raised},
      {ImGuiCol_ScrollbarBg, 0},
      {ImGuiCol_ScrollbarGrab, with_alpha(c.muted, 0.28f)},
      {ImGuiCol_ScrollbarGrabHovered, with_alpha(c.muted, 0.5f)},
      {ImGuiCol_ScrollbarGrabActive, with_alpha(c.muted, 0.7f)},
      {ImGuiCol_TextSelectedBg, with_alpha(c.accent, 0.35f)},
      {ImGuiCol_InputTextCursor, c.accent},
      {ImGuiCol_NavCursor, c.accent},
      {ImGuiCol_ModalWindowDimBg, c.backdrop},
      {ImGuiCol_NavWindowingDimBg, c.backdrop},
      {ImGuiCol_Separator, c.line},
  };
  for (const auto& [role, color] : roles) colors[role] = vec(color);
  ImGui::GetStyle() = style;
}

}  // namespace vramscope
