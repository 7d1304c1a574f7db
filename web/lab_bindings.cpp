// The lab's door to JavaScript: traces in pieces, topologies as text. A module of its own, fetched
// when the first such file comes.
#include <emscripten/bind.h>

#include <optional>
#include <string>
#include <vector>

#include "vramscope/lab_table.h"
#include "vramscope/tools.h"

namespace {

using vramscope::Lang;

/// One reading at a time: begin, then open and feed for each file, then end.
struct Reading {
  vramscope::ProfileSet set;
  std::optional<vramscope::ProfileReader> reader;
  std::vector<char> room;
};
std::optional<Reading> reading;

Lang lang_of(const std::string& lang) { return lang == "zh" ? Lang::Zh : Lang::En; }

void close_file() {
  if (reading->reader) reading->set.add(std::move(*reading->reader));
  reading->reader.reset();
}

void trace_begin() { reading.emplace(); }
void trace_open(const std::string& file) {
  close_file();
  reading->reader.emplace(file);
}
/// Where the next bytes are to be put; valid until the next call.
emscripten::val trace_room(size_t size) {
  if (reading->room.size() < size) reading->room.resize(size);
  return emscripten::val(
      emscripten::typed_memory_view(size, reinterpret_cast<unsigned char*>(reading->room.data())));
}
void trace_feed(size_t size) { reading->reader->feed({reading->room.data(), size}); }
std::string trace_end(const std::string& lang) {
  close_file();
  std::string reply = vramscope::profile_json(reading->set.report(), lang_of(lang));
  reading.reset();
  return reply;
}

std::string topology(const std::string& document) { return vramscope::topology_door(document); }
std::string tools(const std::string& lang) { return vramscope::tools_json(lang_of(lang)); }
std::string word(const std::string& id, const std::string& lang) {
  return std::string(vramscope::lab_label(id, lang_of(lang)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(vramscope_lab) {
  emscripten::function("trace_begin", &trace_begin);
  emscripten::function("trace_open", &trace_open);
  emscripten::function("trace_room", &trace_room);
  emscripten::function("trace_feed", &trace_feed);
  emscripten::function("trace_end", &trace_end);
  emscripten::function("topology", &topology);
  emscripten::function("tools", &tools);
  emscripten::function("word", &word);
}
