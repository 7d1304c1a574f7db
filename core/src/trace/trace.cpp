#include "vramscope/trace.h"

#include <algorithm>
#include <cmath>

namespace vramscope {

Expr Trace::ranged(Symbol symbol, double low, double value, double high, std::string_view suffix) {
  Expr e{.value = value, .low = low, .high = high, .trace = this};
  const SymbolRow& row = symbol_row(symbol);
  e.dimension = row.dimension;
  if (recording_) {
    e.node = add({.op = Op::Symbol,
                  .symbol = symbol,
                  .dimension = row.dimension,
                  .value = value,
                  .suffix = suffix});
  }
  return e;
}

Expr Trace::literal(double value, Dimension dimension) {
  Expr e{.value = value, .low = value, .high = value, .trace = this, .dimension = dimension};
  if (recording_) e.node = add({.op = Op::Literal, .dimension = dimension, .value = value});
  return e;
}

Expr Trace::sum_item(const Expr& sum_so_far, const Expr& item) {
  const bool first = sum_so_far.trace == nullptr;
  if (!first && !(sum_so_far.dimension == item.dimension)) note_dimension_error();
  Expr e{.value = sum_so_far.value + item.value,
         .low = sum_so_far.low + item.low,
         .high = sum_so_far.high + item.high,
         .trace = this,
         .dimension = item.dimension};
  if (recording_) {
    e.node = add({.op = Op::Sum,
                  .dimension = item.dimension,
                  .left = sum_so_far.node,
                  .right = item.node,
                  .value = e.value});
  }
  return e;
}

Expr Trace::operation(Op op, const Expr& a, const Expr& b, Dimension dimension, double value,
                      double low, double high) {
  Expr e{.value = value, .low = low, .high = high, .trace = this, .dimension = dimension};
  if (recording_) {
    e.node =
        add({.op = op, .dimension = dimension, .left = a.node, .right = b.node, .value = value});
  }
  return e;
}

int32_t Trace::add(const TraceNode& node) {
  nodes_.push_back(node);
  return static_cast<int32_t>(nodes_.size()) - 1;
}

namespace {

/// Operands of + - min max must be measured alike.
Dimension alike(const Expr& a, const Expr& b) {
  if (!(a.dimension == b.dimension)) a.trace->note_dimension_error();
  return a.dimension;
}

Dimension combined(Dimension a, Dimension b, int sign) {
  const auto add = [sign](int8_t x, int8_t y) { return static_cast<int8_t>(x + sign * y); };
  return {.bytes = add(a.bytes, b.bytes),
          .seconds = add(a.seconds, b.seconds),
          .flops = add(a.flops, b.flops)};
}

Expr ceil(const Expr& a) {
  return a.trace->operation(Op::Ceil, a, Expr{}, a.dimension, std::ceil(a.value), std::ceil(a.low),
                            std::ceil(a.high));
}

}  // namespace

Expr operator+(const Expr& a, const Expr& b) {
  return a.trace->operation(Op::Add, a, b, alike(a, b), a.value + b.value, a.low + b.low,
                            a.high + b.high);
}

Expr operator-(const Expr& a, const Expr& b) {
  return a.trace->operation(Op::Subtract, a, b, alike(a, b), a.value - b.value, a.low - b.high,
                            a.high - b.low);
}

Expr operator*(const Expr& a, const Expr& b) {
  return a.trace->operation(Op::Multiply, a, b, combined(a.dimension, b.dimension, 1),
                            a.value * b.value, a.low * b.low, a.high * b.high);
}

Expr operator/(const Expr& a, const Expr& b) {
  return a.trace->operation(Op::Divide, a, b, combined(a.dimension, b.dimension, -1),
                            a.value / b.value, a.low / b.high, a.high / b.low);
}

Expr operator*(double a, const Expr& b) { return b.trace->literal(a) * b; }
Expr operator+(const Expr& a, double b) { return a + a.trace->literal(b, a.dimension); }
Expr operator-(const Expr& a, double b) { return a - a.trace->literal(b, a.dimension); }
Expr operator/(const Expr& a, double b) { return a / a.trace->literal(b); }

Expr min(const Expr& a, const Expr& b) {
  return a.trace->operation(Op::Min, a, b, alike(a, b), std::min(a.value, b.value),
                            std::min(a.low, b.low), std::min(a.high, b.high));
}

Expr max(const Expr& a, const Expr& b) {
  return a.trace->operation(Op::Max, a, b, alike(a, b), std::max(a.value, b.value),
                            std::max(a.low, b.low), std::max(a.high, b.high));
}

Expr ceil_div(const Expr& a, const Expr& b) { return ceil(a / b); }

Expr pad_to(const Expr& a, const Expr& multiple) { return ceil_div(a, multiple) * multiple; }

}  // namespace vramscope
