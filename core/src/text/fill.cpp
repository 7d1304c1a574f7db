// What every table of messages needs: look-up by id, and the filling of holes.
#include <algorithm>

#include "vramscope/text.h"

namespace vramscope {
namespace {

std::string_view filling(std::string_view hole, std::span<const Param> params) {
  for (const Param& param : params) {
    if (param.name == hole) return param.value;
  }
  return hole;
}

}  // namespace

const Message* find_message(std::span<const Message> rows, std::string_view id) {
  const auto row =
      std::lower_bound(rows.begin(), rows.end(), id,
                       [](const Message& m, std::string_view wanted) { return m.id < wanted; });
  return row != rows.end() && row->id == id ? &*row : nullptr;
}

std::string fill(std::string_view text, std::span<const Param> params) {
  std::string out;
  for (size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
    const size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    out += text.substr(0, open);
    out += filling(text.substr(open + 1, close - open - 1), params);
    text.remove_prefix(close + 1);
  }
  out += text;
  return out;
}

}  // namespace vramscope
