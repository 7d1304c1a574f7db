#include "io/json.h"

#include <cmath>

#include "vramscope/text.h"

namespace vramscope {
namespace {

/// Deep nesting is refused before parsing, so that nothing later has to recurse without end.
bool too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > kMaxDepth) return true;
  }
  return false;
}

}  // namespace

Result<Json> parse_json(std::string_view text, size_t max_bytes) {
  if (text.size() > max_bytes) {
    return Problem{"", "too_many_bytes",
                   {{"max", format_bytes(Bytes::of(static_cast<double>(max_bytes)), Units::Gib)}}};
  }
  if (too_deep(text)) return Problem{"", "too_deep", {{"max", std::to_string(kMaxDepth)}}};
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    return Problem{"", "json_syntax", {{"offset", format_number(static_cast<double>(error.byte))}}};
  } catch (const Json::exception& error) {
    return Problem{"", "json_syntax", {{"offset", "0"}}};
  }
}

Json json_number(double value) {
  const bool whole = std::floor(value) == value && std::fabs(value) < 9007199254740992.0;
  return whole ? Json(static_cast<int64_t>(value)) : Json(value);
}

std::string dump_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace vramscope
