// The core module's door to JavaScript: text in, text out. No arithmetic, no wording here.
#include <emscripten/bind.h>

#include <string>

#include "vramscope/answer.h"

namespace {
std::string answer(const std::string& request) { return vramscope::answer_json(request); }
std::string catalogue(const std::string& kind) { return vramscope::catalogue_json(kind); }
std::string version() { return std::string(vramscope::version()); }
std::string data_as_of() { return std::string(vramscope::data_as_of()); }
std::string encode_link(const std::string& state) { return vramscope::encode_link(state); }
std::string decode_link(const std::string& fragment) { return vramscope::decode_link(fragment); }
}  // namespace

EMSCRIPTEN_BINDINGS(vramscope) {
  emscripten::function("answer", &answer);
  emscripten::function("catalogue", &catalogue);
  emscripten::function("version", &version);
  emscripten::function("data_as_of", &data_as_of);
  emscripten::function("encode_link", &encode_link);
  emscripten::function("decode_link", &decode_link);
}
