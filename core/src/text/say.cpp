// The core's messages by id.
#include <algorithm>

#include "vramscope/text.h"

namespace vramscope {

const Message* find_message(std::string_view id) { return find_message(messages(), id); }

std::string say(std::string_view id, std::span<const Param> params, Lang lang) {
  return fill(label(id, lang), params);
}

std::string say(const Problem& problem, Lang lang) {
  std::vector<Param> params = problem.params;
  params.push_back({"field", problem.field});
  // What was probably meant is said only where it is known.
  const bool near = problem.code == "unknown_id" &&
                    std::any_of(params.begin(), params.end(),
                                [](const Param& param) { return param.name == "near"; });
  return say(near ? "unknown_id.near" : problem.code, params, lang);
}

std::string_view label(std::string_view id, Lang lang) {
  const Message* message = find_message(id);
  return message ? message->in(lang) : id;
}

}  // namespace vramscope
