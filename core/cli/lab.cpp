#include "lab.h"

#include <iostream>

#include "disk/files.h"
#include "print.h"
#include "table.h"
#include "unpack.h"
#include "vramscope/flags.h"
#include "vramscope/lab_table.h"
#include "vramscope/tools.h"

namespace vramscope::cli {
namespace {

void print_lab_problems(const std::vector<Problem>& problems, Lang lang) {
  for (const Problem& problem : problems) {
    if (!problem.field.empty()) std::cerr << problem.field << ": ";
    std::cerr << lab_say(problem, lang) << '\n';
  }
}

void print_tables(const std::vector<LabTable>& tables, const Arguments& arguments) {
  for (const LabTable& table : tables) {
    const bool first = &table == &tables.front();
    if (arguments.output == Output::Table) {
      std::cout << (first ? "" : "\n") << table.title << '\n';
    } else if (!first) {
      break;  // one table a document
    }
    print(std::cout, {table.head, table.rows, table.right}, arguments.output);
  }
}

void print_sentences(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) std::cout << sentence << '\n';
  std::cout << '\n';
}

/// vramscope trace PATH…: false where no file could be read.
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
  if (arguments.output == Output::Table) print_sentences(profile_sentences(report.value(), lang));
  print_tables(profile_tables(report.value(), lang), arguments);
  print_lab_problems(report.value().warnings, lang);
  for (const RankProfile& rank : report.value().ranks) print_lab_problems(rank.warnings, lang);
  return true;
}

/// Only what was asked about: without a card or a model the cost stays out.
Result<TopoWorkload> workload_of(const Arguments& arguments) {
  const auto named = [&](std::string_view name) {
    for (const Param& flag : arguments.flags) {
      if (flag.name == name) return true;
    }
    return false;
  };
  if (!named("gpu") && !named("model")) return TopoWorkload{};
  const Result<Request> request = request_from_flags({}, arguments.flags);
  if (!request.ok()) return request.errors();
  const Reply reply = answer(request.value());
  if (!reply.ok) return reply.errors;
  TopoWorkload workload = topology_workload(reply);
  if (!named("model")) workload.parameters.reset();
  if (!named("gpu")) {
    workload.gpu.clear();
    workload.peak_flops.reset();
    workload.nvlink_gb_s.reset();
    workload.pcie.clear();
  }
  return workload;
}

/// vramscope topo PATH|-, with the card and model of the flags.
bool run_topo(const Arguments& arguments) {
  const Lang lang = language_of(arguments);
  const std::string& path = arguments.positional.front();
  std::string text;
  const Result<TopoWorkload> workload = workload_of(arguments);
  if (!workload.ok()) {
    print_problems(std::cerr, workload.errors(), lang);
    return false;
  }
  const Result<Topology> topology = disk::read_file(path, text)
                                        ? read_topology(text)
                                        : Result<Topology>(Problem{path, "file_unreadable", {}});
  if (arguments.output == Output::Json) {
    std::cout << topology_json(topology, workload.value(), lang) << '\n';
    return topology.ok();
  }
  if (!topology.ok()) return print_lab_problems(topology.errors(), lang), false;
  const TopoCost cost = topology_cost(topology.value(), workload.value());
  if (arguments.output == Output::Table) {
    print_sentences(topology_sentences(topology.value(), cost, workload.value(), lang));
  }
  print_tables(topology_tables(topology.value(), cost, lang), arguments);
  print_lab_problems(topology.value().warnings, lang);
  return true;
}

/// What a tool shows and the lines to copy; false where no tool has this name.
bool explain_tool(const Arguments& arguments, const std::string& name) {
  const ToolRow* tool = find_tool(name);
  if (!tool) return false;
  const Lang lang = language_of(arguments);
  if (arguments.output == Output::Json) {
    std::cout << tools_json(lang) << '\n';
    return true;
  }
  std::cout << (lang == Lang::Zh ? tool->zh : tool->en) << "\n\n" << tool->commands << '\n';
  return true;
}

}  // namespace

std::optional<int> run_lab(const Arguments& arguments) {
  constexpr int kAnswered = 0;
  constexpr int kBadInput = 2;
  const std::string& command = arguments.command;
  const size_t paths = arguments.positional.size();
  if (command == "explain" && paths == 1) {
    return explain_tool(arguments, arguments.positional.front()) ? std::optional(kAnswered)
                                                                 : std::nullopt;
  }
  if (command != "trace" && command != "topo") return {};
  const bool fair = arguments.model_files.empty() && (command == "topo" ? paths == 1 : paths > 0);
  if (!fair) return print_usage(std::cerr, language_of(arguments)), kBadInput;
  const bool done = command == "topo" ? run_topo(arguments) : run_trace(arguments);
  return done ? kAnswered : kBadInput;
}

}  // namespace vramscope::cli
