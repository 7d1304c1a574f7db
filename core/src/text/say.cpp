// The core's messages by id.
#include "vramscope/text.h"

namespace vramscope {

const Message* find_message(std::string_view id) { return find_message(messages(), id); }

std::string say(std::string_view id, std::span<const Param> params, Lang lang) {
  return fill(label(id, lang), params);
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
