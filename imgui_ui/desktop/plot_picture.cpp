#include "desktop/plot_picture.h"

#include <GLFW/glfw3.h>

#include <cmath>
#include <vector>

#include "chart/paint_drawing.h"
#include "desktop/png.h"
#include "imgui_impl_opengl3.h"

namespace vramscope::desktop {
namespace {

constexpr float kPixelsAUnit = 3;
constexpr GLenum kFramebuffer = 0x8D40;
constexpr GLenum kColorAttachment = 0x8CE0;
constexpr GLenum kComplete = 0x8CD5;

/// What a framebuffer needs and OpenGL 1.1's header does not declare.
struct Functions {
  void (*gen)(GLsizei, GLuint*) = nullptr;
  void (*remove)(GLsizei, const GLuint*) = nullptr;
  void (*bind)(GLenum, GLuint) = nullptr;
  void (*attach)(GLenum, GLenum, GLenum, GLuint, GLint) = nullptr;
  GLenum (*status)(GLenum) = nullptr;

  template <typename F>
  static bool load(F& function, const char* name) {
    function = reinterpret_cast<F>(glfwGetProcAddress(name));
    return function != nullptr;
  }
  bool load_all() {
    return load(gen, "glGenFramebuffers") && load(remove, "glDeleteFramebuffers") &&
           load(bind, "glBindFramebuffer") && load(attach, "glFramebufferTexture2D") &&
           load(status, "glCheckFramebufferStatus");
  }
};

float part(chart::Color color, int shift) {
  return static_cast<float>(color >> shift & 0xFF) / 255.0f;
}

}  // namespace

PlotPicture::PlotPicture(const Plot& plot)
    : width_(static_cast<int>(std::lround(plot.drawing.width * kPixelsAUnit))),
      height_(static_cast<int>(std::lround(plot.drawing.height * kPixelsAUnit))),
      ground_(plot.ground),
      list_(std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData())) {
  list_->_ResetForNewFrame();
  list_->PushTexture(ImGui::GetIO().Fonts->TexRef);
  list_->PushClipRect({0, 0}, {static_cast<float>(width_), static_cast<float>(height_)});
  chart::paint_drawing(chart::scaled(plot.drawing, kPixelsAUnit), list_.get());
}

bool PlotPicture::write(const std::string& path) {
  Functions gl;
  if (!gl.load_all()) return false;
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width_, height_, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  GLuint buffer = 0;
  gl.gen(1, &buffer);
  gl.bind(kFramebuffer, buffer);
  gl.attach(kFramebuffer, kColorAttachment, GL_TEXTURE_2D, texture, 0);
  std::vector<uint8_t> pixels;
  if (gl.status(kFramebuffer) == kComplete) {
    glViewport(0, 0, width_, height_);
    glClearColor(part(ground_, 0), part(ground_, 8), part(ground_, 16), 1);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_COLOR_BUFFER_BIT);
    ImDrawData data;
    data.Valid = true;
    data.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
    data.FramebufferScale = {1, 1};
    data.AddDrawList(list_.get());
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    pixels.resize(static_cast<size_t>(width_) * static_cast<size_t>(height_) * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    glClearColor(0, 0, 0, 1);
  }
  gl.bind(kFramebuffer, 0);
  gl.remove(1, &buffer);
  glDeleteTextures(1, &texture);
  if (pixels.empty()) return false;
  flip_rows(pixels, height_);
  return write_png(path, width_, height_, pixels);
}

}  // namespace vramscope::desktop
