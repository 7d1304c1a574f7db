// vramscope on the command line. No arithmetic here: a request goes to core, the reply is printed.
#include <algorithm>
#include <iostream>

#include "arguments.h"
#include "disk/files.h"
#include "lab.h"
#include "print.h"
#include "print_files.h"
#include "vramscope/answer.h"
#include "vramscope/flags.h"
#include "vramscope/reply.h"
#include "words.h"

namespace vramscope::cli {
namespace {

constexpr int kAnswered = 0;
constexpr int kDoesNotFit = 1;
constexpr int kBadInput = 2;
constexpr int kInternalFault = 3;

int bad_input(const std::vector<Problem>& problems, const Arguments& arguments, Lang lang) {
  if (arguments.output == Output::Json) {
    Reply reply;
    reply.errors = problems;
    reply.request.lang = lang;
    std::cout << reply_json(reply) << '\n';
  } else {
    print_problems(std::cerr, problems, lang);
  }
  return kBadInput;
}

int unusable(const std::string& what, std::string_view why, Lang lang) {
  std::cerr << what << ": " << word(why, lang) << '\n';
  return kBadInput;
}

/// JSON Lines in, JSON Lines out, order kept; a bad line gets its error reply in its place.
int answer_lines() {
  bool all_good = true;
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::string reply = answer_json(line);
    all_good = all_good && reply.starts_with(R"({"v":1,"ok":true)");
    std::cout << reply << '\n';
  }
  return all_good ? kAnswered : kBadInput;
}

int answer_request(const Arguments& arguments) {
  const Lang lang = language_of(arguments);
  std::string document;
  if (!arguments.positional.empty() && arguments.command != "explain" &&
      arguments.command != "inspect") {
    if (!disk::read_file(arguments.positional.front(), document)) {
      return unusable(arguments.positional.front(), "cannot_read", lang);
    }
    // An empty file is a faulty document, not an absent one.
    if (document.empty()) document = " ";
  }
  Result<Request> request = request_from_flags(document, arguments.flags);
  if (!request.ok()) return bad_input(request.errors(), arguments, lang);
  set_ask(arguments.command, request.value());
  std::vector<Problem> warnings;
  if (!arguments.model_files.empty()) {
    Result<StoredModel> files = disk::read_model(arguments.model_files);
    if (!files.ok()) return bad_input(files.errors(), arguments, lang);
    StoredModel& stored = files.value();
    if (arguments.command == "inspect" && (stored.has_tensors() || !stored.model.spec)) {
      return print_stored(std::cout, std::cerr, stored, arguments), kAnswered;
    }
    if (!stored.model.spec) {
      return bad_input({{arguments.model_files.front(), "no_structure", {}}}, arguments, lang);
    }
    warnings = std::move(stored.warnings);
    request.value().model = std::move(stored.model);
  }
  Reply reply = answer(request.value());
  reply.warnings.insert(reply.warnings.begin(), warnings.begin(), warnings.end());
  if (!reply.ok) return bad_input(reply.errors, arguments, lang);
  if (arguments.command == "plan" && arguments.output != Output::Json) {
    const bool yaml = arguments.output == Output::Markdown;
    std::cout << (yaml ? reply.accelerate : reply.deepspeed);
    return kAnswered;
  }
  if (!print_reply(std::cout, reply, arguments)) {
    return unusable(arguments.positional.empty() ? "explain" : arguments.positional.front(),
                    "no_such_term", lang);
  }
  if (arguments.output != Output::Json) print_warnings(std::cerr, reply);
  const bool fits =
      std::any_of(reply.results.begin(), reply.results.end(),
                  [](const MachineResult& result) { return result.verdict == Verdict::Fits; });
  return arguments.check && !fits ? kDoesNotFit : kAnswered;
}

int run(Arguments arguments) {
  const std::string& command = arguments.command;
  if (arguments.version) {
    std::cout << version() << '\n';
    return kAnswered;
  }
  if (arguments.help || command.empty()) {
    return print_usage(std::cout, language_of(arguments)), kAnswered;
  }
  if (!arguments.error.empty()) {
    return unusable(arguments.error, "not_understood", language_of(arguments));
  }
  if (command == "gpus" || command == "models" || command == "systems") {
    return print_catalogue(std::cout, arguments)
               ? kAnswered
               : unusable("--sort " + arguments.sort, "no_such_order", language_of(arguments));
  }
  if (const std::optional<int> code = run_lab(arguments)) return *code;
  const std::string_view known[] = {"estimate", "compare", "solve", "sweep",
                                    "inspect",  "explain", "plan"};
  if (std::find(std::begin(known), std::end(known), command) == std::end(known)) {
    return print_usage(std::cerr, language_of(arguments)), kBadInput;
  }
  if (command == "inspect") {
    arguments.model_files.insert(arguments.model_files.end(), arguments.positional.begin(),
                                 arguments.positional.end());
    arguments.positional.clear();
  }
  const size_t most_words = command == "explain" || !arguments.lines ? 1 : 0;
  const bool flags = !arguments.flags.empty() || !arguments.model_files.empty();
  if (arguments.positional.size() > most_words || (arguments.lines && flags)) {
    return unusable(arguments.positional.empty() ? "--lines" : arguments.positional.back(),
                    "not_understood", language_of(arguments));
  }
  return arguments.lines ? answer_lines() : answer_request(arguments);
}

}  // namespace
}  // namespace vramscope::cli

int main(int argc, char** argv) {
  try {
    std::ios::sync_with_stdio(false);
    return vramscope::cli::run(vramscope::cli::parse_arguments(argc, argv));
  } catch (const std::exception& fault) {
    std::cerr << fault.what() << '\n';
    return vramscope::cli::kInternalFault;
  }
}
