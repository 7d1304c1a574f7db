#include "tables/columns.h"

namespace vramscope {

// Both are whole numbers that a double holds exactly, so that their quotient is the double nearest
// to the decimal. The generator refuses numbers for which this is not so.
double plain_decimal(std::string_view digits) {
  double value = 0;
  double scale = 0;  // 0 until the point
  for (const char c : digits) {
    if (c == '.') {
      scale = 1;
      continue;
    }
    value = value * 10 + (c - '0');
    scale *= 10;
  }
  return scale > 0 ? value / scale : value;
}

}  // namespace vramscope
