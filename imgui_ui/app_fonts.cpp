#include "app_fonts.h"

#include "imgui.h"
#include "imgui_internal.h"
#include "ui_fonts.h"

namespace vramscope {
namespace {

constexpr float kPixels = 17.0f;  // 14 px type: the line of Inter is 1.21 em

void merge(const unsigned char* bytes, size_t size) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = true;
  // Dear ImGui takes a pointer to non-const but does not write when it does not own the bytes.
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes),
                                             static_cast<int>(size), kPixels, &config);
}

}  // namespace

void load_fonts() {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  if (kUiLatinFontSize == 0) {
    atlas->AddFontDefault();
    return;
  }
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  atlas->AddFontFromMemoryTTF(const_cast<unsigned char*>(kUiLatinFont),
                              static_cast<int>(kUiLatinFontSize), kPixels, &config);
  if (kUiSignsFontSize != 0) merge(kUiSignsFont, kUiSignsFontSize);
}

void merge_han_font(std::span<const unsigned char> bytes) {
  if (bytes.empty()) return;
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  merge(bytes.data(), bytes.size());
  // Characters that were looked for before are remembered as missing.
  for (ImFont* font : atlas->Fonts) ImFontAtlasFontDiscardBakes(atlas, font, 0);
}

}  // namespace vramscope
