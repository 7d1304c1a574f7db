// Traced arithmetic: a formula is written once, and that one expression gives the value with its
// low and high bound, the symbolic line, the line with the numbers put in, the tree, and a check of
// dimensions. Text and value cannot drift, because there is no second copy.
#pragma once

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
  Expr ranged(Symbol symbol, double low, double value, double high, std::string_view suffix = {});
  Expr literal(double value, Dimension dimension = kCount);
  /// Adds one item to a sum over layer groups; start with a default Expr.
  Expr sum_item(const Expr& sum_so_far, const Expr& item);
  /// Records an operation whose numbers are known. Used by the operators.
  Expr operation(Op op, const Expr& a, const Expr& b, Dimension dimension, double value, double low,
                 double high);

  bool recording() const { return recording_; }
  /// Set when a formula added bytes to a count or the like. Tests require that it never is.
  bool dimension_error() const { return dimension_error_; }
  void note_dimension_error() { dimension_error_ = true; }

  const TraceNode& node(int32_t index) const { return nodes_[static_cast<size_t>(index)]; }

 private:
  int32_t add(const TraceNode& node);

  std::vector<TraceNode> nodes_;
  bool recording_;
  bool dimension_error_ = false;
};

Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr operator*(double a, const Expr& b);
Expr operator+(const Expr& a, double b);
Expr operator-(const Expr& a, double b);
Expr operator/(const Expr& a, double b);
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
/// ceil(a / b): how many blocks of b hold a.
Expr ceil_div(const Expr& a, const Expr& b);
/// The smallest multiple of `multiple` that is not below a.
Expr pad_to(const Expr& a, const Expr& multiple);

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
