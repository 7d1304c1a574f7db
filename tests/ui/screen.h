// The app on a screen that only exists in memory: real input events in, frames and state out.
#pragma once

#include <string>
#include <vector>

#include "frame.h"
#include "imgui.h"
#include "ui_state.h"

namespace vramscope::test {

/// What the platform was asked to do.
struct Told {
  std::vector<std::string> shared, stored, opened;
  std::vector<std::string> saved_names, saved_texts;
};
Told& told();

class Screen {
 public:
  explicit Screen(float width = 1280, float height = 800, float scale = 1);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  UiState state;
  Surface surface;

  void draw(int frames = 3);
  void move(float x, float y);
  void click(float x, float y);
  void drag(float x0, float y0, float x1, float y1, int steps = 8);
  void flick(float x0, float y0, float x1,
             float y1);                    ///< a drag with no frame between move and release
  bool press_text(std::string_view text);  ///< false when it is not on the screen
  void key(ImGuiKeyChord chord);
  void type(const char* text);

 private:
  ImGuiContext* context_;
};

}  // namespace vramscope::test
