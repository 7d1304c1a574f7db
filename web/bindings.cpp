// The core module's door to JavaScript: text in, text out. No arithmetic, no wording here.
#include <emscripten.h>
#include <emscripten/bind.h>

#include <string>

#include "vramscope/answer.h"
#include "vramscope/settings.h"

// One native call for the whole text. embind's own way for a std::string looks at each byte twice
// in JavaScript first, which was a third of the time of a question.
// clang-format off
EM_JS(emscripten::EM_VAL, decoded, (const char* text, size_t size), { return Emval.toHandle(UTF8Decoder.decode(HEAPU8.subarray(text, text + size))); });
// clang-format on

namespace {

emscripten::val text_of(const std::string& text) {
  return emscripten::val::take_ownership(decoded(text.data(), text.size()));
}

emscripten::val answer(const std::string& request) {
  return text_of(vramscope::answer_json(request));
}
emscripten::val catalogue(const std::string& kind) {
  return text_of(vramscope::catalogue_json(kind));
}
emscripten::val settings(const std::string& request) {
  return text_of(vramscope::settings_json(request));
}
std::string version() { return std::string(vramscope::version()); }
std::string data_as_of() { return std::string(vramscope::data_as_of()); }
std::string encode_link(const std::string& state) { return vramscope::encode_link(state); }
std::string decode_link(const std::string& fragment) { return vramscope::decode_link(fragment); }

}  // namespace

EMSCRIPTEN_BINDINGS(vramscope) {
  emscripten::function("answer", &answer);
  emscripten::function("catalogue", &catalogue);
  emscripten::function("settings", &settings);
  emscripten::function("version", &version);
  emscripten::function("data_as_of", &data_as_of);
  emscripten::function("encode_link", &encode_link);
  emscripten::function("decode_link", &decode_link);
}
