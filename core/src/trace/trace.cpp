#include "vramscope/trace.h"

namespace vramscope {

void Trace::record_symbol(Expr& e, Symbol symbol, std::string_view suffix) {
  e.dimension = symbol_row(symbol).dimension;
  e.node = add({.op = Op::Symbol,
                .symbol = symbol,
                .dimension = e.dimension,
                .value = e.value,
                .suffix = suffix});
}

void Trace::record_literal(Expr& e, Dimension dimension) {
  e.dimension = dimension;
  e.node = add({.op = Op::Literal, .dimension = dimension, .value = e.value});
}

Expr Trace::sum_item(const Expr& sum_so_far, const Expr& item) {
  Expr e{.value = sum_so_far.value + item.value,
         .low = sum_so_far.low + item.low,
         .high = sum_so_far.high + item.high,
         .trace = this};
  if (!recording_) return e;
  e.dimension = item.dimension;
  const bool first = sum_so_far.trace == nullptr;
  if (!first && !(sum_so_far.dimension == item.dimension)) note_dimension_error();
  e.node = add({.op = Op::Sum,
                .dimension = item.dimension,
                .left = sum_so_far.node,
                .right = item.node,
                .value = e.value});
  return e;
}

int32_t Trace::add(const TraceNode& node) {
  nodes_.push_back(node);
  return static_cast<int32_t>(nodes_.size()) - 1;
}

namespace {

Dimension combined(Dimension a, Dimension b, int sign) {
  const auto add = [sign](int8_t x, int8_t y) { return static_cast<int8_t>(x + sign * y); };
  return {.bytes = add(a.bytes, b.bytes),
          .seconds = add(a.seconds, b.seconds),
          .flops = add(a.flops, b.flops)};
}

}  // namespace

void Trace::record(Expr& result, Op op, const Expr& a, const Expr& b) {
  result.dimension = a.dimension;
  if (op == Op::Multiply) result.dimension = combined(a.dimension, b.dimension, 1);
  if (op == Op::Divide) result.dimension = combined(a.dimension, b.dimension, -1);
  // Operands of + - min max must be measured alike.
  const bool alike = op == Op::Add || op == Op::Subtract || op == Op::Min || op == Op::Max;
  if (alike && !(a.dimension == b.dimension)) note_dimension_error();
  result.node = add({.op = op,
                     .dimension = result.dimension,
                     .left = a.node,
                     .right = b.node,
                     .value = result.value});
}

}  // namespace vramscope
