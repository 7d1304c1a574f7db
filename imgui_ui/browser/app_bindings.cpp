// The app's own functions for its script; those of the core are in web/bindings.cpp.
#include <emscripten/bind.h>

#include "browser/app.h"

EMSCRIPTEN_BINDINGS(vramscope_app) {
  namespace app = vramscope::browser;
  emscripten::function("start", &app::start);
  emscripten::function("resize", &app::resize);
  emscripten::function("context_lost", &app::context_lost);
  emscripten::function("context_restored", &app::context_restored);
  emscripten::function("pointer", &app::pointer);
  emscripten::function("pointer_left", &app::pointer_left);
  emscripten::function("button", &app::button);
  emscripten::function("wheel", &app::wheel);
  emscripten::function("takes_wheel", &app::takes_wheel);
  emscripten::function("key", &app::key);
  emscripten::function("text", &app::text);
  emscripten::function("focus", &app::focus);
  emscripten::function("wants_text", &app::wants_text);
  emscripten::function("language", &app::language);
  emscripten::function("paste", &app::paste);
  emscripten::function("set_state", &app::set_state);
  emscripten::function("get_state", &app::get_state);
  emscripten::function("reply", &app::reply);
  emscripten::function("set_language", &app::set_language);
  emscripten::function("set_theme", &app::set_theme);
  emscripten::function("set_system_dark", &app::set_system_dark);
  emscripten::function("set_recent", &app::set_recent);
  emscripten::function("drop_file", &app::drop_file);
  emscripten::function("load_han_font", &app::load_han_font);
  emscripten::function("frames", &app::frames);
}
