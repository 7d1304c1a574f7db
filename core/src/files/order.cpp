#include "files/order.h"

#include <algorithm>

namespace vramscope {

std::vector<size_t> ordered(size_t count, bool (*less)(const void*, size_t, size_t),
                            const void* context) {
  std::vector<size_t> indices(count);
  for (size_t i = 0; i < count; ++i) indices[i] = i;
  std::sort(indices.begin(), indices.end(), [&](size_t a, size_t b) {
    if (less(context, a, b)) return true;
    return a < b && !less(context, b, a);
  });
  return indices;
}

}  // namespace vramscope
