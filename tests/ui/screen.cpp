#include "screen.h"

#include "app_fonts.h"
#include "platform.h"
#include "ui_fonts.h"

namespace vramscope {
namespace platform {

void wake(double) {}
void share(const std::string& fragment) { test::told().shared.push_back(fragment); }
void store_recent(const std::string& text) { test::told().stored.push_back(text); }
void open_page(const std::string& path) { test::told().opened.push_back(path); }
void save_file(const std::string& name, const std::string& text) {
  test::told().saved_names.push_back(name);
  test::told().saved_texts.push_back(text);
}
void save_plot(const std::string& name, const chart::Drawing&, chart::Color) {
  test::told().saved_names.push_back(name);
}
void save_screen(const std::string& name) { test::told().saved_names.push_back(name); }
bool can_pick_file() { return true; }
void pick_file() {}

}  // namespace platform

namespace test {

Told& told() {
  static Told one;
  return one;
}

Screen::Screen(float width, float height, float scale)
    : state(first_screen()),
      surface{.width = width, .height = height, .scale = scale},
      context_(ImGui::CreateContext()) {
  told() = {};
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigInputTrickleEventQueue = false;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  load_fonts();
  merge_han_font({kUiHanFont, kUiHanFontSize});
}

Screen::~Screen() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetStatus(ImTextureStatus_Destroyed);
    texture->SetTexID(ImTextureID_Invalid);
  }
  ImGui::DestroyContext(context_);
}

void Screen::draw(int frames) {
  ImGuiIO& io = ImGui::GetIO();
  for (int i = 0; i < frames; ++i) {
    apply_theme(theme_of(state), surface.scale);
    io.DisplaySize = {surface.width, surface.height};
    io.DeltaTime = 1.0f / 20;
    ImGui::NewFrame();
    frame(state, surface);
    ImGui::Render();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_WantCreate ||
          texture->Status == ImTextureStatus_WantUpdates) {
        texture->SetTexID(1);
        texture->SetStatus(ImTextureStatus_OK);
      }
    }
  }
}

void Screen::move(float x, float y) {
  ImGui::GetIO().AddMousePosEvent(x, y);
  draw();
}

void Screen::click(float x, float y) {
  move(x, y);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  draw();
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  draw();
}

void Screen::drag(float x0, float y0, float x1, float y1, int steps) {
  move(x0, y0);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  draw(1);
  for (int i = 1; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    ImGui::GetIO().AddMousePosEvent(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
    draw(1);
  }
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  draw();
}

void Screen::flick(float x0, float y0, float x1, float y1) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(x0, y0);
  io.AddMouseButtonEvent(0, true);
  draw(1);
  io.AddMousePosEvent(x1, y1);
  io.AddMouseButtonEvent(0, false);
  draw();
}

bool Screen::press_text(std::string_view text) {
  TextWatch watch;
  surface.watch = &watch;
  draw(1);
  surface.watch = nullptr;
  const auto found = std::find_if(watch.texts.begin(), watch.texts.end(),
                                  [&](const DrawnText& drawn) { return drawn.text == text; });
  if (found == watch.texts.end()) return false;
  click((found->x0 + found->x1) * 0.5f, (found->y0 + found->y1) * 0.5f);
  return true;
}

void Screen::key(ImGuiKeyChord chord) {
  ImGuiIO& io = ImGui::GetIO();
  const auto mods = [&](bool down) {
    for (const ImGuiKey mod : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt}) {
      if ((chord & mod) != 0) io.AddKeyEvent(mod, down);
    }
  };
  mods(true);
  io.AddKeyEvent(static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_), true);
  draw(1);
  io.AddKeyEvent(static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_), false);
  mods(false);
  draw();
}

void Screen::type(const char* text) {
  ImGui::GetIO().AddInputCharactersUTF8(text);
  draw();
}

}  // namespace test
}  // namespace vramscope
