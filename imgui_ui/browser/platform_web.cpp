// platform.h in the browser: WebGL 2, and frames only when something happens.
#include <emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <string>

#include "app_fonts.h"
#include "browser/app.h"
#include "browser/keys.h"
#include "chart/svg.h"
#include "frame.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "platform.h"

// Names that the script reads are written Module['x'], so that the minifier keeps them.
// clang-format off
EM_JS(void, name_canvas, (), { specialHTMLTargets['!vramscope'] = Module['canvas']; });
EM_JS(void, tell_change, (const char* link), { if (Module['on_change']) Module['on_change'](UTF8ToString(link)); });
EM_JS(void, tell_share, (const char* link), { if (Module['on_share']) Module['on_share'](UTF8ToString(link)); });
EM_JS(void, tell_copy, (const char* text), { if (Module['on_copy']) Module['on_copy'](UTF8ToString(text)); });
EM_JS(void, tell_save, (const char* name, const char* text), { if (Module['on_save']) Module['on_save'](UTF8ToString(name), UTF8ToString(text)); });
EM_JS(void, tell_place, (const char* path), { if (Module['on_page']) Module['on_page'](UTF8ToString(path)); });
EM_JS(void, tell_screen, (const char* name), { if (Module['on_screen']) Module['on_screen'](UTF8ToString(name)); });
EM_JS(void, tell_recent, (const char* text), { if (Module['on_recent']) Module['on_recent'](UTF8ToString(text)); });
EM_JS(void, tell_pick, (), { if (Module['on_pick']) Module['on_pick'](); });
EM_JS(void, tell_view, (const char* lang, const char* theme), { if (Module['on_view']) Module['on_view'](UTF8ToString(lang), UTF8ToString(theme)); });
EM_JS(void, tell_frame, (int cursor, int wants_text, double x, double y, double height), { if (Module['on_frame']) Module['on_frame'](cursor, !!wants_text, x, y, height); });
// clang-format on

namespace vramscope {
namespace {

constexpr double kAfterInput = 400;  // milliseconds: hover delays and trickled events
constexpr int kToSettle = 3;  // frames after a change of size: sizes that depend on what was drawn

/// Everything the app holds. The browser calls in from outside, so it has to live somewhere.
struct App {
  UiState state;
  Surface surface;
  std::string clipboard;
  std::string han_font;  ///< its bytes stay for as long as the atlas draws from them
  double active_until = 0;
  double last_tick = 0;
  double frames = 0;
  int frames_due = 0;    ///< to be drawn whatever the clock says
  bool pending = false;  ///< a frame is asked for
  bool system_dark = true;
  bool running = false;  ///< there is a context to draw into
  Theme applied_theme = Theme::Dark;
  float applied_scale = 0;
  Lang told_lang = Lang::En;
  ThemeChoice told_theme = ThemeChoice::System;
  ImVec2 ime;
  float ime_height = 0;
};
App app;  // NOLINT: see above

EM_BOOL tick(double now, void*);

void request_frame() {
  if (app.pending || !app.running) return;
  app.pending = true;
  emscripten_request_animation_frame(tick, nullptr);
}

void draw() {
  if (app.surface.width < 1 || app.surface.height < 1) return;
  const Theme theme = theme_of(app.state);
  if (app.surface.scale != app.applied_scale || theme != app.applied_theme) {
    apply_theme(theme, app.surface.scale);
    app.applied_scale = app.surface.scale;
    app.applied_theme = theme;
  }
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {app.surface.width, app.surface.height};
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  frame(app.state, app.surface);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  ++app.frames;
}

void tell_page(uint64_t edits_before) {
  if (app.state.edits != edits_before) tell_change(link_of(app.state).c_str());
  if (app.state.lang != app.told_lang || app.state.theme_choice != app.told_theme) {
    app.told_lang = app.state.lang;
    app.told_theme = app.state.theme_choice;
    tell_view(std::string(lang_id(app.state.lang)).c_str(),
              std::string(theme_id(app.state.theme_choice)).c_str());
  }
  tell_frame(ImGui::GetMouseCursor(), ImGui::GetIO().WantTextInput ? 1 : 0, app.ime.x, app.ime.y,
             app.ime_height);
}

EM_BOOL tick(double now, void*) {
  app.pending = false;
  if (!app.running) return EM_FALSE;
  const double seconds = (now - app.last_tick) / 1000;
  app.last_tick = now;
  ImGui::GetIO().DeltaTime = static_cast<float>(std::clamp(seconds, 0.001, 0.1));
  const uint64_t edits = app.state.edits;
  draw();
  if (app.frames_due > 0) --app.frames_due;
  tell_page(edits);
  const bool queued = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
  if (now < app.active_until || app.frames_due > 0 || queued || ImGui::IsAnyMouseDown()) {
    request_frame();
  }
  return EM_FALSE;
}

void set_clipboard(ImGuiContext*, const char* text) {
  app.clipboard = text;
  tell_copy(text);
}
const char* get_clipboard(ImGuiContext*) { return app.clipboard.c_str(); }
void set_ime(ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* data) {
  app.ime = data->InputPos;
  app.ime_height = data->InputLineHeight;
}

}  // namespace

namespace platform {

void wake(double milliseconds) {
  app.active_until = std::max(app.active_until, emscripten_performance_now() + milliseconds);
  request_frame();
}

void share(const std::string& fragment) { tell_share(fragment.c_str()); }
void save_file(const std::string& name, const std::string& text) {
  tell_save(name.c_str(), text.c_str());
}
void store_recent(const std::string& text) { tell_recent(text.c_str()); }
void open_page(const std::string& path) { tell_place(path.c_str()); }

/// The browser draws the points of a plot from its outlines, in the page's own fonts.
void save_plot(const std::string& name, const chart::Drawing& drawing, chart::Color ground) {
  tell_save(name.c_str(), chart::to_svg(drawing, ground).c_str());
}

void save_screen(const std::string& name) {
  tell_screen(name.c_str());
  wake(50);
}
bool can_pick_file() { return true; }
void pick_file() { tell_pick(); }

}  // namespace platform

namespace browser {

using platform::wake;

bool start(const std::string& lang, const std::string& theme, const std::string& link) {
  name_canvas();
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = EM_FALSE;
  attributes.depth = EM_FALSE;
  attributes.antialias = EM_FALSE;                  // Dear ImGui smooths its own edges
  attributes.enableExtensionsByDefault = EM_FALSE;  // asking for thirty costs most of a second
  const auto context = emscripten_webgl_create_context("!vramscope", &attributes);
  if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS) {
    return false;
  }
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // the only thing that would draw by itself
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  ImGuiPlatformIO& functions = ImGui::GetPlatformIO();
  functions.Platform_SetClipboardTextFn = set_clipboard;
  functions.Platform_GetClipboardTextFn = get_clipboard;
  functions.Platform_SetImeDataFn = set_ime;
  load_fonts();
  ImGui_ImplOpenGL3_Init("#version 300 es");

  app.state = first_screen();
  if (!link.empty()) open_link(app.state, link);
  app.state.system_dark = app.system_dark;
  if (!theme.empty()) app.state.theme_choice = theme_from(theme);
  if (!lang.empty()) app.state.lang = lang_from(lang);
  app.told_lang = app.state.lang;
  app.told_theme = app.state.theme_choice;
  refresh(app.state);
  restart(app.state.history, app.state.request);
  app.running = true;
  return true;
}

void resize(double width, double height, double scale, bool touch) {
  app.surface = {.width = static_cast<float>(width),
                 .height = static_cast<float>(height),
                 .scale = static_cast<float>(std::clamp(scale, 0.25, 8.0)),
                 .touch = touch};
  app.frames_due = kToSettle;
  if (app.frames == 0 && app.running) {
    tick(emscripten_performance_now(), nullptr);  // the first picture waits for no turn
  } else {
    request_frame();
  }
}

void context_lost() { app.running = false; }

void context_restored() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplOpenGL3_Init("#version 300 es");
  app.running = true;
  app.pending = false;
  wake(kAfterInput);
}

void pointer(double x, double y, bool touch) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
  io.AddMousePosEvent(static_cast<float>(x), static_cast<float>(y));
  wake(kAfterInput);
}

void pointer_left() {
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  wake(kAfterInput);
}

void button(int button, bool down) {
  if (button < 0 || button > 2) return;
  constexpr int kButtons[] = {0, 2, 1};  // the browser's middle is 1, Dear ImGui's is 2
  ImGui::GetIO().AddMouseButtonEvent(kButtons[button], down);
  wake(kAfterInput);
}

void wheel(double x, double y) {
  ImGui::GetIO().AddMouseWheelEvent(static_cast<float>(x), static_cast<float>(y));
  wake(kAfterInput);
}

bool takes_wheel(double y) {
  for (const ImGuiWindow* window = ImGui::GetCurrentContext()->HoveredWindow; window != nullptr;
       window = window->Flags & ImGuiWindowFlags_ChildWindow ? window->ParentWindow : nullptr) {
    if (window->ScrollMax.y <= 0) continue;
    if (y > 0 ? window->Scroll.y > 0 : window->Scroll.y < window->ScrollMax.y) return true;
  }
  return false;
}

bool key(const std::string& name, bool down, bool control, bool shift, bool alt) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, control);
  io.AddKeyEvent(ImGuiMod_Shift, shift || name == "?");  // wherever the layout has it
  io.AddKeyEvent(ImGuiMod_Alt, alt);
  const ImGuiKey known = key_of(name);
  if (known != ImGuiKey_None) io.AddKeyEvent(known, down);
  wake(kAfterInput);
  return known != ImGuiKey_None;
}

void text(const std::string& typed) {
  ImGui::GetIO().AddInputCharactersUTF8(typed.c_str());
  wake(kAfterInput);
}

void focus(bool focused) {
  ImGui::GetIO().AddFocusEvent(focused);
  if (!focused) ImGui::ClearActiveID();  // else a field of ours would keep what the page types
  wake(kAfterInput);
}

std::string language() { return std::string(lang_id(app.state.lang)); }
bool wants_text() { return ImGui::GetIO().WantTextInput; }

void paste(const std::string& text) {
  app.clipboard = text;
  key("v", true, true, false, false);
  key("v", false, false, false, false);
}

void set_state(const std::string& fragment) {
  open_link(app.state, fragment);
  keep_recent(app.state);
  wake(kAfterInput);
}

std::string get_state() { return link_of(app.state); }
std::string reply() { return reply_json(app.state.reply); }

void set_language(const std::string& lang) {
  app.state.lang = app.told_lang = lang_from(lang);
  refresh(app.state);
  wake(kAfterInput);
}

void set_theme(const std::string& theme) {
  app.state.theme_choice = app.told_theme = theme_from(theme);
  wake(kAfterInput);
}

void set_system_dark(bool dark) {
  app.system_dark = app.state.system_dark = dark;
  wake(kAfterInput);
}

void set_recent(const std::string& text) { app.state.recent = read_recent(text); }

void drop_file(const std::string& name, const std::string& text) {
  if (take_file(app.state, name, text)) tell_change(link_of(app.state).c_str());
  wake(kAfterInput);
}

void load_han_font(const std::string& bytes) {
  if (!app.han_font.empty() || bytes.empty()) return;
  app.han_font = bytes;
  merge_han_font(
      {reinterpret_cast<const unsigned char*>(app.han_font.data()), app.han_font.size()});
  wake(kAfterInput);
}

double frames() { return app.frames; }

}  // namespace browser
}  // namespace vramscope
