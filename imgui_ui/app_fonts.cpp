#include "app_fonts.h"

#include "imgui.h"
#include "ui_fonts.h"

namespace vramscope {
namespace {

void merge(const unsigned char* bytes, size_t size, float pixels, float lower) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = true;
  config.GlyphOffset.y = lower;
  // Dear ImGui takes a pointer to non-const but does not write when it does not own the bytes.
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes),
                                             static_cast<int>(size), pixels, &config);
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
                              static_cast<int>(kUiLatinFontSize), 17.0f, &config);
  if (kUiSignsFontSize != 0) merge(kUiSignsFont, kUiSignsFontSize, 17.0f, 0);
}

void merge_han_font(std::span<const unsigned char> bytes) {
  if (!bytes.empty()) merge(bytes.data(), bytes.size(), 17.0f, 0);
}

}  // namespace vramscope
