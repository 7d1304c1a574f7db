// Small traces, written by hand, and the reader over a text.
#pragma once

#include <string>
#include <string_view>

#include "vramscope/profile.h"

namespace vramscope::testing {

/// {"ph":"X",…}; args without braces.
inline std::string trace_event(std::string_view category, std::string_view name, double ts,
                               double dur, std::string_view args = {}, std::string_view tid = "7") {
  return R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + std::string(name) +
         R"(","pid":0,"tid":)" + std::string(tid) + R"(,"ts":)" + std::to_string(ts) +
         R"(,"dur":)" + std::to_string(dur) + R"(,"args":{)" + std::string(args) + "}}";
}

/// Reads `text`, `piece` bytes at a time.
inline Result<ProfileReport> read_profile(std::string_view text, size_t piece = 1 << 16) {
  ProfileReader reader("t.json");
  for (size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  ProfileSet set;
  set.add(std::move(reader));
  return set.report();
}

}  // namespace vramscope::testing
