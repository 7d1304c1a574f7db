// Ids near to one that is not known: what was probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"

namespace vramscope {

/// The nearest ids by shared pairs of letters, the nearest first, joined with commas. All of a
/// short list where none is near. Separators and case do not count: "4090" is in "rtx-4090".
std::string nearest_ids(std::string_view typed, std::span<const std::string_view> ids);

/// The problem with what is near, for any kind of rows that have an id.
template <typename Rows>
Problem unknown_id(std::string field, std::string_view value, const Rows& rows) {
  std::vector<std::string_view> ids;
  for (const auto& row : rows) ids.push_back(row.id);
  return {std::move(field),
          "unknown_id",
          {{"value", std::string(value)}, {"near", nearest_ids(value, ids)}}};
}

}  // namespace vramscope
