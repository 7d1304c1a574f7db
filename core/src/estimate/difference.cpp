#include "vramscope/difference.h"

#include <algorithm>

namespace vramscope {

std::vector<TermDifference> term_differences(const MachineResult& a, const MachineResult& b) {
  std::vector<TermDifference> rows;
  const auto row_of = [&](const Term& term) -> TermDifference& {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const TermDifference& row) {
      return row.id == term.id && row.place == term.place;
    });
    if (found != rows.end()) return *found;
    return rows.emplace_back(TermDifference{.id = term.id, .place = term.place});
  };
  for (const Term& term : a.terms) row_of(term).a += term.size.bytes;
  for (const Term& term : b.terms) row_of(term).b += term.size.bytes;
  std::erase_if(rows, [](const TermDifference& row) { return row.a == row.b && row.a == Bytes{}; });
  for (TermDifference& row : rows) row.change = row.b - row.a;
  std::stable_sort(rows.begin(), rows.end(), [](const TermDifference& x, const TermDifference& y) {
    return x.id != y.id ? x.id < y.id : x.place < y.place;
  });
  return rows;
}

}  // namespace vramscope
