// The only place that knows the JSON library.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "vramscope/error.h"

namespace vramscope {

using Json = nlohmann::ordered_json;

inline constexpr size_t kMaxRequestBytes = size_t{16} << 20;
inline constexpr size_t kMaxConfigBytes = size_t{64} << 20;
inline constexpr int kMaxDepth = 64;

/// Parses a document; a syntax error names its byte offset. Comments are not allowed; a byte order
/// mark is skipped.
Result<Json> parse_json(std::string_view text, size_t max_bytes);

/// A whole number as an integer, so that no reader sees "25757220864.0".
Json json_number(double value);

std::string dump_json(const Json& json);

}  // namespace vramscope
