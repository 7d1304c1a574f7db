// Short ways to ask the estimator in a test.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "vramscope/reply.h"

namespace vramscope::test {

/// The reply to a request document; the test fails when the document is refused.
inline Reply ask(const std::string& document) {
  const Result<Request> request = parse_request(document);
  if (!request.ok()) {
    Reply reply;
    reply.errors = request.errors();
    return reply;
  }
  return answer(request.value());
}

/// Bytes of a term, over all its rows in this place; 0 when it is not there.
inline double bytes_of(const MachineResult& result, TermId id, Place place = Place::Allocated) {
  double bytes = 0;
  for (const Term& term : result.terms) {
    if (term.id == id && term.place == place) bytes += term.size.bytes.count();
  }
  return bytes;
}

/// Bytes of a term while one phase runs.
inline double bytes_in_phase(const MachineResult& result, std::string_view phase, TermId id) {
  double bytes = 0;
  for (const Phase& p : result.phases) {
    for (const PhaseTerm& term : p.terms) {
      if (p.id == phase && term.id == id) bytes += term.size.bytes.count();
    }
  }
  return bytes;
}

inline const Term* find_term(const MachineResult& result, TermId id) {
  for (const Term& term : result.terms) {
    if (term.id == id) return &term;
  }
  return nullptr;
}

inline bool has_problem(const std::vector<Problem>& problems, const std::string& field,
                        const std::string& code) {
  for (const Problem& problem : problems) {
    if (problem.field == field && problem.code == code) return true;
  }
  return false;
}

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Rows of a comma-separated file without quotes, the head line left out.
inline std::vector<std::vector<std::string>> read_csv(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::stringstream cut(line);
    std::string cell;
    while (std::getline(cut, cell, ',')) cells.push_back(cell);
    rows.push_back(std::move(cells));
  }
  return rows;
}

}  // namespace vramscope::test
