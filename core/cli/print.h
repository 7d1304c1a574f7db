// A reply, printed for people.
#pragma once

#include <iosfwd>

#include "arguments.h"
#include "vramscope/reply.h"

namespace vramscope::cli {

void print_estimate(std::ostream& out, const Reply& reply, const Arguments& arguments);
void print_compare(std::ostream& out, const Reply& reply, const Arguments& arguments);
void print_solve(std::ostream& out, const Reply& reply, const Arguments& arguments);
void print_sweep(std::ostream& out, const Reply& reply, const Arguments& arguments);
void print_inspect(std::ostream& out, const Reply& reply, const Arguments& arguments);
void print_term(std::ostream& out, const Reply& reply, const std::string& term);
void print_gpus(std::ostream& out, const Arguments& arguments);
void print_models(std::ostream& out, const Arguments& arguments);
void print_problems(std::ostream& out, const std::vector<Problem>& problems, Lang lang);

}  // namespace vramscope::cli
