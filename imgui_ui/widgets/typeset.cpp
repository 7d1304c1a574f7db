#include "widgets/typeset.h"

#include <algorithm>
#include <cstddef>

namespace vramscope {
namespace {

/// What the line is made of. Children of a Row stand side by side, signs among them.
struct Node {
  enum class Kind : uint8_t { Leaf, Sign, Row, Quotient, Parentheses, Ceiling };
  Kind kind = Kind::Leaf;
  std::string text;  ///< of a leaf or sign; before a parenthesis: the function's name
  std::vector<Node> parts;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool starts(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

/// Reads the grammar of symbolic_line() and numeric_line(). What it cannot read stays text.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Node sum() {
    Node row{.kind = Node::Kind::Row};
    row.parts.push_back(product());
    for (std::string_view sign = take_sign({"+", "−", "-"}); !sign.empty();
         sign = take_sign({"+", "−", "-"})) {
      row.parts.push_back({.kind = Node::Kind::Sign, .text = std::string(sign)});
      row.parts.push_back(product());
    }
    return row.parts.size() == 1 ? std::move(row.parts.front()) : row;
  }
  bool done() const { return rest_.empty(); }

 private:
  Node product() {
    Node row{.kind = Node::Kind::Row};
    row.parts.push_back(operand());
    for (std::string_view sign = take_sign({"×", "÷"}); !sign.empty();
         sign = take_sign({"×", "÷"})) {
      if (sign == "×") {
        row.parts.push_back({.kind = Node::Kind::Sign, .text = "×"});
        row.parts.push_back(operand());
        continue;
      }
      // Everything so far is divided: signs of one rank are read from the left.
      Node above = row.parts.size() == 1 ? std::move(row.parts.front()) : std::move(row);
      Node quotient{.kind = Node::Kind::Quotient};
      quotient.parts.push_back(std::move(above));
      quotient.parts.push_back(operand());
      row = Node{.kind = Node::Kind::Row};
      row.parts.push_back(std::move(quotient));
    }
    return row.parts.size() == 1 ? std::move(row.parts.front()) : row;
  }

  Node operand() {
    skip_spaces();
    if (take("(")) return enclosed(Node::Kind::Parentheses, {}, ")");
    if (take("⌈")) return enclosed(Node::Kind::Ceiling, {}, "⌉");
    std::string word = take_word();
    if (take("(")) return enclosed(Node::Kind::Parentheses, word, ")");
    // A number's unit follows it without a sign: "2 B", "1,008 GB/s".
    while (!rest_.empty() && rest_.front() == ' ' && !sign_follows()) {
      skip_spaces();
      const std::string unit = take_word();
      if (unit.empty()) break;
      word += " " + unit;
    }
    return {.text = std::move(word)};
  }

  Node enclosed(Node::Kind kind, std::string name, std::string_view end) {
    Node node{.kind = kind, .text = std::move(name)};
    node.parts.push_back(sum());
    while (take(",")) {
      node.parts.push_back({.kind = Node::Kind::Sign, .text = ","});
      node.parts.push_back(sum());
    }
    take(end);
    return node;
  }

  /// Up to a space, a bracket, or a comma that divides arguments.
  std::string take_word() {
    size_t n = 0;
    while (n < rest_.size()) {
      const std::string_view here = rest_.substr(n);
      if (here.front() == ' ' || here.front() == '(' || here.front() == ')') break;
      if (starts(here, "⌈") || starts(here, "⌉") || starts(here, ", ")) break;
      ++n;
    }
    std::string word(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return word;
  }

  bool take(std::string_view what) {
    if (!starts(rest_, what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  void skip_spaces() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  bool sign_follows() const {
    std::string_view next = rest_;
    while (!next.empty() && next.front() == ' ') next.remove_prefix(1);
    for (const std::string_view sign : {"+ ", "− ", "- ", "× ", "÷ ", "= "}) {
      if (starts(next, sign)) return true;
    }
    return false;
  }
  std::string_view take_sign(std::initializer_list<std::string_view> signs) {
    std::string_view next = rest_;
    while (!next.empty() && next.front() == ' ') next.remove_prefix(1);
    for (const std::string_view sign : signs) {
      if (!starts(next, sign) || next.size() <= sign.size() || next[sign.size()] != ' ') continue;
      rest_ = next.substr(sign.size());
      return sign;
    }
    return {};
  }

  std::string_view rest_;
};

/// A node as laid out: pieces around an axis, y growing downwards from it.
struct Block {
  float width = 0, above = 0, below = 0;
  std::vector<Piece> pieces;

  void add(const Block& other, float x, float y) {
    for (Piece piece : other.pieces) {
      piece.x += x;
      piece.y += y;
      pieces.push_back(std::move(piece));
    }
    above = std::max(above, other.above - y);
    below = std::max(below, other.below + y);
    width = std::max(width, x + other.width);
  }
};

class Setter {
 public:
  Setter(bool symbols, float room, const TypesetMetrics& metrics)
      : symbols_(symbols), room_(room), m_(metrics) {}

  /// Lines of the formula, broken where they have to be.
  Typeset lines(const Node& node) {
    flow(node);
    finish_line();
    return std::move(out_);
  }

 private:
  Block leaf(PieceKind kind, const std::string& text) const {
    Block block;
    block.width = m_.width(kind, text);
    block.above = block.below = m_.line * 0.5f;
    block.pieces.push_back({kind, 0, -block.above, block.width, m_.line, text});
    return block;
  }

  /// Letters among signs: "Σ" stays text, "b_kv" is a symbol.
  Block word(const std::string& text) const {
    const bool symbol = symbols_ && !text.empty() && is_letter(text.front());
    return leaf(symbol ? PieceKind::Symbol : PieceKind::Text, text);
  }

  Block sign(const std::string& text) const {
    Block block;
    const Block inner = leaf(PieceKind::Sign, text);
    block.add(inner, text == "," ? 0 : m_.space, 0);
    block.width += m_.space;
    return block;
  }

  Block row(const std::vector<Node>& parts) const {
    Block block;
    for (const Node& part : parts) block.add(set(part), block.width, 0);
    return block;
  }

  /// A bar needs no parentheses around what is above or below it.
  Block bare(const Node& node) const {
    const bool plain = node.kind == Node::Kind::Parentheses && node.text.empty();
    return plain ? row(node.parts) : set(node);
  }

  Block quotient(const Node& node) const {
    const Block above = bare(node.parts[0]);
    const Block below = bare(node.parts[1]);
    const float gap = m_.line * 0.16f;
    const float pad = m_.space * 0.6f;
    Block block;
    const float width = std::max(above.width, below.width) + 2 * pad;
    block.add(above, (width - above.width) * 0.5f, -gap - above.below);
    block.add(below, (width - below.width) * 0.5f, gap + below.above);
    block.width = width;
    block.pieces.push_back({PieceKind::Bar, 0, 0, width, 0, {}});
    return block;
  }

  Block bracket(PieceKind kind, float above, float below) const {
    Block block;
    block.width = m_.width(kind, {});
    block.above = above;
    block.below = below;
    block.pieces.push_back({kind, 0, -above, block.width, above + below, {}});
    return block;
  }

  Block enclosed(const Node& node) const {
    const bool ceiling = node.kind == Node::Kind::Ceiling;
    const Block inner = row(node.parts);
    Block block;
    if (!node.text.empty()) block.add(leaf(PieceKind::Text, node.text), 0, 0);
    block.add(bracket(ceiling ? PieceKind::CeilingOpen : PieceKind::Open, inner.above, inner.below),
              block.width, 0);
    block.add(inner, block.width, 0);
    block.add(
        bracket(ceiling ? PieceKind::CeilingClose : PieceKind::Close, inner.above, inner.below),
        block.width, 0);
    return block;
  }

  Block set(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::Leaf:
        return word(node.text);
      case Node::Kind::Sign:
        return sign(node.text);
      case Node::Kind::Row:
        return row(node.parts);
      case Node::Kind::Quotient:
        return quotient(node);
      case Node::Kind::Parentheses:
      case Node::Kind::Ceiling:
        return enclosed(node);
    }
    return {};
  }

  /// Puts a node into the lines: whole where it finds room, else by its parts.
  void flow(const Node& node) {
    Block block = set(node);
    const bool leads = node.kind == Node::Kind::Sign;
    if (line_.width + block.width <= room_) return place(block);
    if (block.width <= room_ * 0.6f || node.kind == Node::Kind::Leaf || leads) {
      finish_line();
      return place(block);
    }
    switch (node.kind) {
      case Node::Kind::Leaf:
      case Node::Kind::Sign:
        return;
      case Node::Kind::Row:
        return flow_row(node.parts);
      case Node::Kind::Quotient:
        return flow_row({node.parts[0], {.kind = Node::Kind::Sign, .text = "÷"}, node.parts[1]});
      case Node::Kind::Parentheses:
      case Node::Kind::Ceiling: {
        const bool ceiling = node.kind == Node::Kind::Ceiling;
        const float half = m_.line * 0.5f;
        if (!node.text.empty()) flow({.text = node.text});
        place(bracket(ceiling ? PieceKind::CeilingOpen : PieceKind::Open, half, half));
        flow_row(node.parts);
        place(bracket(ceiling ? PieceKind::CeilingClose : PieceKind::Close, half, half));
        return;
      }
    }
  }

  /// Of what cannot be parted from the sign before it.
  float lead_width(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::Leaf:
      case Node::Kind::Sign:
        return set(node).width;
      case Node::Kind::Row:
      case Node::Kind::Quotient:
        return lead_width(node.parts.front());
      case Node::Kind::Parentheses:
      case Node::Kind::Ceiling:
        return m_.width(PieceKind::Text, node.text) + m_.width(PieceKind::Open, {}) +
               lead_width(node.parts.front());
    }
    return 0;
  }

  /// A sign stays with what follows it: lines break before, not after it.
  void flow_row(const std::vector<Node>& parts) {
    for (size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].kind == Node::Kind::Sign && i + 1 < parts.size() && line_.width > 0) {
        const float next = set(parts[i + 1]).width;
        const float least = next <= room_ * 0.6f ? next : lead_width(parts[i + 1]);
        const bool comma = parts[i].text == ",";
        if (!comma && line_.width + set(parts[i]).width + least > room_) finish_line();
        place(set(parts[i]));
        continue;
      }
      flow(parts[i]);
    }
  }

  void place(const Block& block) { line_.add(block, line_.width, 0); }

  void finish_line() {
    if (line_.pieces.empty()) return;
    const float leading = out_.pieces.empty() ? 0 : m_.line * 0.3f;
    const float axis = out_.height + leading + line_.above;
    if (out_.pieces.empty()) out_.axis = axis;
    for (Piece& piece : line_.pieces) {
      piece.y += axis;
      out_.pieces.push_back(std::move(piece));
    }
    out_.width = std::max(out_.width, line_.width);
    out_.height = axis + line_.below;
    line_ = {};
  }

  bool symbols_;
  float room_;
  const TypesetMetrics& m_;
  Block line_;
  Typeset out_;
};

}  // namespace

Typeset typeset(std::string_view formula, bool symbols, float room, const TypesetMetrics& metrics) {
  Parser parser(formula);
  Node node = parser.sum();
  if (!parser.done()) node = {.text = std::string(formula)};  // no formula of ours
  return Setter(symbols, room, metrics).lines(node);
}

}  // namespace vramscope
