// The file reader's door to JavaScript: a module of its own, fetched when the first file comes.
#include <emscripten/bind.h>

#include <string>

#include "vramscope/model_files.h"

namespace {
std::string read_files(const std::string& list, const std::string& prefixes) {
  return vramscope::read_files_json(list, prefixes);
}
}  // namespace

EMSCRIPTEN_BINDINGS(vramscope_files) { emscripten::function("read_files", &read_files); }
