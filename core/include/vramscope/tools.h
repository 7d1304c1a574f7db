// Tools that tell how a machine is used, each with what it shows and the lines to copy.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "vramscope/text.h"

namespace vramscope {

struct ToolRow {
  std::string_view id;  ///< iftop
  std::string_view en, zh;
  std::string_view commands;  ///< lines, the same in every language
};

/// Sorted by id.
std::span<const ToolRow> tool_rows();
/// Look-up ignores case and takes `_` for `-`; nullptr when there is no such row.
const ToolRow* find_tool(std::string_view id);

/// [{"id","text","commands"}…]
std::string tools_json(Lang lang);

}  // namespace vramscope
