// Traced arithmetic: a formula is written once, and that one expression gives the value with its
// low and high bound, the symbolic line, the line with the numbers put in, the tree, and a check of
// dimensions. Text and value cannot drift, because there is no second copy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/symbols.h"

namespace vramscope {

class Trace;

/// A number on its way through a formula, with the bounds it is known within. Cheap to copy;
/// belongs to one Trace. Every operation assumes quantities that are not negative.
struct Expr {
  double value = 0;
  double low = 0;
  double high = 0;
  Trace* trace = nullptr;
  int32_t node = -1;  ///< place in the Trace; -1 while nothing is recorded
  Dimension dimension;

  bool ranged() const { return low != high; }
};

enum class Op : uint8_t {
  Symbol,   ///< a named quantity
  Literal,  ///< a constant of the mathematics, such as the 2 for keys and values
  Add,
  Subtract,
  Multiply,
  Divide,
  Ceil,  ///< rounded up to a whole number
  Min,
  Max,
  Sum,  ///< one item (`right`) of a sum over layer groups; `left` is the sum before it, or -1
};

struct TraceNode {
  Op op = Op::Literal;
  Symbol symbol = Symbol::None;
  Dimension dimension;
  int32_t left = -1;
  int32_t right = -1;
  double value = 0;
  std::string_view suffix;  ///< tells groups apart: "full", "swa"
};

/// Rounded up to a whole number. Without the C library's call, which a search would make thousands
/// of times; beyond 2^62 every double is whole already.
inline double rounded_up(double x) {
  if (!(x < 4611686018427387904.0 && x > -4611686018427387904.0)) return x;
  const auto whole = static_cast<double>(static_cast<int64_t>(x));
  return whole < x ? whole + 1 : whole;
}

/// Owns the nodes of any number of expressions. With `recording` false it only computes, which is
/// what searches and sweeps use; the arithmetic is the same code.
class Trace {
 public:
  explicit Trace(bool recording) : recording_(recording) {
    if (recording) nodes_.reserve(256);
  }

  /// A named quantity. `suffix` distinguishes the same symbol of two layer groups.
  Expr symbol(Symbol symbol, double value, std::string_view suffix = {}) {
    return ranged(symbol, value, value, value, suffix);
  }
  /// A named quantity that is only known within bounds.
  Expr ranged(Symbol symbol, double low, double value, double high, std::string_view suffix = {}) {
    Expr e{.value = value, .low = low, .high = high, .trace = this};
    if (recording_) record_symbol(e, symbol, suffix);
    return e;
  }
  Expr literal(double value, Dimension dimension = kCount) {
    Expr e{.value = value, .low = value, .high = value, .trace = this};
    if (recording_) record_literal(e, dimension);
    return e;
  }
  /// Adds one item to a sum over layer groups; start with a default Expr.
  Expr sum_item(const Expr& sum_so_far, const Expr& item);
  /// Records an operation whose numbers are known: its node, and whether its units agree.
  void record(Expr& result, Op op, const Expr& a, const Expr& b);

  bool recording() const { return recording_; }
  /// Set when a formula added bytes to a count or the like. Tests require that it never is.
  bool dimension_error() const { return dimension_error_; }
  void note_dimension_error() { dimension_error_ = true; }

  const TraceNode& node(int32_t index) const { return nodes_[static_cast<size_t>(index)]; }

 private:
  void record_symbol(Expr& e, Symbol symbol, std::string_view suffix);
  void record_literal(Expr& e, Dimension dimension);
  int32_t add(const TraceNode& node);

  std::vector<TraceNode> nodes_;
  bool recording_;
  bool dimension_error_ = false;
};

/// The result of an operation. Inline, because a search makes millions that nobody reads.
inline Expr traced(Op op, const Expr& a, const Expr& b, double value, double low, double high) {
  Expr result{.value = value, .low = low, .high = high, .trace = a.trace};
  if (a.trace->recording()) a.trace->record(result, op, a, b);
  return result;
}

inline Expr operator+(const Expr& a, const Expr& b) {
  return traced(Op::Add, a, b, a.value + b.value, a.low + b.low, a.high + b.high);
}
/// The sum of what is there: a default Expr adds nothing.
inline Expr plus(const Expr& a, const Expr& b) {
  if (!a.trace) return b;
  return b.trace ? a + b : a;
}
inline Expr operator-(const Expr& a, const Expr& b) {
  return traced(Op::Subtract, a, b, a.value - b.value, a.low - b.high, a.high - b.low);
}
inline Expr operator*(const Expr& a, const Expr& b) {
  return traced(Op::Multiply, a, b, a.value * b.value, a.low * b.low, a.high * b.high);
}
inline Expr operator/(const Expr& a, const Expr& b) {
  return traced(Op::Divide, a, b, a.value / b.value, a.low / b.high, a.high / b.low);
}
inline Expr operator*(double a, const Expr& b) { return b.trace->literal(a) * b; }
inline Expr operator+(const Expr& a, double b) { return a + a.trace->literal(b, a.dimension); }
inline Expr operator-(const Expr& a, double b) { return a - a.trace->literal(b, a.dimension); }
inline Expr operator/(const Expr& a, double b) { return a / a.trace->literal(b); }
inline Expr min(const Expr& a, const Expr& b) {
  return traced(Op::Min, a, b, std::min(a.value, b.value), std::min(a.low, b.low),
                std::min(a.high, b.high));
}
inline Expr max(const Expr& a, const Expr& b) {
  return traced(Op::Max, a, b, std::max(a.value, b.value), std::max(a.low, b.low),
                std::max(a.high, b.high));
}
inline Expr ceil(const Expr& a) {
  return traced(Op::Ceil, a, Expr{}, rounded_up(a.value), rounded_up(a.low), rounded_up(a.high));
}
/// How many blocks of b hold a.
inline Expr ceil_div(const Expr& a, const Expr& b) { return ceil(a / b); }
/// The smallest multiple of `multiple` that is not below a.
inline Expr pad_to(const Expr& a, const Expr& multiple) { return ceil_div(a, multiple) * multiple; }

/// "2 × L × n_kv × d_head × T × B × b_kv". Items of a sum over layer groups that read alike are
/// written once under a Σ.
std::string symbolic_line(const Trace& trace, const Expr& e);
/// "2 × 32 × 8 × 128 × 8,192 × 1 × 2 B". Re-evaluating it gives the value.
std::string numeric_line(const Trace& trace, const Expr& e);

/// The symbols that an expression uses, in order of first use, with their values.
struct SymbolUse {
  Symbol symbol = Symbol::None;
  std::string_view suffix;
  double value = 0;
  bool operator==(const SymbolUse&) const = default;
};
std::vector<SymbolUse> symbols_of(const Trace& trace, const Expr& e);

}  // namespace vramscope
