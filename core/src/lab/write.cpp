#include "lab/write.h"

#include "io/write_problems.h"

namespace vramscope::lab {

void write_problems(JsonWriter& out, std::string_view name, const std::vector<Problem>& problems,
                    Lang lang) {
  out.begin_list(name);
  for (const Problem& problem : problems) write_problem(out, problem, lab_say(problem, lang));
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
