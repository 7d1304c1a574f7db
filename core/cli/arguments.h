// The command line, taken apart. No meaning yet: flags become a request in core.
#pragma once

#include <string>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/request.h"
#include "vramscope/text.h"

namespace vramscope::cli {

enum class Output { Table, Json, Markdown, Csv };

struct Arguments {
  std::string command;                   ///< estimate, compare, gpus, ...
  std::vector<std::string> positional;   ///< files, a term
  std::vector<Param> flags;              ///< for request_from_flags
  std::vector<std::string> model_files;  ///< of --model-file, and what inspect looks at
  Output output = Output::Table;
  Units units = Units::Gib;
  std::string sort;    ///< of --sort: the order of cards
  bool lines = false;  ///< JSON Lines in and out
  bool check = false;  ///< exit 1 when it does not fit
  bool help = false;
  bool version = false;
  std::string error;  ///< what was not understood; empty when all was
};

Arguments parse_arguments(int argc, char** argv);

/// The language that --lang asks for.
Lang language_of(const Arguments& arguments);

/// What the command asks of the request; `compare` without a card means all of them.
void set_ask(const std::string& command, Request& request);

}  // namespace vramscope::cli
