// What a quantization_config leaves alone, and in which format it stores the rest.
#include <algorithm>

#include "models/draft.h"

namespace vramscope {
namespace {

using enum Module;

constexpr uint32_t kAttention = bit(Query) | bit(Key) | bit(Value) | bit(QueryKeyValue) |
                                bit(AttentionOutput) | bit(LatentDown) | bit(LatentUp) |
                                bit(Indexer);
constexpr uint32_t kState = bit(StateIn) | bit(StateOut) | bit(StateInner);
constexpr uint32_t kFfn = bit(Gate) | bit(Up) | bit(Down);
constexpr uint32_t kShared = bit(SharedGate) | bit(SharedUp) | bit(SharedDown);

struct Keyword {
  std::string_view word;
  uint32_t modules;
};
// The first word that a pattern holds decides. Longer words before those they contain.
constexpr Keyword kKeywords[] = {
    {"kv_a_proj", bit(LatentDown)},
    {"q_a_proj", bit(LatentDown)},
    {"kv_b_proj", bit(LatentUp)},
    {"q_b_proj", bit(LatentUp)},
    {"indexer", bit(Indexer)},
    {"in_proj", bit(StateIn)},
    {"out_proj", bit(StateOut)},
    {"conv1d", bit(StateInner)},
    {"linear_attn", kState},
    {"q_proj", bit(Query)},
    {"k_proj", bit(Key)},
    {"v_proj", bit(Value)},
    {"o_proj", bit(AttentionOutput)},
    {"qkv", bit(QueryKeyValue) | bit(Query) | bit(Key) | bit(Value)},
    {"self_attn", kAttention},
    {"attn", kAttention},
    {"shared_expert", kShared},
    {"latent_proj", bit(Up) | bit(Down)},
    {"gate_proj", bit(Gate)},
    {"up_proj", bit(Up)},
    {"down_proj", bit(Down)},
    {"(gate|up", kFfn},
    {"experts", kFfn},
    {"router", bit(Router)},
    {"mlp.gate", bit(Router)},
    {"moe.gate", bit(Router)},
    {"norm", bit(Norm)},
    {"mixer", kState | kAttention | kFfn | kShared},
    {"mlp", kFfn | kShared},
};

/// "re:.*mlp\\.(gate|up)_proj.*" without its escapes.
std::string plain_text(std::string_view pattern) {
  if (pattern.starts_with("re:")) pattern.remove_prefix(3);
  std::string text;
  for (char c : pattern) {
    if (c != '\\') text += c;
  }
  return text;
}

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

/// The layers that follow "layers.": a number, "(3|7)" or "[0-3]"; none stands for any. Moves
/// `text` behind them. A set that reads otherwise is not understood.
struct LayerSet {
  std::vector<int> layers;
  bool understood = true;
};
LayerSet layers_of(std::string_view& text) {
  LayerSet set;
  const size_t place = text.find("layers.");
  if (place == std::string_view::npos) return set;
  text.remove_prefix(place + 7);
  const auto number = [&text] {
    int value = -1;
    while (!text.empty() && text[0] >= '0' && text[0] <= '9' && value < 100000) {
      value = std::max(value, 0) * 10 + (text[0] - '0');
      text.remove_prefix(1);
    }
    return value;
  };
  const char open = text.empty() ? ' ' : text[0];
  if (open != '(' && open != '[') {
    if (const int layer = number(); layer >= 0) set.layers.push_back(layer);
    return set;
  }
  const char close = open == '(' ? ')' : ']';
  while (!text.empty() && text[0] != close) {
    text.remove_prefix(1);
    const bool range = open == '[' && !set.layers.empty();
    const int layer = number();
    const bool more = !text.empty() && (text[0] == close || text[0] == (open == '(' ? '|' : '-'));
    if (layer < 0 || !more || layer > 4096) {
      set.understood = false;
      return set;
    }
    for (int i = range ? set.layers.back() + 1 : layer; i <= layer; ++i) set.layers.push_back(i);
  }
  if (!text.empty()) text.remove_prefix(1);
  return set;
}

/// Modules of an encoder beside the language model, or of prediction layers: not the layers here.
bool lies_beside(std::string_view text) {
  for (std::string_view word :
       {"visual", "vision", "audio", "multi_modal", "mm_proj", "mtp", "embed_vision", "aligner"}) {
    if (has(text, word)) return true;
  }
  return false;
}

std::optional<ModulePattern> parse(std::string_view pattern) {
  const std::string whole = plain_text(pattern);
  std::string_view text = whole;
  if (lies_beside(text)) return std::nullopt;
  ModulePattern parsed;
  const bool inside = has(text, "layers.");
  LayerSet set = layers_of(text);
  parsed.layers = std::move(set.layers);
  parsed.understood = set.understood;
  for (const Keyword& keyword : kKeywords) {
    if (!has(text, keyword.word)) continue;
    parsed.modules = keyword.modules;
    break;
  }
  // "layers.0*" is the whole layer; a bare "gate" the router.
  const bool nothing_more = text.find_first_not_of(".*") == std::string_view::npos;
  if (parsed.modules == 0 && inside && nothing_more) parsed.modules = ~0u;
  if (parsed.modules == 0 && text == "gate") parsed.modules = bit(Router);
  if (parsed.modules == 0) return std::nullopt;
  const bool routed = has(text, "experts") && !has(text, "shared");
  parsed.experts_only = routed;
  parsed.dense_only = !routed && !has(text, "shared") && has(text, "_proj") &&
                      (parsed.modules & kFfn) != 0 && !has(text, "latent");
  return parsed;
}

std::vector<ModulePattern> patterns(const ConfigView& view, std::string_view name,
                                    Quantisation& q) {
  std::vector<ModulePattern> list;
  for (std::string_view text : view.texts(name)) {
    auto pattern = parse(text);
    if (!pattern) continue;
    q.understood = q.understood && pattern->understood;
    list.push_back(std::move(*pattern));
  }
  return list;
}

bool names_head(const ConfigView& view, std::string_view list) {
  const auto texts = view.texts(list);
  return std::any_of(texts.begin(), texts.end(),
                     [](std::string_view text) { return has(text, "lm_head"); });
}

uint32_t matching(const std::vector<ModulePattern>& list, bool mixture, size_t index) {
  uint32_t modules = 0;
  for (const ModulePattern& pattern : list) {
    const auto& layers = pattern.layers;
    if (!layers.empty() &&
        std::find(layers.begin(), layers.end(), static_cast<int>(index)) == layers.end()) {
      continue;
    }
    if (pattern.experts_only && !mixture) continue;
    uint32_t bits = pattern.modules;
    if (pattern.dense_only && mixture) bits &= ~kFfn;
    modules |= bits;
  }
  return modules;
}

struct Named {
  std::string_view plan;
  std::string_view format;
};

struct GroupRow {
  std::string_view method;
  uint64_t bits, group;
  Named named;
};
constexpr GroupRow kGroupRows[] = {
    {"gptq", 4, 128, {"gptq-int4", "gptq4-g128"}}, {"gptq", 4, 64, {"gptq-int4", "gptq4-g64"}},
    {"gptq", 4, 32, {"gptq-int4", "gptq4-g32"}},   {"gptq", 8, 128, {"gptq-int8", "gptq8-g128"}},
    {"gptq", 8, 32, {"gptq-int8", "gptq8-g32"}},   {"gptq", 3, 128, {"gptq-int4", "gptq3-g128"}},
    {"gptq", 2, 128, {"gptq-int4", "gptq2-g128"}}, {"awq", 4, 128, {"awq", "int4-g128"}},
    {"awq", 4, 64, {"awq", "int4-g64"}},           {"awq", 4, 32, {"awq", "int4-g32"}},
    {"hqq", 4, 64, {"hqq-int4", "hqq4-g64"}},
};

/// The format of these bits and group size; without a row of its own the nearest of the method,
/// which is then said not to be understood.
Named by_groups(std::string_view method, double bits, double group, bool& exact) {
  const GroupRow* nearest = nullptr;
  for (const GroupRow& row : kGroupRows) {
    if (row.method != method) continue;
    const bool same_bits = static_cast<double>(row.bits) == bits;
    if (same_bits && static_cast<double>(row.group) == group) return row.named;
    if (!nearest || (same_bits && static_cast<double>(nearest->bits) != bits)) nearest = &row;
  }
  exact = false;
  return nearest ? nearest->named : Named{};
}

/// compressed-tensors and modelopt describe each group of modules by bits and kind of number.
Named by_weights(const ConfigView& weights, bool& exact) {
  const double bits = weights.number("num_bits").value_or(0);
  const double group = weights.number("group_size").value_or(0);
  const bool floating = weights.text("type").value_or("") == "float";
  const std::string_view strategy = weights.text("strategy").value_or("");
  if (floating && bits == 4) return {"nvfp4", "nvfp4"};
  if (floating && bits == 8) {
    if (strategy == "block") return {"fp8-block", "fp8-block"};
    return {"fp8", strategy == "channel" ? "fp8-row" : "fp8-tensor"};
  }
  if (bits == 4 && group != 32 && group != 128) exact = false;
  if (bits == 4) return {"packed-int4", group == 32 ? "packed4-g32" : "packed4-g128"};
  if (bits == 8) return {"int8", "int8-row"};
  return {};
}

double first_number(const ConfigView& view, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    if (const auto value = view.number(name)) return *value;
  }
  return 0;
}

/// Fields of GPTQ files from before quant_method was written.
bool looks_like_gptq(const ConfigView& config) {
  return !config.has("quant_method") && config.has("bits") && config.has("desc_act");
}

Named by_method(const ConfigView& config, bool& exact) {
  const std::string_view method =
      looks_like_gptq(config) ? "gptq" : config.text("quant_method").value_or("");
  const double bits = first_number(config, {"bits", "w_bit", "nbits"});
  const double group = first_number(config, {"group_size", "q_group_size"});
  if (method == "gptq" || method == "awq") return by_groups(method, bits, group, exact);
  if (method == "mxfp4") return {"mxfp4", "mxfp4"};
  if (method == "hqq") {
    const ConfigView inner = config.object("quant_config").object("weight_quant_params");
    return by_groups(method, first_number(inner, {"nbits"}), first_number(inner, {"group_size"}),
                     exact);
  }
  if (method == "fp8" || method == "fbgemm_fp8") {
    if (config.has_object("weight_block_size")) {
      exact = exact && config.numbers("weight_block_size") == std::vector<double>{128, 128};
      return {"fp8-block", "fp8-block"};
    }
    return {"fp8", method == "fp8" ? "fp8-tensor" : "fp8-row"};
  }
  if (method == "bitsandbytes") {
    if (is_true(config, "load_in_8bit")) return {"int8", "int8-row"};
    if (!is_true(config, "load_in_4bit")) return {};
    if (is_true(config, "bnb_4bit_use_double_quant")) return {"nf4-dq", "nf4-dq"};
    return {"nf4", "nf4"};
  }
  const std::string_view algorithm = config.text("quant_algo").value_or("");
  if (algorithm == "NVFP4") return {"nvfp4", "nvfp4"};
  if (algorithm == "FP8") return {"fp8", "fp8-tensor"};
  return {};
}

/// Whether a group takes in every linear layer.
bool targets_all(const ConfigView& group) {
  const auto targets = group.texts("targets");
  return targets.empty() || std::find(targets.begin(), targets.end(), "Linear") != targets.end();
}

void read_groups(const ConfigView& groups, Quantisation& q) {
  if (groups.has_object("group_3") || !groups.has_object("group_0")) q.understood = false;
  bool first = true;
  for (const char* name : {"group_0", "group_1", "group_2"}) {
    if (!groups.has_object(name)) continue;
    const ConfigView group = groups.object(name);
    const Named named = by_weights(group.object("weights"), q.understood);
    if (named.format.empty()) {
      q.understood = false;
      continue;
    }
    if (names_head(group, "targets")) q.stored.head = true;
    // The narrower numbers are the main format, the wider the second.
    const bool narrow = named.format == "nvfp4" || named.format.starts_with("packed");
    if (!first) q.stored.second = narrow ? q.stored.format : named.format;
    if (first || narrow) {
      q.stored.format = named.format;
      q.plan = named.plan;
    }
    if (first ? !targets_all(group) : !narrow) q.second = patterns(group, "targets", q);
    first = false;
  }
  if (!q.stored.second.empty() || q.second.empty()) return;
  q.only = std::move(q.second);  // one format, for these modules alone
  q.second.clear();
}

}  // namespace

void Quantisation::mark(LayerGroup& layer, size_t index) const {
  if (plan.empty()) return;
  const bool mixture = layer.ffn && layer.ffn->num_experts > 0;
  layer.kept = matching(kept, mixture, index);
  if (!only.empty()) layer.kept |= ~matching(only, mixture, index);
  layer.second = matching(second, mixture, index) & ~layer.kept;
}

Quantisation read_quantisation(const ConfigView& config, std::string_view dtype) {
  Quantisation q;
  const Named named = by_method(config, q.understood);
  q.plan = named.plan;
  q.stored.format = named.format;
  q.stored.kept = dtype;
  if (config.has_object("config_groups")) read_groups(config.object("config_groups"), q);
  if (q.plan.empty()) q.understood = false;
  for (std::string_view list : {"modules_to_not_convert", "ignore", "ignored_layers",
                                "exclude_modules", "llm_int8_skip_modules"}) {
    const auto more = patterns(config, list, q);
    q.kept.insert(q.kept.end(), more.begin(), more.end());
  }
  if (is_true(config, "lm_head")) q.stored.head = true;  // GPTQ's switch
  return q;
}

}  // namespace vramscope
