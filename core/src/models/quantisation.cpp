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

/// The number after "layers.", or -1; moves `text` behind it.
int layer_of(std::string_view& text) {
  const size_t place = text.find("layers.");
  if (place == std::string_view::npos) return -1;
  text.remove_prefix(place + 7);
  int layer = -1;
  size_t i = 0;
  for (; i < text.size() && i < 5 && text[i] >= '0' && text[i] <= '9'; ++i) {
    layer = std::max(layer, 0) * 10 + (text[i] - '0');
  }
  text.remove_prefix(i);
  return layer;
}

std::optional<ModulePattern> parse(std::string_view pattern) {
  const std::string whole = plain_text(pattern);
  std::string_view text = whole;
  ModulePattern parsed;
  const bool inside = has(text, "layers.");
  parsed.layer = layer_of(text);
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

std::vector<ModulePattern> patterns(const ConfigView& view, std::string_view name) {
  std::vector<ModulePattern> list;
  for (std::string_view text : view.texts(name)) {
    if (const auto pattern = parse(text)) list.push_back(*pattern);
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
    if (pattern.layer >= 0 && static_cast<size_t>(pattern.layer) != index) continue;
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

Named by_groups(std::string_view method, uint64_t bits, uint64_t group) {
  if (method == "gptq") {
    if (bits == 8) return {"gptq-int8", group == 32 ? "gptq8-g32" : "gptq8-g128"};
    if (bits == 3) return {"gptq-int4", "gptq3-g128"};
    if (bits == 2) return {"gptq-int4", "gptq2-g128"};
    if (bits != 4) return {};
    return {"gptq-int4", group == 32 ? "gptq4-g32" : group == 64 ? "gptq4-g64" : "gptq4-g128"};
  }
  if (bits != 4) return {};
  return {"awq", group == 32 ? "int4-g32" : group == 64 ? "int4-g64" : "int4-g128"};
}

/// compressed-tensors and modelopt describe each group of modules by bits and kind of number.
Named by_weights(const ConfigView& weights) {
  const uint64_t bits = weights.count("num_bits", 1, 32).value_or(0);
  const uint64_t group = weights.count("group_size", 1, 65536).value_or(0);
  const bool floating = weights.text("type").value_or("") == "float";
  const std::string_view strategy = weights.text("strategy").value_or("");
  if (floating && bits == 4) return {"nvfp4", "nvfp4"};
  if (floating && bits == 8) {
    if (strategy == "block") return {"fp8-block", "fp8-block"};
    return {"fp8", strategy == "channel" ? "fp8-row" : "fp8-tensor"};
  }
  if (bits == 4) return {"packed-int4", group == 32 ? "packed4-g32" : "packed4-g128"};
  if (bits == 8) return {"int8", "int8-row"};
  return {};
}

Named by_method(const ConfigView& config) {
  const std::string_view method = config.text("quant_method").value_or("");
  const uint64_t bits = config.count("bits w_bit nbits", 1, 16).value_or(0);
  const uint64_t group = config.count("group_size q_group_size", 1, 65536).value_or(0);
  if (method == "gptq" || method == "awq") return by_groups(method, bits, group);
  if (method == "mxfp4") return {"mxfp4", "mxfp4"};
  if (method == "hqq") return {"hqq-int4", "hqq4-g64"};
  if (method == "fp8" || method == "fbgemm_fp8") {
    if (config.has_object("weight_block_size")) return {"fp8-block", "fp8-block"};
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

/// Fields of GPTQ files from before quant_method was written.
bool looks_like_gptq(const ConfigView& config) {
  return !config.has("quant_method") && config.has("bits") && config.has("desc_act");
}

void read_groups(const ConfigView& groups, Quantisation& q) {
  Named first;
  for (const char* name : {"group_0", "group_1", "group_2"}) {
    if (!groups.has_object(name)) continue;
    const ConfigView group = groups.object(name);
    const Named named = by_weights(group.object("weights"));
    if (named.format.empty()) {
      q.understood = false;
      continue;
    }
    const bool everything = [&] {
      for (std::string_view target : group.texts("targets")) {
        if (target == "Linear") return true;
      }
      return group.texts("targets").empty();
    }();
    if (first.format.empty()) {
      first = named;
      q.plan = named.plan;
      q.stored.format = named.format;
      if (!everything) q.second = patterns(group, "targets");
      if (names_head(group, "targets")) q.stored.head = true;
      continue;
    }
    // The narrower numbers are the main format, the wider the second.
    if (named.format == "nvfp4" || named.format.starts_with("packed")) {
      q.stored.second = q.stored.format;
      q.stored.format = named.format;
      q.plan = named.plan;
    } else {
      q.stored.second = named.format;
      q.second = patterns(group, "targets");
    }
    if (names_head(group, "targets")) q.stored.head = true;
  }
  if (q.stored.second.empty()) q.second.clear();
}

}  // namespace

void Quantisation::mark(LayerGroup& layer, size_t index) const {
  if (plan.empty()) return;
  const bool mixture = layer.ffn && layer.ffn->num_experts > 0;
  layer.kept = matching(kept, mixture, index);
  layer.second = matching(second, mixture, index) & ~layer.kept;
}

Quantisation read_quantisation(const ConfigView& config, std::string_view dtype) {
  Quantisation q;
  Named named = by_method(config);
  if (named.plan.empty() && looks_like_gptq(config)) {
    named = by_groups("gptq", config.count("bits", 1, 16).value_or(0),
                      config.count("group_size", 1, 65536).value_or(0));
  }
  q.plan = named.plan;
  q.stored.format = named.format;
  q.stored.kept = dtype;
  if (config.has_object("config_groups")) read_groups(config.object("config_groups"), q);
  if (q.plan.empty()) q.understood = false;
  for (std::string_view list : {"modules_to_not_convert", "ignore", "ignored_layers",
                                "exclude_modules", "llm_int8_skip_modules"}) {
    const auto more = patterns(config, list);
    q.kept.insert(q.kept.end(), more.begin(), more.end());
  }
  if (is_true(config, "lm_head")) q.stored.head = true;  // GPTQ's switch
  return q;
}

}  // namespace vramscope
