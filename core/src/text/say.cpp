// Look-up of messages and filling of their holes.
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

const Message* find_message(std::string_view id) {
  const std::span<const Message> rows = messages();
  const auto row =
      std::lower_bound(rows.begin(), rows.end(), id,
                       [](const Message& m, std::string_view wanted) { return m.id < wanted; });
  return row != rows.end() && row->id == id ? &*row : nullptr;
}

std::string say(std::string_view id, std::span<const Param> params, Lang lang) {
  std::string_view rest = label(id, lang);
  std::string out;
  for (size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    out += rest.substr(0, open);
    out += filling(rest.substr(open + 1, close - open - 1), params);
    rest.remove_prefix(close + 1);
  }
  out += rest;
  return out;
}

std::string say(const Problem& problem, Lang lang) {
  std::vector<Param> params = problem.params;
  params.push_back({"field", problem.field});
  return say(problem.code, params, lang);
}

std::string_view label(std::string_view id, Lang lang) {
  const Message* message = find_message(id);
  return message ? message->in(lang) : id;
}

}  // namespace vramscope
