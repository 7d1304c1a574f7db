#include "io/write_problems.h"

namespace vramscope {
namespace {

void write_problem(JsonWriter& out, const Problem& problem, Lang lang) {
  out.begin_object();
  out.text("field", problem.field);
  out.text("code", problem.code);
  out.begin_object("params");
  for (const Param& param : problem.params) out.text(param.name, param.value);
  out.end_object();
  out.text("message", say(problem, lang));
  out.end_object();
}

}  // namespace

void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang) {
  out.begin_list(name);
  for (const Problem& problem : problems) write_problem(out, problem, lang);
  out.end_list();
}

}  // namespace vramscope
