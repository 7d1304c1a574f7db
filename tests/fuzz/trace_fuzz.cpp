// Any bytes are a trace or an error, whatever pieces they come in, and the pieces change nothing.
#include <cstdlib>

#include "vramscope/profile.h"

namespace {

std::string report_of(std::string_view text, size_t piece) {
  vramscope::ProfileReader reader("f");
  for (size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  vramscope::ProfileSet set;
  set.add(std::move(reader));
  return vramscope::profile_json(set.report(), vramscope::Lang::En);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string whole = report_of(text, size + 1);
  if (report_of(text, 1 + size / 3) != whole) std::abort();
  return 0;
}
