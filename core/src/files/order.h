// Sorting by one routine for all element types: a template each would fill a tenth of the small
// module.
#pragma once

#include <cstddef>
#include <vector>

namespace vramscope {

/// Indices from 0 to `count` in rising order; equal ones keep their places. `less(context, a, b)`
/// compares the elements at two indices.
std::vector<size_t> ordered(size_t count, bool (*less)(const void*, size_t, size_t),
                            const void* context);

/// The same with a lambda of two indices.
template <typename Less>
std::vector<size_t> ordered(size_t count, const Less& less) {
  const auto call = [](const void* context, size_t a, size_t b) -> bool {
    return (*static_cast<const Less*>(context))(a, b);
  };
  return ordered(count, call, &less);
}

/// Puts a list in rising order.
template <typename Row, typename Less>
void sort_rows(std::vector<Row>& rows, const Less& less) {
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  const auto by_index = [&](size_t a, size_t b) { return less(rows[a], rows[b]); };
  for (const size_t i : ordered(rows.size(), by_index)) sorted.push_back(std::move(rows[i]));
  rows = std::move(sorted);
}

}  // namespace vramscope
