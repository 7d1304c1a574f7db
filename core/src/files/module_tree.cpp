#include "files/module_tree.h"

#include <algorithm>

#include "files/order.h"
#include "io/json_writer.h"

namespace vramscope {
namespace {

constexpr size_t kMaxDepth = 16;  // of names; the rest of a longer one stays in one piece

std::string_view first_part(std::string_view path, size_t depth) {
  return depth + 1 < kMaxDepth ? path.substr(0, path.find('.')) : path;
}

bool is_index(std::string_view part) {
  return !part.empty() && part.size() <= 9 &&
         std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

uint64_t index_of(std::string_view part) {
  uint64_t index = 0;
  for (char c : part) index = 10 * index + static_cast<uint64_t>(c - '0');
  return index;
}

/// Names part by part, numbers first and by their value: layers.2 before
/// layers.10.
bool before(std::string_view a, std::string_view b) {
  for (size_t depth = 0; !a.empty() && !b.empty(); ++depth) {
    const std::string_view x = first_part(a, depth);
    const std::string_view y = first_part(b, depth);
    if (x != y) {
      const bool x_is_index = is_index(x);
      if (x_is_index != is_index(y)) return x_is_index;
      return x_is_index && x.size() != y.size() ? x.size() < y.size() : x < y;
    }
    a.remove_prefix(std::min(a.size(), x.size() + 1));
    b.remove_prefix(std::min(b.size(), y.size() + 1));
  }
  return a.empty() && !b.empty();
}

void add(ModuleNode& to, const ModuleNode& from) {
  to.parameters += from.parameters;
  to.stored_elements += from.stored_elements;
  to.bytes += from.bytes;
}

/// What makes layers alike: modules and their counts. Their number formats may differ, as those of
/// a mixed quantisation do.
std::string signature(const ModuleNode& node) {
  std::string text = number_text(node.parameters) + ':' + number_text(node.stored_elements) + '(';
  for (const ModuleNode& child : node.children) {
    text += std::to_string(child.name.size()) + ':' + child.name + '*' +
            std::to_string(child.copies) + '=' + signature(child);
  }
  return text + ')';
}

/// Adds figures of a like module, part for part.
void merge(ModuleNode& into, const ModuleNode& node) {
  add(into, node);
  for (size_t i = 0; i < node.children.size(); ++i) merge(into.children[i], node.children[i]);
}

/// "0-3,28-31" for a group of indices in rising order.
struct Range {
  std::string text;
  uint64_t first = 0, last = 0;
  void close() {
    if (!text.empty()) text += ',';
    text += std::to_string(first);
    if (last > first) text += '-' + std::to_string(last);
  }
};

/// Folds children named by numbers where they are alike.
void fold(ModuleNode& parent) {
  std::vector<ModuleNode>& all = parent.children;
  std::vector<std::string> signatures(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    if (is_index(all[i].name)) signatures[i] = signature(all[i]);
  }
  const std::vector<size_t> order =
      ordered(all.size(), [&](size_t a, size_t b) { return signatures[a] < signatures[b]; });
  std::vector<uint8_t> gone(all.size(), 0);
  for (size_t begin = 0; begin < order.size();) {
    ModuleNode& first = all[order[begin]];
    size_t next = begin + 1;
    if (is_index(first.name)) {
      Range range{{}, index_of(first.name), index_of(first.name)};
      for (; next < order.size() && signatures[order[next]] == signatures[order[begin]]; ++next) {
        const uint64_t index = index_of(all[order[next]].name);
        if (index > range.last + 1) {
          range.close();
          range.first = index;
        }
        range.last = index;
        ++first.copies;
        merge(first, all[order[next]]);
        gone[order[next]] = 1;
      }
      range.close();
      if (first.copies > 1) first.name = std::move(range.text);
    }
    begin = next;
  }
  size_t kept = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    if (gone[i]) continue;
    if (kept != i) all[kept] = std::move(all[i]);
    ++kept;
  }
  all.resize(kept);
}

class Tree {
 public:
  Tree(std::span<const StoredTensor> tensors, std::span<const StoredRole> roles)
      : tensors_(tensors), roles_(roles), order_(ordered(tensors.size(), [&](size_t a, size_t b) {
          return before(roles[a].module, roles[b].module);
        })) {}

  /// The node over order_[begin, end), whose names share what lies before byte `from`.
  ModuleNode node(size_t begin, size_t end, size_t from, size_t depth) const {
    ModuleNode node;
    while (begin < end) {
      const std::string_view rest = rest_of(begin, from);
      if (rest.empty()) {  // a tensor of this module itself
        const size_t i = order_[begin++];
        node.parameters += roles_[i].parameters;
        node.stored_elements += static_cast<double>(tensors_[i].elements);
        node.bytes += static_cast<double>(tensors_[i].bytes);
        continue;
      }
      const std::string_view part = first_part(rest, depth);
      size_t last = begin + 1;
      while (last < end && first_part(rest_of(last, from), depth) == part) ++last;
      ModuleNode child = this->node(begin, last, from + part.size() + 1, depth + 1);
      child.name = part;
      add(node, child);
      node.children.push_back(std::move(child));
      begin = last;
    }
    fold(node);
    return node;
  }

 private:
  std::string_view rest_of(size_t place, size_t from) const {
    const std::string_view module = roles_[order_[place]].module;
    return module.substr(std::min(from, module.size()));
  }

  std::span<const StoredTensor> tensors_;
  std::span<const StoredRole> roles_;
  std::vector<size_t> order_;
};

}  // namespace

ModuleNode module_tree(std::span<const StoredTensor> tensors, std::span<const StoredRole> roles) {
  return Tree(tensors, roles).node(0, tensors.size(), 0, 0);
}

}  // namespace vramscope
