#include "lab.h"

#include <iostream>

#include "print.h"
#include "table.h"
#include "unpack.h"
#include "vramscope/profile.h"
#include "words.h"

namespace vramscope::cli {
namespace {

std::string lab_word(std::string_view id, Lang lang) { return std::string(lab_label(id, lang)); }

void print_lab_problems(const std::vector<Problem>& problems, Lang lang) {
  for (const Problem& problem : problems) {
    if (!problem.field.empty()) std::cerr << problem.field << ": ";
    std::cerr << lab_say(problem, lang) << '\n';
  }
}

std::string share_text(const std::optional<double>& share) {
  return share ? format_percent(*share) : "-";
}

/// Microseconds as they stand in the trace.
std::string us_text(double us) { return format_number(us); }

void print_split(const ProfileReport& report, const Arguments& arguments, Lang lang) {
  Table table{
      .head = {lab_word("head.rank", lang), lab_word("head.span", lang),
               lab_word("head.compute", lang), lab_word("head.communication", lang),
               lab_word("head.memory", lang), lab_word("head.idle", lang),
               lab_word("head.overlap", lang), lab_word("head.exposed", lang),
               lab_word("head.tensor_classic", lang), lab_word("head.tensor_extended", lang)},
      .right = {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const auto add = [&](std::string name, const TimeSplit& split, const TensorShare& tensor) {
    table.rows.push_back({std::move(name), us_text(split.span), us_text(split.compute),
                          us_text(split.communication), us_text(split.memory), us_text(split.idle),
                          us_text(split.overlap), us_text(split.exposed),
                          share_text(tensor.classic_share()), share_text(tensor.extended_share())});
  };
  for (const RankProfile& rank : report.ranks) {
    add(rank.rank ? std::to_string(*rank.rank) : rank.file, rank.split, rank.tensor);
  }
  if (report.ranks.size() > 1) add(word("total", lang), report.split, report.tensor);
  print(std::cout, table, arguments.output);
}

void print_kernels(const ProfileReport& report, const Arguments& arguments, Lang lang) {
  Table table{.head = {lab_word("head.kernel", lang), lab_word("head.kind", lang),
                       lab_word("head.tensor", lang), lab_word("head.count", lang),
                       lab_word("head.total", lang), lab_word("head.mean", lang)},
              .right = {3, 4, 5}};
  constexpr size_t kShown = 15;
  for (const KernelLine& line : report.top) {
    if (table.rows.size() == kShown && arguments.output == Output::Table) break;
    table.rows.push_back({short_kernel_name(line.name),
                          lab_word("kind." + std::string(line.kind), lang),
                          line.tensor_classic    ? "●"
                          : line.tensor_extended ? "○"
                          : line.undecided       ? "?"
                                                 : "",
                          format_number(static_cast<double>(line.count)), us_text(line.total),
                          us_text(line.mean())});
  }
  print(std::cout, table, arguments.output);
}

void print_steps(const ProfileReport& report, const Arguments& arguments, Lang lang) {
  Table table{.head = {lab_word("head.step", lang), lab_word("head.span", lang),
                       lab_word("head.compute", lang), lab_word("head.communication", lang),
                       lab_word("head.exposed", lang), lab_word("head.idle", lang),
                       lab_word("head.tensor_classic", lang)},
              .right = {1, 2, 3, 4, 5, 6}};
  for (const RankProfile& rank : report.ranks) {
    for (const StepLine& step : rank.steps) {
      const std::string owner =
          report.ranks.size() > 1 && rank.rank ? std::to_string(*rank.rank) + ": " : "";
      table.rows.push_back({owner + step.name, us_text(step.duration), us_text(step.split.compute),
                            us_text(step.split.communication), us_text(step.split.exposed),
                            us_text(step.split.idle), share_text(step.tensor.classic_share())});
    }
  }
  if (!table.rows.empty()) print(std::cout << '\n', table, arguments.output);
}

}  // namespace

bool run_trace(const Arguments& arguments) {
  const Lang lang = language_of(arguments);
  ProfileSet set;
  for (const std::string& path : arguments.positional) {
    ProfileReader reader(path);
    const Unpacked end = read_in_pieces(path, [&](std::string_view bytes) { reader.feed(bytes); });
    if (end == Unpacked::CannotRead) {
      set.fail({path, "file_unreadable", {}});
    } else {
      set.add(std::move(reader));
    }
  }
  const Result<ProfileReport> report = set.report();
  if (arguments.output == Output::Json) {
    std::cout << profile_json(report, lang) << '\n';
    return report.ok();
  }
  if (!report.ok()) return print_lab_problems(report.errors(), lang), false;
  if (arguments.output == Output::Table) {
    for (const std::string& line : profile_sentences(report.value(), lang)) {
      std::cout << line << '\n';
    }
    std::cout << '\n';
  }
  print_split(report.value(), arguments, lang);
  if (arguments.output == Output::Table) {
    std::cout << '\n';
    print_kernels(report.value(), arguments, lang);
    print_steps(report.value(), arguments, lang);
  }
  print_lab_problems(report.value().warnings, lang);
  for (const RankProfile& rank : report.value().ranks) print_lab_problems(rank.warnings, lang);
  return true;
}

}  // namespace vramscope::cli
