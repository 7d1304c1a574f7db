// platform.h on the desktop: GLFW and OpenGL, drawn only when something happens.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

#include "app_fonts.h"
#include "desktop/open_paths.h"
#include "desktop/plot_picture.h"
#include "desktop/png.h"
#include "desktop/settings.h"
#include "desktop/window.h"
#include "frame.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"
#include "platform.h"
#include "ui_fonts.h"

namespace vramscope {
namespace {

double active_until = 0;     // seconds of GLFW's clock
bool quiet = false;          // a scripted run leaves nothing behind
std::string wanted_picture;  // of what is on screen, once it is drawn
desktop::Plot wanted_plot;   // the same of one plot

}  // namespace

namespace platform {

void wake(double milliseconds) {
  active_until = std::max(active_until, glfwGetTime() + milliseconds / 1000);
}

void share(const std::string& fragment) {
  ImGui::SetClipboardText(("vramscope-desktop --link '" + fragment + "'").c_str());
}

void open_page(const std::string& path) { ImGui::SetClipboardText(path.c_str()); }

void store_recent(const std::string& text) {
  if (!quiet) desktop::save_recent(text);
}

void save_file(const std::string& name, const std::string& text) {
  const std::string path = desktop::download_path(name);
  std::ofstream(path, std::ios::binary) << text;
  std::printf("%s\n", path.c_str());
}

void save_screen(const std::string& name) { wanted_picture = name; }

void save_plot(const std::string& name, const chart::Drawing& drawing, chart::Color ground) {
  wanted_plot = {name, drawing, ground};
}

bool can_pick_file() { return false; }
void pick_file() {}

}  // namespace platform

namespace desktop {
namespace {

constexpr double kAfterInput = 500;  // milliseconds: hover delays and trickled events

struct Program {
  UiState* state = nullptr;
  std::optional<float> scale;
  float applied_scale = 0;
  Theme applied_theme = Theme::Dark;
};

void on_drop(GLFWwindow* window, int count, const char** paths) {
  auto* program = static_cast<Program*>(glfwGetWindowUserPointer(window));
  desktop::open_paths(*program->state, {paths, paths + count});
  platform::wake(kAfterInput);
}

void wake_on_input(GLFWwindow* window) {
  glfwSetDropCallback(window, on_drop);
  glfwSetWindowRefreshCallback(window, [](GLFWwindow*) { platform::wake(kAfterInput); });
  glfwSetFramebufferSizeCallback(window,
                                 [](GLFWwindow*, int, int) { platform::wake(kAfterInput); });
  glfwSetWindowContentScaleCallback(window,
                                    [](GLFWwindow*, float, float) { platform::wake(kAfterInput); });
}

Surface surface_of(GLFWwindow* window, const Program& program) {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  float scale = 1;
  glfwGetWindowContentScale(window, &scale, nullptr);
  return {.width = static_cast<float>(width),
          .height = static_cast<float>(height),
          .scale = program.scale.value_or(std::clamp(scale, 0.5f, 4.0f))};
}

void draw(GLFWwindow* window, Program& program) {
  const Surface surface = surface_of(window, program);
  const Theme theme = theme_of(*program.state);
  if (surface.scale != program.applied_scale || theme != program.applied_theme) {
    apply_theme(theme, surface.scale);
    program.applied_scale = surface.scale;
    program.applied_theme = theme;
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  frame(*program.state, surface);
  std::optional<PlotPicture> picture;
  if (!wanted_plot.name.empty()) picture.emplace(wanted_plot);  // its letters are wanted too
  ImGui::Render();
  glViewport(0, 0, static_cast<int>(surface.width), static_cast<int>(surface.height));
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (!picture) return;
  const std::string path = download_path(wanted_plot.name);
  wanted_plot = {};
  if (picture->write(path)) {
    std::printf("%s\n", path.c_str());
  } else {
    std::fprintf(stderr, "vramscope-desktop: cannot write %s\n", path.c_str());
  }
}

bool write_picture(GLFWwindow* window, const Program& program, const std::string& path) {
  const Surface surface = surface_of(window, program);
  const int width = static_cast<int>(surface.width);
  const int height = static_cast<int>(surface.height);
  const size_t row = static_cast<size_t>(width) * 4;
  std::vector<uint8_t> pixels(row * static_cast<size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  flip_rows(pixels, height);
  if (write_png(path, width, height, pixels)) return true;
  std::fprintf(stderr, "vramscope-desktop: cannot write %s\n", path.c_str());
  return false;
}

bool write_screenshot(GLFWwindow* window, Program& program, const std::string& path) {
  for (int i = 0; i < 4; ++i) draw(window, program);  // boxes that fit their content need a few
  return write_picture(window, program, path);
}

void run(GLFWwindow* window, Program& program) {
  platform::wake(kAfterInput);
  while (!glfwWindowShouldClose(window)) {
    if (glfwGetTime() < active_until) {
      glfwPollEvents();  // the swap waits for the screen
    } else {
      glfwWaitEvents();
      platform::wake(kAfterInput);
    }
    draw(window, program);
    if (!wanted_picture.empty()) {
      const std::string path = download_path(wanted_picture);
      wanted_picture.clear();
      if (write_picture(window, program, path)) std::printf("%s\n", path.c_str());
    }
    if (ImGui::GetIO().WantTextInput || ImGui::IsAnyMouseDown()) platform::wake(50);
    glfwSwapBuffers(window);
  }
}

GLFWwindow* open_window(const WindowOptions& options) {
  glfwSetErrorCallback(
      [](int, const char* text) { std::fprintf(stderr, "vramscope-desktop: %s\n", text); });
  if (!glfwInit()) return nullptr;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
  const bool hidden = !options.screenshot.empty();
  glfwWindowHint(GLFW_VISIBLE, hidden ? GLFW_FALSE : GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, options.scale ? GLFW_FALSE : GLFW_TRUE);
  const float scale = options.scale.value_or(1.0f);
  GLFWwindow* window = glfwCreateWindow(
      static_cast<int>(static_cast<float>(options.width) * scale),
      static_cast<int>(static_cast<float>(options.height) * scale), "vramscope", nullptr, nullptr);
  if (window == nullptr) return nullptr;
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  return window;
}

}  // namespace

namespace {

/// Whether the corner lies on a screen that is there now.
bool is_on_a_screen(int x, int y) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int left = 0;
    int top = 0;
    int width = 0;
    int height = 0;
    glfwGetMonitorWorkarea(monitors[i], &left, &top, &width, &height);
    if (x >= left && y >= top && x < left + width && y < top + height) return true;
  }
  return false;
}

void put_back(GLFWwindow* window, const WindowOptions& options) {
  if (!options.screenshot.empty()) return;
  if (options.x && options.y && is_on_a_screen(*options.x, *options.y)) {
    glfwSetWindowPos(window, *options.x, *options.y);
  }
  if (options.maximised) glfwMaximizeWindow(window);
}

/// A maximised window remembers the size that it had before: here that of the options.
WindowPlace place_of(GLFWwindow* window, const Surface& last, const WindowOptions& options) {
  WindowPlace place{.width = options.width, .height = options.height};
  place.maximised = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
  if (place.maximised) {
    place.x = options.x.value_or(0);
    place.y = options.y.value_or(0);
    return place;
  }
  glfwGetWindowPos(window, &place.x, &place.y);
  place.width = static_cast<int>(std::lround(last.width / last.scale));
  place.height = static_cast<int>(std::lround(last.height / last.scale));
  return place;
}

}  // namespace

std::optional<WindowPlace> show_window(UiState& state, const WindowOptions& options) {
  GLFWwindow* window = open_window(options);
  if (window == nullptr) return std::nullopt;
  Program program{.state = &state, .scale = options.scale};
  quiet = !options.screenshot.empty();
  glfwSetWindowUserPointer(window, &program);
  wake_on_input(window);
  put_back(window, options);

  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // the only thing that would draw by itself
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  load_fonts();
  merge_han_font({kUiHanFont, kUiHanFontSize});
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 130");

  bool done = true;
  if (options.screenshot.empty()) {
    run(window, program);
  } else {
    done = write_screenshot(window, program, options.screenshot);
  }
  const WindowPlace place = place_of(window, surface_of(window, program), options);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window);
  glfwTerminate();
  if (!done) return std::nullopt;
  return place;
}

}  // namespace desktop
}  // namespace vramscope
