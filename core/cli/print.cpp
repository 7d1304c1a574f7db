#include "print.h"

#include <algorithm>
#include <ostream>

#include "table.h"
#include "vramscope/answer.h"
#include "vramscope/card_features.h"
#include "vramscope/catalogue.h"
#include "vramscope/flags.h"
#include "words.h"

namespace vramscope::cli {
namespace {

/// For people with a unit, for programs as whole bytes.
std::string bytes_text(Bytes bytes, const Arguments& arguments) {
  if (arguments.output == Output::Csv) return std::to_string(bytes.whole());
  return format_bytes(bytes, arguments.units);
}

std::string number_of(const std::optional<double>& value) {
  return value ? format_number(*value) : "-";
}

/// "16.8 GiB", with the range where there is one.
std::string range_text(const Level& level, Units units) {
  if (level.low == level.high) return {};
  return format_bytes(level.low, units) + " … " + format_bytes(level.high, units);
}

/// Figures of speed, with their ranges.
Table speed_table(const MachineResult& result, Lang lang) {
  Table table{.head = {word("speed", lang), word("value", lang), word("range", lang),
                       word("working", lang)},
              .right = {1}};
  for (const SpeedFigure& figure : result.speed.figures) {
    table.rows.push_back({word("speed." + std::string(speed_id(figure.id)), lang), figure.text,
                          figure.range_text, figure.working});
  }
  return table;
}

std::string speed_of(const MachineResult& result, SpeedId id) {
  const SpeedFigure* figure = result.speed.find(id);
  return figure ? figure->text : "-";
}

Table term_table(const MachineResult& result, const Arguments& arguments, Lang lang) {
  Table table{.head = {word("term", lang), word("bytes", lang), word("range", lang),
                       word("place", lang), word("exactness", lang), word("working", lang)},
              .right = {1}};
  for (const Term& term : result.terms) {
    table.rows.push_back(
        {word("term." + std::string(term_id(term.id)), lang),
         bytes_text(term.size.bytes, arguments), range_text(term.size, arguments.units),
         word("place." + std::string(place_id(term.place)), lang),
         word("exactness." + std::string(exactness_id(term.exactness)), lang), term.working});
  }
  table.rows.push_back({word("total", lang),
                        bytes_text(result.device.bytes, arguments),
                        range_text(result.device, arguments.units),
                        {},
                        {},
                        {}});
  return table;
}

}  // namespace

void print_usage(std::ostream& out, Lang lang) {
  out << word("usage", lang) << "\n  ";
  size_t column = 0;
  for (std::string_view name : flag_names()) {
    if (column + name.size() > 84) {
      out << "\n  ";
      column = 0;
    }
    out << "--" << name << ' ';
    column += name.size() + 3;
  }
  out << '\n';
}

void print_problems(std::ostream& out, const std::vector<Problem>& problems, Lang lang) {
  for (const Problem& problem : problems) {
    if (!problem.field.empty()) out << problem.field << ": ";
    out << say(problem, lang) << '\n';
  }
}

namespace {

/// What would help: a change, what it saves, and where that leads.
Table advice_table(const std::vector<AdviceLine>& advice, const Arguments& arguments, Lang lang) {
  Table table{.head = {word("advice.title", lang), word("saved", lang), word("verdict", lang)},
              .right = {1}};
  for (const AdviceLine& line : advice) {
    table.rows.push_back({word(line.id, lang), bytes_text(line.saved, arguments),
                          word("verdict." + std::string(verdict_id(line.verdict)), lang)});
  }
  return table;
}

/// What each device holds, where they differ.
Table rank_table(const std::vector<RankShare>& ranks, const Arguments& arguments, Lang lang) {
  Table table{.head = {word("device", lang), word("layers", lang), word("total", lang),
                       word("usable", lang)},
              .right = {1, 2, 3}};
  for (const RankShare& rank : ranks) {
    table.rows.push_back({rank_name(rank), format_number(static_cast<double>(rank.layers)),
                          bytes_text(rank.device_total.bytes, arguments),
                          bytes_text(rank.usable, arguments)});
  }
  return table;
}

void print_estimate(std::ostream& out, const Reply& reply, const Arguments& arguments) {
  const Lang lang = reply.request.lang;
  const MachineResult& result = reply.results.front();
  const bool plain = arguments.output == Output::Table;
  if (plain) {
    out << reply.model.name << ": " << format_number(reply.model.parameters) << ' '
        << word("parameters", lang) << '\n'
        << summary_sentence(result, lang, arguments.units) << "\n\n";
  }
  print(out, term_table(result, arguments, lang), arguments.output);
  if (arguments.output != Output::Csv && !result.speed.figures.empty()) {
    out << '\n';
    print(out, speed_table(result, lang), arguments.output);
  }
  if (arguments.output != Output::Csv && !result.per_rank.empty()) {
    out << '\n';
    print(out, rank_table(result.per_rank, arguments, lang), arguments.output);
  }
  if (arguments.output != Output::Csv && !result.advice.empty()) {
    out << '\n';
    print(out, advice_table(result.advice, arguments, lang), arguments.output);
  }
  if (!plain) return;
  out << '\n'
      << word("max_context", lang) << ' ' << number_of(result.max_context.guaranteed) << " … "
      << number_of(result.max_context.possible) << '\n';
}

void print_compare(std::ostream& out, const Reply& reply, const Arguments& arguments) {
  const Lang lang = reply.request.lang;
  Table table{.head = {word("device", lang), word("usable", lang), word("total", lang),
                       word("verdict", lang), word("spare", lang), word("max_context", lang),
                       word("min_gpus", lang)},
              .right = {1, 2, 4, 5, 6, 7, 8}};
  const bool training = reply.request.task == Task::Training;
  const SpeedId first = training ? SpeedId::TokSPerGpu : SpeedId::DecodeTokS;
  const SpeedId second = training ? SpeedId::TrainTokS : SpeedId::PrefillTokS;
  table.head.push_back(word("speed." + std::string(speed_id(first)), lang));
  table.head.push_back(word("speed." + std::string(speed_id(second)), lang));
  for (const MachineResult& result : reply.results) {
    table.rows.push_back(
        {machine_name(result), bytes_text(result.usable, arguments),
         bytes_text(result.device.bytes, arguments),
         word("verdict." + std::string(verdict_id(result.verdict)), lang),
         bytes_text(result.spare, arguments), number_of(result.max_context.guaranteed),
         number_of(result.min_gpus.guaranteed), speed_of(result, first), speed_of(result, second)});
  }
  print(out, table, arguments.output);
}

void print_solve(std::ostream& out, const Reply& reply, const Arguments& arguments) {
  const SolveAnswer& solve = *reply.solve;
  const Lang lang = reply.request.lang;
  Table table{.head = {word("target", lang), word("guaranteed", lang), word("possible", lang),
                       word("model_limit", lang)},
              .right = {1, 2, 3}};
  const bool weights = solve.target == "best_weights";
  table.rows.push_back({solve.target,
                        weights ? solve.best_weights : number_of(solve.limit.guaranteed),
                        weights ? std::string() : number_of(solve.limit.possible),
                        weights ? std::string() : number_of(solve.limit.model)});
  print(out, table, arguments.output);
}

void print_sweep(std::ostream& out, const Reply& reply, const Arguments& arguments) {
  const SweepColumns& sweep = *reply.sweep;
  const Lang lang = reply.request.lang;
  Table table{.head = {sweep.over, word("total", lang), word("range", lang), word("verdict", lang)},
              .right = {0, 1, 2}};
  for (size_t i = 0; i < sweep.x.size(); ++i) {
    const Level level{Bytes::of(sweep.device[i]), Bytes::of(sweep.low[i]),
                      Bytes::of(sweep.high[i])};
    table.rows.push_back({format_number(sweep.x[i]), bytes_text(level.bytes, arguments),
                          range_text(level, arguments.units),
                          word("verdict." + std::string(verdict_id(sweep.verdict[i])), lang)});
  }
  print(out, table, arguments.output);
}

/// The tree: indented for people, with paths for programs.
void print_inspect(std::ostream& out, const Reply& reply, const Arguments& arguments) {
  const Lang lang = reply.request.lang;
  Table table{.head = {word("module", lang), word("shape", lang), word("parameter_count", lang),
                       word("bytes", lang), word("share", lang)},
              .right = {2, 3, 4}};
  const bool csv = arguments.output == Output::Csv;
  for (const InspectRow& row : reply.inspect) {
    const std::string name =
        csv ? row.path
            : std::string(2 * static_cast<size_t>(row.level), ' ') + inspect_name(row, lang);
    table.rows.push_back({name, inspect_shape(row), format_number(row.parameters),
                          bytes_text(row.bytes, arguments), format_percent(row.share)});
  }
  print(out, table, arguments.output);
  if (arguments.output != Output::Table || !reply.counts) return;
  out << '\n';
  for (const std::string& note : inspect_notes(*reply.counts, lang)) out << note << '\n';
}

bool print_term(std::ostream& out, const Reply& reply, const std::string& wanted) {
  const Lang lang = reply.request.lang;
  for (const Term& term : reply.results.front().terms) {
    const std::string id(term_id(term.id));
    if (id != wanted) continue;
    out << label("term." + id, lang) << ": " << label("term." + id + ".hint", lang) << "\n  "
        << term.formula << "\n  = " << term.working
        << "\n  = " << format_number(term.size.bytes.count()) << " B\n";
    for (const SymbolUse& use : term.symbols) {
      const SymbolRow& row = symbol_row(use.symbol);
      out << "  " << row.text << (use.suffix.empty() ? "" : "_") << use.suffix << ": "
          << (lang == Lang::Zh ? row.zh : row.en) << '\n';
    }
    if (term.id == TermId::Activations) {
      for (const SavedLine& line : reply.results.front().saved_tensors) {
        out << "  " << line.layers << " × " << label(line.id, lang) << ": "
            << format_number(line.bytes.count()) << " B\n";
      }
    }
    for (std::string_view source : term.sources) out << "  [" << source << "]\n";
    return true;
  }
  return false;
}

}  // namespace

namespace {

bool print_gpus(std::ostream& out, const Arguments& arguments) {
  std::vector<const GpuSpec*> found;
  if (!find_gpus(arguments.positional, arguments.sort, found)) return false;
  if (arguments.output == Output::Json) {
    out << gpus_json(arguments.positional, arguments.sort) << '\n';
    return true;
  }
  Table table{.head = {"id", "name", "GiB", "GB/s", "fp16 TFLOPS", "bf16 TFLOPS", "fp8 TFLOPS", "W",
                       "FlashAttention"},
              .right = {2, 3, 4, 5, 6, 7}};
  for (const GpuSpec* gpu : found) {
    const CardFeatures has = card_features(*gpu);
    std::string flash = has.known ? "" : "-";
    if (has.flash1) flash += "1 ";
    if (has.flash2) flash += "2 ";
    if (has.flash3) flash += "3";
    table.rows.push_back({std::string(gpu->id), std::string(gpu->name),
                          format_number(gpu->memory_gib), number_of(gpu->bandwidth_gb_s),
                          number_of(gpu->fp16_tflops), number_of(gpu->bf16_tflops),
                          number_of(gpu->fp8_tflops), number_of(gpu->tdp_w), flash});
  }
  print(out, table, arguments.output);
  return true;
}

void print_systems(std::ostream& out, const Arguments& arguments) {
  Table table{.head = {"id", "name", "gpu", "gpus", "link", "all-reduce GB/s"}, .right = {3, 5}};
  for (const SystemSpec& system : systems()) {
    table.rows.push_back({std::string(system.id), std::string(system.name), std::string(system.gpu),
                          format_number(static_cast<double>(system.gpus)), std::string(system.link),
                          number_of(system.all_reduce_gb_s)});
  }
  print(out, table, arguments.output);
}

void print_models(std::ostream& out, const Arguments& arguments) {
  if (arguments.output == Output::Json) {
    out << models_json(arguments.positional) << '\n';
    return;
  }
  const Lang lang = language_of(arguments);
  Table table{.head = {"id", "name", word("parameters_published", lang), "repository"},
              .right = {2}};
  for (const CatalogueModel* model : find_models(arguments.positional)) {
    const auto count = static_cast<double>(model->published_parameters);
    table.rows.push_back({std::string(model->id), std::string(model->name),
                          count > 0 ? format_number(count) : "-", std::string(model->repository)});
  }
  print(out, table, arguments.output);
}

}  // namespace

bool print_catalogue(std::ostream& out, const Arguments& arguments) {
  if (arguments.command == "gpus") return print_gpus(out, arguments);
  if (arguments.command == "models") {
    print_models(out, arguments);
  } else if (arguments.output == Output::Json) {
    out << catalogue_json(arguments.command) << '\n';
  } else {
    print_systems(out, arguments);
  }
  return true;
}

bool print_reply(std::ostream& out, const Reply& reply, const Arguments& arguments) {
  if (arguments.output == Output::Json) {
    out << reply_json(reply) << '\n';
  } else if (reply.solve) {
    print_solve(out, reply, arguments);
  } else if (reply.sweep) {
    print_sweep(out, reply, arguments);
  } else if (!reply.inspect.empty()) {
    print_inspect(out, reply, arguments);
  } else if (arguments.command == "explain") {
    return print_term(out, reply,
                      arguments.positional.empty() ? std::string() : arguments.positional.front());
  } else if (arguments.command == "compare" || reply.results.size() > 1) {
    print_compare(out, reply, arguments);
  } else {
    print_estimate(out, reply, arguments);
  }
  return true;
}

void print_warnings(std::ostream& out, const Reply& reply) {
  print_problems(out, reply.warnings, reply.request.lang);
  for (const MachineResult& result : reply.results) {
    print_problems(out, result.warnings, reply.request.lang);
  }
}

}  // namespace vramscope::cli
