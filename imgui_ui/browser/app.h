// The app in the browser: what its script (web/app/app_shell.js) tells it and asks of it.
//
// No GLFW here: Emscripten's listens on the whole window and takes keys, wheel and focus away from
// the page. The script listens on the canvas alone and calls these.
#pragma once

#include <string>

namespace vramscope::browser {

/// Makes the WebGL 2 context of Module.canvas. False: there is none.
bool start(const std::string& lang, const std::string& theme, const std::string& link);
/// Size in physical pixels; `scale` of them are one CSS pixel.
void resize(double width, double height, double scale, bool touch);
void context_lost();
void context_restored();

void pointer(double x, double y, bool touch);  ///< physical pixels
void pointer_left();
void button(int button, bool down);
void wheel(double x, double y);  ///< in notches
/// Whether what is under the pointer can scroll that way; if not, the page may have the wheel.
bool takes_wheel(double y);
/// `name` is KeyboardEvent.key. Returns whether the app knows the key.
bool key(const std::string& name, bool down, bool control, bool shift, bool alt);
void text(const std::string& typed);
void focus(bool focused);
bool wants_text();
std::string language();
void paste(const std::string& text);

/// The state as the fragment of a permalink. Setting it is not a change by the reader.
void set_state(const std::string& fragment);
std::string get_state();
std::string reply();
void set_language(const std::string& lang);
void set_theme(const std::string& theme);  ///< system, light, dark, contrast
/// What "system" stands for; also before start().
void set_system_dark(bool dark);
/// What on_recent was told last, from wherever the page keeps it.
void set_recent(const std::string& text);
/// A config.json that the reader dropped, pasted or picked.
void drop_file(const std::string& name, const std::string& text);
/// Bytes of ui-han.ttf, once.
void load_han_font(const std::string& bytes);
/// How many frames were drawn: a test that an idle app draws none.
double frames();

}  // namespace vramscope::browser
