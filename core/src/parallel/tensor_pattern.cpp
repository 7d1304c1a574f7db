#include "parallel/tensor_pattern.h"

#include <algorithm>

#include "text/ids.h"

namespace vramscope {
namespace {

constexpr size_t kLongestPattern = 512;
constexpr int kMostSteps = 20000;  // of backtracking; what takes longer is not found

/// A backtracking matcher over a pattern's text. A position after an element is where the next one
/// starts; alternatives are tried in order.
class Matcher {
 public:
  Matcher(std::string_view pattern, std::string_view name) : p_(pattern), s_(name) {}

  bool anywhere() {
    const bool anchored = p_.starts_with('^');
    const size_t from = anchored ? 1 : 0;
    for (size_t i = 0; i <= s_.size(); ++i) {
      if (alternatives(from, p_.size(), i, {})) return true;
      if (anchored) return false;
    }
    return false;
  }

 private:
  /// What is still to match after the current group: pieces of the pattern, innermost first.
  struct Rest {
    size_t from = 0, to = 0;
    const Rest* outer = nullptr;
  };
  struct Tail {
    const Rest* rest = nullptr;
  };

  /// End of a group's alternative: the next | at this depth, or `to`.
  size_t bar(size_t from, size_t to) const {
    int depth = 0;
    for (size_t i = from; i < to; ++i) {
      if (p_[i] == '\\') {
        ++i;
      } else if (p_[i] == '[') {
        i = bracket(i, to) - 1;
      } else if (p_[i] == '(') {
        ++depth;
      } else if (p_[i] == ')') {
        --depth;
      } else if (p_[i] == '|' && depth == 0) {
        return i;
      }
    }
    return to;
  }
  size_t bracket(size_t from, size_t to) const {
    size_t i = from + 1;
    while (i < to && p_[i] != ']') ++i;
    return i < to ? i + 1 : to;
  }
  size_t group(size_t from, size_t to) const {
    int depth = 0;
    for (size_t i = from; i < to; ++i) {
      if (p_[i] == '\\') {
        ++i;
      } else if (p_[i] == '(') {
        ++depth;
      } else if (p_[i] == ')' && --depth == 0) {
        return i + 1;
      }
    }
    return to;
  }
  size_t element(size_t from, size_t to) const {
    if (p_[from] == '\\') return std::min(from + 2, to);
    if (p_[from] == '[') return bracket(from, to);
    if (p_[from] == '(') return group(from, to);
    return from + 1;
  }

  bool alternatives(size_t from, size_t to, size_t at, Tail tail) {
    for (;;) {
      const size_t end = bar(from, to);
      if (sequence(from, end, at, tail)) return true;
      if (end >= to) return false;
      from = end + 1;
    }
  }

  bool after(size_t at, Tail tail) {
    if (!tail.rest) return true;
    const Rest rest = *tail.rest;
    return sequence(rest.from, rest.to, at, {rest.outer});
  }

  bool one(size_t from, size_t to, char c) const {
    if (p_[from] == '\\') {
      if (from + 1 >= to) return false;
      const char what = p_[from + 1];
      const bool digit = c >= '0' && c <= '9';
      if (what == 'd') return digit;
      if (what == 'w') return digit || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      return c == what;
    }
    if (p_[from] == '.') return true;
    if (p_[from] != '[') return c == p_[from];
    size_t i = from + 1;
    const bool inverted = i < to && p_[i] == '^';
    if (inverted) ++i;
    bool in = false;
    for (; i + 1 < to; ++i) {
      if (i + 3 < to && p_[i + 1] == '-') {
        in = in || (c >= p_[i] && c <= p_[i + 2]);
        i += 2;
      } else {
        in = in || c == p_[i];
      }
    }
    return in != inverted;
  }

  bool sequence(size_t from, size_t to, size_t at, Tail tail) {
    if (++steps_ > kMostSteps) return false;
    if (from >= to) return after(at, tail);
    if (p_[from] == '$' && from + 1 == p_.size()) return at == s_.size() && after(at, tail);
    const size_t end = element(from, to);
    const char repeat = end < to ? p_[end] : ' ';
    const bool star = repeat == '*';
    const bool plus = repeat == '+';
    const bool maybe = repeat == '?';
    const size_t next = star || plus || maybe ? end + 1 : end;
    if (p_[from] == '(') {
      if ((star || maybe) && sequence(next, to, at, tail)) return true;
      const Rest rest{next, to, tail.rest};
      return alternatives(from + 1, end - 1, at, {&rest});  // a repeated group once
    }
    size_t most = 0;
    const size_t limit = star || plus ? s_.size() : 1;
    while (most < limit && at + most < s_.size() && one(from, end, s_[at + most])) ++most;
    const size_t least = star || maybe ? 0 : 1;
    for (size_t n = most + 1; n-- > least;) {
      if (sequence(next, to, at + n, tail)) return true;
    }
    return false;
  }

  std::string_view p_, s_;
  int steps_ = 0;
};

std::string_view module_name(const ModelTensor& tensor) {
  switch (tensor.module) {
    case Module::TokenEmbedding:
      return "token_embd";
    case Module::PositionEmbedding:
      return "position_embd";
    case Module::LmHead:
      return "output";
    case Module::Query:
      return "attn_q";
    case Module::Key:
      return "attn_k";
    case Module::Value:
      return "attn_v";
    case Module::QueryKeyValue:
      return "attn_qkv";
    case Module::AttentionOutput:
      return "attn_output";
    case Module::LatentDown:
      return "attn_kv_a_mqa";
    case Module::LatentUp:
      return "attn_kv_b";
    case Module::Indexer:
      return "indexer";
    case Module::StateIn:
      return "ssm_in";
    case Module::StateOut:
      return "ssm_out";
    case Module::StateInner:
      return "ssm_inner";
    case Module::Gate:
      return tensor.expert ? "ffn_gate_exps" : "ffn_gate";
    case Module::Up:
      return tensor.expert ? "ffn_up_exps" : "ffn_up";
    case Module::Down:
      return tensor.expert ? "ffn_down_exps" : "ffn_down";
    case Module::SharedGate:
      return "ffn_gate_shexp";
    case Module::SharedUp:
      return "ffn_up_shexp";
    case Module::SharedDown:
      return "ffn_down_shexp";
    case Module::Router:
      return "ffn_gate_inp";
    case Module::LayerInput:
      return "per_layer_inp";
    case Module::Norm:
      return "norm";
    case Module::Bias:
      return "bias";
    case Module::Vision:
    case Module::Audio:
    case Module::Projector:
      return "mm";
  }
  return {};
}

}  // namespace

Result<std::vector<TensorPattern>> read_tensor_patterns(std::string_view list) {
  std::vector<TensorPattern> patterns;
  while (!list.empty()) {
    const size_t comma = list.find(',');
    const std::string_view item = list.substr(0, comma);
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    const size_t equals = item.rfind('=');
    const bool whole = equals != std::string_view::npos && equals > 0 && equals + 1 < item.size() &&
                       item.size() <= kLongestPattern;
    if (!whole || patterns.size() >= 256) {
      return Problem{"options.tensor_overrides",
                     "not_a_choice",
                     {{"value", std::string(item)}, {"choices", "ffn_.*_exps=CPU"}}};
    }
    const std::string_view place = item.substr(equals + 1);
    patterns.push_back({std::string(item.substr(0, equals)), same_id(place, "cpu")});
  }
  return patterns;
}

bool found_in(std::string_view pattern, std::string_view name) {
  return Matcher(pattern, name).anywhere();
}

std::string gguf_name(const ModelTensor& tensor, uint64_t layer) {
  std::string name = tensor.group < 0 ? "" : "blk." + std::to_string(layer) + '.';
  return name.append(module_name(tensor)).append(".weight");
}

}  // namespace vramscope
