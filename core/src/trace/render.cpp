// Lines of text from a traced expression: the symbols, or the numbers in their place.
#include <algorithm>

#include "vramscope/text.h"
#include "vramscope/trace.h"

namespace vramscope {
namespace {

/// How tightly an operation binds; an operand that binds less gets parentheses.
int binding(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Sum:
      return 1;
    case Op::Multiply:
    case Op::Divide:
      return 2;
    case Op::Symbol:
    case Op::Literal:
    case Op::Ceil:
    case Op::Min:
    case Op::Max:
      return 3;
  }
  return 3;
}

struct Renderer {
  const Trace& trace;
  bool numbers;  ///< numbers in place of the symbols

  void leaf(const TraceNode& node, std::string& out) const {
    if (!numbers && node.op == Op::Symbol) {
      out += symbol_row(node.symbol).text;
      if (!node.suffix.empty()) {
        out += '_';
        out += node.suffix;
      }
      return;
    }
    append_number(out, node.value);
    if (node.dimension == kBytes) out += " B";
  }

  void operand(int32_t index, int needed, std::string& out) const {
    const bool parentheses = binding_of(index) < needed;
    if (parentheses) out += '(';
    line(index, out);
    if (parentheses) out += ')';
  }

  void infix(const TraceNode& node, std::string_view sign, int left, int right,
             std::string& out) const {
    operand(node.left, left, out);
    out += sign;
    operand(node.right, right, out);
  }

  void call(std::string_view name, const TraceNode& node, std::string& out) const {
    out += name;
    line(node.left, out);
    out += ", ";
    line(node.right, out);
    out += ')';
  }

  /// A sum over one group reads as its only item.
  bool single_item(const TraceNode& node) const { return node.op == Op::Sum && node.left < 0; }

  int binding_of(int32_t index) const {
    const TraceNode& node = trace.node(index);
    if (single_item(node)) return binding_of(node.right);
    return binding(node.op);
  }

  /// Items that read alike are written once under a Σ; others are added up.
  void sum(const TraceNode& last, std::string& out) const {
    std::vector<std::string> items;
    for (const TraceNode* node = &last;; node = &trace.node(node->left)) {
      items.emplace_back();
      operand(node->right, 1, items.back());
      if (node->left < 0) break;
    }
    std::reverse(items.begin(), items.end());
    const bool alike = std::all_of(items.begin(), items.end(),
                                   [&](const std::string& item) { return item == items.front(); });
    if (alike && !numbers) {
      out += "Σ(" + items.front() + ")";
      return;
    }
    for (size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out += " + ";
      out += items[i];
    }
  }

  void line(int32_t index, std::string& out) const {
    const TraceNode& node = trace.node(index);
    switch (node.op) {
      case Op::Symbol:
      case Op::Literal:
        return leaf(node, out);
      case Op::Add:
        return infix(node, " + ", 1, 1, out);
      case Op::Subtract:
        return infix(node, " − ", 1, 2, out);
      case Op::Multiply:
        return infix(node, " × ", 2, 3, out);
      case Op::Divide:
        return infix(node, " ÷ ", 2, 3, out);
      case Op::Ceil:
        out += "⌈";
        line(node.left, out);
        out += "⌉";
        return;
      case Op::Min:
        return call("min(", node, out);
      case Op::Max:
        return call("max(", node, out);
      case Op::Sum:
        if (single_item(node)) return line(node.right, out);
        return sum(node, out);
    }
  }
};

void collect_symbols(const Trace& trace, int32_t index, std::vector<SymbolUse>& uses) {
  if (index < 0) return;
  const TraceNode& node = trace.node(index);
  if (node.op == Op::Symbol) {
    const SymbolUse use{.symbol = node.symbol, .suffix = node.suffix, .value = node.value};
    if (std::find(uses.begin(), uses.end(), use) == uses.end()) uses.push_back(use);
    return;
  }
  collect_symbols(trace, node.left, uses);
  collect_symbols(trace, node.right, uses);
}

std::string render(const Trace& trace, const Expr& e, bool numbers) {
  std::string out;
  if (e.node < 0) return out;
  out.reserve(256);
  Renderer{trace, numbers}.line(e.node, out);
  return out;
}

}  // namespace

std::string symbolic_line(const Trace& trace, const Expr& e) { return render(trace, e, false); }

std::string numeric_line(const Trace& trace, const Expr& e) { return render(trace, e, true); }

std::vector<SymbolUse> symbols_of(const Trace& trace, const Expr& e) {
  std::vector<SymbolUse> uses;
  uses.reserve(8);
  collect_symbols(trace, e.node, uses);
  return uses;
}

}  // namespace vramscope
