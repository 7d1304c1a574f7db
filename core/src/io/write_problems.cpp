#include "io/write_problems.h"

namespace vramscope {

void write_problem(JsonWriter& out, const Problem& problem, std::string_view message) {
  out.begin_object();
  out.text("field", problem.field);
  out.text("code", problem.code);
  out.begin_object("params");
  for (const Param& param : problem.params) out.text(param.name, param.value);
  out.end_object();
  out.text("message", message);
  out.end_object();
}

void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang) {
  out.begin_list(name);
  for (const Problem& problem : problems) write_problem(out, problem, say(problem, lang));
  out.end_list();
}

}  // namespace vramscope
