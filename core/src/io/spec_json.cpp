#include "io/spec_json.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "tables/formats.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr double kMaxWidth = 8388608;  // 2^23
constexpr double kMaxTokens = 4294967296.0;
constexpr double kMaxRows = 16777216;
constexpr double kMaxLayers = 4096;
constexpr size_t kMaxItems = 4096;

constexpr std::string_view kAttentionKinds[] = {"full", "sliding", "chunked"};
constexpr std::string_view kQkNorms[] = {"none", "per_head", "whole"};
constexpr std::string_view kRecurrentKinds[] = {"gated_delta", "kimi_delta", "mamba",
                                                "mamba2",      "short_conv", "rwkv4",
                                                "rwkv5",       "rwkv6",      "lightning"};
constexpr std::string_view kFfnKinds[] = {"gated", "plain", "rwkv"};
constexpr std::string_view kModules[] = {"token_embedding",
                                         "position_embedding",
                                         "lm_head",
                                         "query",
                                         "key",
                                         "value",
                                         "query_key_value",
                                         "output",
                                         "latent_down",
                                         "latent_up",
                                         "indexer",
                                         "state_in",
                                         "state_out",
                                         "state_inner",
                                         "gate",
                                         "up",
                                         "down",
                                         "shared_gate",
                                         "shared_up",
                                         "shared_down",
                                         "router",
                                         "layer_input",
                                         "norm",
                                         "bias",
                                         "vision",
                                         "audio",
                                         "projector"};
static_assert(std::size(kModules) == static_cast<size_t>(Module::Projector) + 1);
static_assert(std::size(kRecurrentKinds) == static_cast<size_t>(RecurrentKind::Lightning) + 1);

// One description of each struct serves both directions: a Writer leaves defaults out, a Reader
// checks types and ranges and names what it does not know.

template <typename V>
void describe(V& v, Attention& a) {
  v.choice("kind", a.kind, kAttentionKinds);
  v.count("num_attention_heads", a.num_attention_heads);
  v.count("num_key_value_heads", a.num_key_value_heads);
  v.count("head_dim", a.head_dim);
  v.count("v_head_dim", a.v_head_dim);
  v.count("sliding_window", a.sliding_window, kMaxTokens);
  v.choice("qk_norm", a.qk_norm, kQkNorms);
  v.flag("qkv_bias", a.qkv_bias);
  v.flag("no_k_bias", a.no_k_bias);
  v.flag("o_bias", a.o_bias);
  v.flag("fused_qkv", a.fused_qkv);
  v.flag("output_gate", a.output_gate);
  v.flag("head_gate", a.head_gate);
  v.flag("keys_are_values", a.keys_are_values);
  v.flag("shares_kv", a.shares_kv);
  v.flag("sinks", a.sinks);
}

template <typename V>
void describe(V& v, LatentAttention& a) {
  v.count("num_attention_heads", a.num_attention_heads);
  v.count("q_lora_rank", a.q_lora_rank);
  v.count("kv_lora_rank", a.kv_lora_rank);
  v.count("qk_nope_head_dim", a.qk_nope_head_dim);
  v.count("qk_rope_head_dim", a.qk_rope_head_dim);
  v.count("v_head_dim", a.v_head_dim);
  v.count("index_n_heads", a.index_n_heads);
  v.count("index_head_dim", a.index_head_dim);
  v.flag("bias", a.bias);
}

template <typename V>
void describe(V& v, CompressedAttention& a) {
  v.count("num_attention_heads", a.num_attention_heads);
  v.count("head_dim", a.head_dim);
  v.count("q_lora_rank", a.q_lora_rank);
  v.count("o_lora_rank", a.o_lora_rank);
  v.count("o_groups", a.o_groups);
  v.count("sliding_window", a.sliding_window, kMaxTokens);
  v.count("compress_ratio", a.compress_ratio, 65536);
  v.count("index_n_heads", a.index_n_heads);
  v.count("index_head_dim", a.index_head_dim);
}

template <typename V>
void describe(V& v, Recurrent& r) {
  v.choice("kind", r.kind, kRecurrentKinds, RecurrentKind::Mamba);
  v.count("num_heads", r.num_heads);
  v.count("head_dim", r.head_dim);
  v.count("num_key_heads", r.num_key_heads);
  v.count("state_size", r.state_size);
  v.count("inner_size", r.inner_size);
  v.count("conv_kernel", r.conv_kernel, 64);
  v.count("rank", r.rank);
  v.flag("bias", r.bias);
  v.flag("conv_bias", r.conv_bias);
  v.flag("inner_norms", r.inner_norms);
}

template <typename V>
void describe(V& v, Ffn& f) {
  v.choice("kind", f.kind, kFfnKinds);
  v.count("intermediate_size", f.intermediate_size);
  v.count("num_experts", f.num_experts, 65536);
  v.count("num_experts_per_tok", f.num_experts_per_tok, 65536);
  v.count("shared_intermediate_size", f.shared_intermediate_size);
  v.count("dense_intermediate_size", f.dense_intermediate_size);
  v.count("latent_size", f.latent_size);
  v.count("router_vectors", f.router_vectors, 16);
  v.flag("bias", f.bias);
  v.flag("shared_gate", f.shared_gate);
}

template <typename V>
void describe(V& v, LayerGroup& g) {
  v.count("count", g.count, kMaxLayers);
  v.count("norms", g.norms, 16, 2);
  v.count("loose", g.loose);
  v.count("residual_streams", g.residual_streams, 64);
  v.count("per_layer_input", g.per_layer_input);
  v.count("input_projection", g.input_projection);
  v.flag("norm_bias", g.norm_bias);
  v.flag("encoder", g.encoder);
  v.bits("kept", g.kept);
  v.bits("second", g.second);
  v.object("attention", g.attention);
  v.object("latent", g.latent);
  v.object("compressed", g.compressed);
  v.object("recurrent", g.recurrent);
  v.object("cross", g.cross);
  v.object("ffn", g.ffn);
}

template <typename V>
void describe(V& v, StoredQuantisation& q) {
  v.text("format", q.format);
  v.text("second", q.second);
  v.text("kept", q.kept);
  v.flag("head", q.head);
}

template <typename V>
void describe(V& v, OuterTensor& t) {
  v.choice("module", t.module, kModules, Module::Norm);
  v.count("rows", t.rows, kMaxRows, 1);
  v.count("columns", t.columns, kMaxRows);
}

template <typename V>
void describe(V& v, Tower& t) {
  v.choice("module", t.module, kModules, Module::Vision);
  v.count("hidden_size", t.hidden_size);
  v.list("groups", t.groups);
  v.list("outer", t.outer);
}

template <typename V>
void describe(V& v, ModelSpec& s) {
  v.text("id", s.id);
  v.text("name", s.name);
  v.text("family", s.family);
  v.count("hidden_size", s.hidden_size);
  v.count("vocab_size", s.vocab_size, kMaxRows);
  v.count("max_position_embeddings", s.max_position_embeddings, kMaxTokens);
  v.count("learned_position_embeddings", s.learned_position_embeddings, kMaxRows);
  v.count("embedding_size", s.embedding_size);
  v.count("gguf_rope_factors", s.gguf_rope_factors);
  v.count("stored_buffers", s.stored_buffers, 1e12);
  v.count("encoder_tokens", s.encoder_tokens, kMaxTokens);
  v.flag("tie_word_embeddings", s.tie_word_embeddings);
  v.flag("lm_head", s.lm_head, true);
  v.flag("lm_head_bias", s.lm_head_bias);
  v.flag("final_norm", s.final_norm, true);
  v.flag("final_norm_bias", s.final_norm_bias);
  v.flag("fp32_state", s.fp32_state);
  v.flag("mtp_repeats_embedding", s.mtp_repeats_embedding);
  v.flag("generic", s.generic);
  v.share("attention_dropout", s.attention_dropout);
  v.text("stored_dtype", s.stored_dtype);
  v.texts("not_read", s.not_read);
  v.object("quantised", s.quantised);
  v.list("groups", s.groups);
  v.list("outer", s.outer);
  v.list("towers", s.towers);
  v.list("mtp", s.mtp);
}

class Writer {
 public:
  explicit Writer(JsonWriter& out) : out_(out) {}

  void count(std::string_view name, uint64_t value, double = kMaxWidth, uint64_t otherwise = 0) {
    if (value != otherwise) out_.number(name, static_cast<double>(value));
  }
  void flag(std::string_view name, bool value, bool otherwise = false) {
    if (value != otherwise) out_.flag(name, value);
  }
  void bits(std::string_view name, uint32_t value) {
    if (value != 0) out_.number(name, value);
  }
  void share(std::string_view name, double value) {
    if (value > 0) out_.number(name, value);
  }
  void text(std::string_view name, const std::string& value) { out_.text(name, value); }
  template <typename E>
  void choice(std::string_view name, E value, std::span<const std::string_view> names,
              E otherwise = {}) {
    if (value != otherwise) out_.text(name, names[static_cast<size_t>(value)]);
  }
  template <typename T>
  void object(std::string_view name, std::optional<T>& value) {
    if (value) member(name, *value);
  }
  template <typename T>
  void list(std::string_view name, std::vector<T>& values) {
    if (values.empty()) return;
    out_.begin_list(name);
    for (T& value : values) member({}, value);
    out_.end_list();
  }
  void texts(std::string_view name, const std::vector<std::string>& values) {
    if (values.empty()) return;
    out_.begin_list(name);
    for (const std::string& value : values) out_.text({}, value);
    out_.end_list();
  }

 private:
  template <typename T>
  void member(std::string_view name, T& value) {
    out_.begin_object(name);
    describe(*this, value);
    out_.end_object();
  }

  JsonWriter& out_;
};

/// Reads one object; finish() names the members that no field asked for.
class Reader {
 public:
  Reader(const Json& json, std::string path, std::vector<Problem>& problems)
      : json_(json), path_(std::move(path)), problems_(problems) {
    if (!json.is_object()) problem({}, "not_an_object");
  }

  void count(std::string_view name, uint64_t& value, double high = kMaxWidth,
             uint64_t otherwise = 0) {
    value = otherwise;
    const Json* child = find(name);
    if (!child) return;
    const double number = child->is_number() ? child->number : -1;
    if (number >= 0 && number <= high && std::floor(number) == number) {
      value = static_cast<uint64_t>(number);
      return;
    }
    problems_.push_back(
        {field(name), "out_of_range", {{"low", "0"}, {"high", format_number(high)}}});
  }
  void flag(std::string_view name, bool& value, bool otherwise = false) {
    value = otherwise;
    const Json* child = find(name);
    if (!child) return;
    if (!child->is_bool()) return wrong_type(name, "true, false");
    value = child->number != 0;
  }
  void bits(std::string_view name, uint32_t& value) {
    uint64_t wide = 0;
    count(name, wide, 4294967295.0);
    value = static_cast<uint32_t>(wide);
  }
  void share(std::string_view name, double& value) {
    const Json* child = find(name);
    if (!child) return;
    if (child->is_number() && child->number >= 0 && child->number <= 1) {
      value = child->number;
    } else {
      problem(name, "not_a_number");
    }
  }
  void text(std::string_view name, std::string& value) {
    const Json* child = find(name);
    if (child && child->is_text()) value = child->text;
  }
  template <typename E>
  void choice(std::string_view name, E& value, std::span<const std::string_view> names,
              E otherwise = {}) {
    value = otherwise;
    const Json* child = find(name);
    if (!child) return;
    const auto place = std::find(names.begin(), names.end(), std::string_view(child->text));
    if (place == names.end()) return problem(name, "unknown_id");
    value = static_cast<E>(place - names.begin());
  }
  template <typename T>
  void object(std::string_view name, std::optional<T>& value) {
    if (const Json* child = find(name)) member(*child, field(name), value.emplace());
  }
  template <typename T>
  void list(std::string_view name, std::vector<T>& values) {
    const Json* child = find(name);
    if (!child) return;
    if (!child->is_list()) return wrong_type(name, "list");
    if (child->children.size() > kMaxItems) return problem(name, "too_large");
    for (size_t i = 0; i < child->children.size(); ++i) {
      member(child->children[i], field(name) + "." + std::to_string(i), values.emplace_back());
    }
  }
  void texts(std::string_view name, std::vector<std::string>& values) {
    const Json* child = find(name);
    if (!child) return;
    for (const Json& item : child->children) values.push_back(item.text);
  }

  void problem(std::string_view name, std::string code) {
    problems_.push_back({field(name), std::move(code), {}});
  }
  void finish(std::initializer_list<std::string_view> others = {}) {
    asked_.insert(asked_.end(), others);
    if (!json_.is_object()) return;
    for (const Json& child : json_.children) {
      if (std::find(asked_.begin(), asked_.end(), child.name) == asked_.end()) {
        problem(child.name, "unknown_field");
      }
    }
  }

 private:
  const Json* find(std::string_view name) {
    asked_.push_back(name);
    return json_.is_object() ? json_.find(name) : nullptr;
  }
  std::string field(std::string_view name) const {
    return name.empty() ? path_ : path_ + "." + std::string(name);
  }
  void wrong_type(std::string_view name, std::string expected) {
    problems_.push_back({field(name), "wrong_type", {{"expected", std::move(expected)}}});
  }
  template <typename T>
  void member(const Json& json, std::string path, T& value) {
    Reader inner(json, std::move(path), problems_);
    describe(inner, value);
    inner.finish();
  }

  const Json& json_;
  std::string path_;
  std::vector<Problem>& problems_;
  std::vector<std::string_view> asked_;
};

void check_attention(const Attention& a, const std::string& path, std::vector<Problem>& problems) {
  const auto require = [&](uint64_t value, const char* name) {
    if (value == 0) problems.push_back({path + name, "missing_field", {}});
  };
  require(a.num_attention_heads, ".num_attention_heads");
  require(a.num_key_value_heads, ".num_key_value_heads");
  require(a.head_dim, ".head_dim");
  if (a.kind != AttentionKind::Full) require(a.sliding_window, ".sliding_window");
  if (a.num_key_value_heads > 0 && a.num_attention_heads % a.num_key_value_heads != 0) {
    problems.push_back({path + ".num_key_value_heads", "heads_not_divisible", {}});
  }
}

void check_group(const LayerGroup& group, const std::string& path, std::vector<Problem>& problems) {
  if (group.count == 0) problems.push_back({path + ".count", "missing_field", {}});
  if (group.attention) check_attention(*group.attention, path + ".attention", problems);
  if (group.cross) check_attention(*group.cross, path + ".cross", problems);
  if (group.recurrent && group.recurrent->conv_channels() > 0 &&
      group.recurrent->conv_kernel == 0) {
    problems.push_back({path + ".recurrent.conv_kernel", "missing_field", {}});
  }
  if (!group.ffn) return;
  if (group.ffn->intermediate_size == 0) {
    problems.push_back({path + ".ffn.intermediate_size", "missing_field", {}});
  }
  if (group.ffn->num_experts_per_tok > group.ffn->num_experts) {
    problems.push_back({path + ".ffn.num_experts_per_tok", "more_than_experts", {}});
  }
}

/// Layers as runs: [group, how many, group, how many, ...].
void write_runs(JsonWriter& out, const std::vector<uint16_t>& order) {
  out.begin_list("layer_order");
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && order[end] == order[i]) ++end;
    out.number({}, order[i]);
    out.number({}, static_cast<double>(end - i));
    i = end;
  }
  out.end_list();
}

/// Without an order the groups follow one another.
bool read_order(const Json* runs, ModelSpec& spec) {
  std::vector<double> left;
  for (const LayerGroup& group : spec.groups) left.push_back(static_cast<double>(group.count));
  if (!runs) {
    for (size_t g = 0; g < left.size(); ++g) {
      spec.layer_order.insert(spec.layer_order.end(), spec.groups[g].count,
                              static_cast<uint16_t>(g));
    }
    return true;
  }
  if (!runs->is_list() || runs->children.size() % 2 != 0) return false;
  for (size_t i = 0; i < runs->children.size(); i += 2) {
    const double group = runs->children[i].number;
    const double layers = runs->children[i + 1].number;
    const bool good = group >= 0 && group < static_cast<double>(left.size()) && layers >= 1 &&
                      std::floor(group) == group && std::floor(layers) == layers &&
                      layers <= left[static_cast<size_t>(group)];
    if (!good) return false;
    left[static_cast<size_t>(group)] -= layers;
    spec.layer_order.insert(spec.layer_order.end(), static_cast<size_t>(layers),
                            static_cast<uint16_t>(group));
  }
  return std::all_of(left.begin(), left.end(), [](double layers) { return layers == 0; });
}

}  // namespace

void write_spec(JsonWriter& out, std::string_view name, const ModelSpec& spec) {
  out.begin_object(name);
  Writer writer(out);
  ModelSpec copy = spec;  // a description takes what it could also fill
  describe(writer, copy);
  if (spec.groups.size() > 1) write_runs(out, spec.layer_order);
  out.end_object();
}

Result<ModelSpec> spec_from_json(const Json& json, const std::string& path) {
  std::vector<Problem> problems;
  ModelSpec spec;
  Reader reader(json, path, problems);
  describe(reader, spec);
  reader.finish({"layer_order"});
  if (!problems.empty()) return problems;
  if (!find_weight_plan(spec.stored_dtype)) reader.problem("stored_dtype", "unknown_id");
  if (spec.quantised) {
    const StoredQuantisation& q = *spec.quantised;
    const bool known =
        find_format(q.format) && find_format(q.kept) && (q.second.empty() || find_format(q.second));
    if (!known) reader.problem("quantised", "unknown_id");
  }
  if (spec.vocab_size == 0) reader.problem("vocab_size", "missing_field");
  if (spec.hidden_size == 0) reader.problem("hidden_size", "missing_field");
  if (spec.groups.empty()) reader.problem("groups", "missing_field");
  for (size_t i = 0; i < spec.groups.size(); ++i) {
    check_group(spec.groups[i], path + ".groups." + std::to_string(i), problems);
  }
  if (spec.num_hidden_layers() > static_cast<uint64_t>(kMaxLayers)) {
    reader.problem("groups", "too_large");
  }
  if (!problems.empty()) return problems;
  if (!read_order(json.find("layer_order"), spec)) reader.problem("layer_order", "list_length");
  if (!problems.empty()) return problems;
  return spec;
}

}  // namespace vramscope
