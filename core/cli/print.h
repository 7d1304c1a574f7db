// A reply, printed for people.
#pragma once

#include <iosfwd>

#include "arguments.h"
#include "vramscope/reply.h"

namespace vramscope::cli {

/// The part that the command asked for, in the output form it asked for. False when there is no
/// such part.
bool print_reply(std::ostream& out, const Reply& reply, const Arguments& arguments);
void print_warnings(std::ostream& out, const Reply& reply);
void print_usage(std::ostream& out, Lang lang);
/// gpus, models: a table, or JSON. False when --sort names no order of cards.
bool print_catalogue(std::ostream& out, const Arguments& arguments);
void print_problems(std::ostream& out, const std::vector<Problem>& problems, Lang lang);

}  // namespace vramscope::cli
