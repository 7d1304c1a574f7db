#include "lab/write.h"

namespace vramscope::lab {

JsonWriter start(bool ok) {
  JsonWriter out;
  out.begin_object();
  out.number("v", 1);
  out.flag("ok", ok);
  return out;
}

std::string finish(JsonWriter& out) {
  out.end_object();
  return out.document();
}

void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang) {
  out.begin_list(name);
  for (const Problem& problem : problems) {
    out.begin_object();
    out.text("field", problem.field);
    out.text("code", problem.code);
    out.begin_object("params");
    for (const Param& param : problem.params) out.text(param.name, param.value);
    out.end_object();
    out.text("message", lab_say(problem, lang));
    out.end_object();
  }
  out.end_list();
}

namespace {

void write_row(JsonWriter& out, std::string_view name, const std::vector<std::string>& cells) {
  out.begin_list(name);
  for (const std::string& cell : cells) out.text({}, cell);
  out.end_list();
}

}  // namespace

void write_tables(JsonWriter& out, const std::vector<LabTable>& tables) {
  out.begin_list("tables");
  for (const LabTable& table : tables) {
    out.begin_object();
    out.text("title", table.title);
    write_row(out, "head", table.head);
    out.begin_list("rows");
    for (const std::vector<std::string>& row : table.rows) write_row(out, {}, row);
    out.end_list();
    out.begin_list("right");
    for (size_t column : table.right) out.number({}, static_cast<double>(column));
    out.end_list();
    out.end_object();
  }
  out.end_list();
}

}  // namespace vramscope::lab
