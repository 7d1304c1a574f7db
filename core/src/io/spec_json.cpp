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

/// What a description is shown to: a writer, which leaves defaults out, or a reader, which checks
/// types and ranges and names what it does not know.
///
/// The bodies are there so that none is pure: the runtime's handler of calls to pure functions
/// brings all of printf into the small module.
class Visitor {
 public:
  virtual void count(std::string_view /*name*/, uint64_t& /*value*/, double /*high*/ = kMaxWidth,
                     uint64_t /*otherwise*/ = 0) {}
  virtual void flag(std::string_view /*name*/, bool& /*value*/, bool /*otherwise*/ = false) {}
  virtual void share(std::string_view /*name*/, double& /*value*/) {}
  virtual void text(std::string_view /*name*/, std::string& /*value*/) {}
  virtual void texts(std::string_view /*name*/, std::vector<std::string>& /*values*/) {}
  /// Index into the names; the index it was, or what was read.
  virtual size_t pick(std::string_view /*name*/, size_t value,
                      std::span<const std::string_view> /*names*/, size_t /*otherwise*/) {
    return value;
  }
  /// Steps into a member object: whether there is one (to write, or in the document).
  virtual bool enter(std::string_view /*name*/, bool there) { return there; }
  virtual void leave() {}
  /// Steps into a list: how many items there are.
  virtual size_t enter_list(std::string_view /*name*/, size_t size) { return size; }
  virtual void enter_item(size_t /*index*/) {}
  virtual void leave_list() {}

  void bits(std::string_view name, uint32_t& value) {
    uint64_t wide = value;
    count(name, wide, 4294967295.0);
    value = static_cast<uint32_t>(wide);
  }

 protected:
  ~Visitor() = default;
};

void describe(Visitor& v, Attention& value);
void describe(Visitor& v, LatentAttention& value);
void describe(Visitor& v, CompressedAttention& value);
void describe(Visitor& v, Recurrent& value);
void describe(Visitor& v, Ffn& value);
void describe(Visitor& v, LayerGroup& value);
void describe(Visitor& v, StoredQuantisation& value);
void describe(Visitor& v, OuterTensor& value);
void describe(Visitor& v, Tower& value);

template <typename E>
void choice(Visitor& v, std::string_view name, E& value, std::span<const std::string_view> names,
            E otherwise = {}) {
  value = static_cast<E>(
      v.pick(name, static_cast<size_t>(value), names, static_cast<size_t>(otherwise)));
}

template <typename T>
void object(Visitor& v, std::string_view name, std::optional<T>& value) {
  if (!v.enter(name, value.has_value())) return;
  if (!value) value.emplace();
  describe(v, *value);
  v.leave();
}

template <typename T>
void list(Visitor& v, std::string_view name, std::vector<T>& values) {
  const size_t size = v.enter_list(name, values.size());
  if (size == 0) return;
  values.resize(size);
  for (size_t i = 0; i < size; ++i) {
    v.enter_item(i);
    describe(v, values[i]);
    v.leave();
  }
  v.leave_list();
}

// One description of each struct serves both directions.

void describe(Visitor& v, Attention& a) {
  choice(v, "kind", a.kind, kAttentionKinds);
  v.count("num_attention_heads", a.num_attention_heads);
  v.count("num_key_value_heads", a.num_key_value_heads);
  v.count("head_dim", a.head_dim);
  v.count("v_head_dim", a.v_head_dim);
  v.count("sliding_window", a.sliding_window, kMaxTokens);
  choice(v, "qk_norm", a.qk_norm, kQkNorms);
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

void describe(Visitor& v, LatentAttention& a) {
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

void describe(Visitor& v, CompressedAttention& a) {
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

void describe(Visitor& v, Recurrent& r) {
  choice(v, "kind", r.kind, kRecurrentKinds, RecurrentKind::Mamba);
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

void describe(Visitor& v, Ffn& f) {
  choice(v, "kind", f.kind, kFfnKinds);
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

void describe(Visitor& v, LayerGroup& g) {
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
  object(v, "attention", g.attention);
  object(v, "latent", g.latent);
  object(v, "compressed", g.compressed);
  object(v, "recurrent", g.recurrent);
  object(v, "cross", g.cross);
  object(v, "ffn", g.ffn);
}

void describe(Visitor& v, StoredQuantisation& q) {
  v.text("format", q.format);
  v.text("second", q.second);
  v.text("kept", q.kept);
  v.flag("head", q.head);
}

void describe(Visitor& v, OuterTensor& t) {
  choice(v, "module", t.module, kModules, Module::Norm);
  v.count("rows", t.rows, kMaxRows, 1);
  v.count("columns", t.columns, kMaxRows);
}

void describe(Visitor& v, Tower& t) {
  choice(v, "module", t.module, kModules, Module::Vision);
  v.count("hidden_size", t.hidden_size);
  list(v, "groups", t.groups);
  list(v, "outer", t.outer);
}

void describe(Visitor& v, ModelSpec& s) {
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
  object(v, "quantised", s.quantised);
  list(v, "groups", s.groups);
  list(v, "outer", s.outer);
  list(v, "towers", s.towers);
  list(v, "mtp", s.mtp);
}

class Writer final : public Visitor {
 public:
  explicit Writer(JsonWriter& out) : out_(out) {}

  void count(std::string_view name, uint64_t& value, double, uint64_t otherwise) override {
    if (value != otherwise) out_.number(name, static_cast<double>(value));
  }
  void flag(std::string_view name, bool& value, bool otherwise) override {
    if (value != otherwise) out_.flag(name, value);
  }
  void share(std::string_view name, double& value) override {
    if (value > 0) out_.number(name, value);
  }
  void text(std::string_view name, std::string& value) override { out_.text(name, value); }
  void texts(std::string_view name, std::vector<std::string>& values) override {
    if (values.empty()) return;
    out_.begin_list(name);
    for (const std::string& value : values) out_.text({}, value);
    out_.end_list();
  }
  size_t pick(std::string_view name, size_t value, std::span<const std::string_view> names,
              size_t otherwise) override {
    if (value != otherwise) out_.text(name, names[value]);
    return value;
  }
  bool enter(std::string_view name, bool there) override {
    if (there) out_.begin_object(name);
    return there;
  }
  void leave() override { out_.end_object(); }
  size_t enter_list(std::string_view name, size_t size) override {
    if (size > 0) out_.begin_list(name);
    return size;
  }
  void enter_item(size_t) override { out_.begin_object(); }
  void leave_list() override { out_.end_list(); }

 private:
  JsonWriter& out_;
};

class Reader final : public Visitor {
 public:
  Reader(const Json& json, std::string path, std::vector<Problem>& problems) : problems_(problems) {
    open(json, std::move(path));
  }

  void count(std::string_view name, uint64_t& value, double high, uint64_t otherwise) override {
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
  void flag(std::string_view name, bool& value, bool otherwise) override {
    value = otherwise;
    const Json* child = find(name);
    if (!child) return;
    if (!child->is_bool()) return wrong_type(name, "true, false");
    value = child->number != 0;
  }
  void share(std::string_view name, double& value) override {
    const Json* child = find(name);
    if (!child) return;
    if (!child->is_number() || !(child->number >= 0 && child->number <= 1)) {
      return problem(name, "not_a_number");
    }
    value = child->number;
  }
  void text(std::string_view name, std::string& value) override {
    const Json* child = find(name);
    if (child && child->is_text()) value = child->text;
  }
  void texts(std::string_view name, std::vector<std::string>& values) override {
    const Json* child = find(name);
    if (!child) return;
    for (const Json& item : child->children) values.push_back(item.text);
  }
  size_t pick(std::string_view name, size_t, std::span<const std::string_view> names,
              size_t otherwise) override {
    const Json* child = find(name);
    if (!child) return otherwise;
    const auto place = std::find(names.begin(), names.end(), std::string_view(child->text));
    if (place != names.end()) return static_cast<size_t>(place - names.begin());
    problem(name, "unknown_id");
    return otherwise;
  }
  bool enter(std::string_view name, bool) override {
    const Json* child = find(name);
    if (child) open(*child, field(name));
    return child != nullptr;
  }
  void leave() override {
    finish();
    levels_.pop_back();
  }
  size_t enter_list(std::string_view name, size_t) override {
    const Json* child = find(name);
    if (!child) return 0;
    if (!child->is_list()) {
      wrong_type(name, "list");
      return 0;
    }
    if (child->children.size() > kMaxItems) {
      problem(name, "too_large");
      return 0;
    }
    if (!child->children.empty()) levels_.push_back({child, field(name), {}});
    return child->children.size();
  }
  void enter_item(size_t index) override {
    const Level& list = levels_.back();
    open(list.json->children[index], list.path + "." + std::to_string(index));
  }
  void leave_list() override { levels_.pop_back(); }

  void problem(std::string_view name, std::string code) {
    problems_.push_back({field(name), std::move(code), {}});
  }
  /// Names the members of the object that no field asked for.
  void finish(std::string_view other = {}) {
    const Level& level = levels_.back();
    if (!level.json->is_object()) return;
    for (const Json& child : level.json->children) {
      const bool asked =
          std::find(level.asked.begin(), level.asked.end(), child.name) != level.asked.end();
      if (!asked && child.name != other) problem(child.name, "unknown_field");
    }
  }

 private:
  struct Level {
    const Json* json;
    std::string path;
    std::vector<std::string_view> asked;
  };

  void open(const Json& json, std::string path) {
    levels_.push_back({&json, std::move(path), {}});
    if (!json.is_object()) problem({}, "not_an_object");
  }
  const Json* find(std::string_view name) {
    Level& level = levels_.back();
    level.asked.push_back(name);
    return level.json->is_object() ? level.json->find(name) : nullptr;
  }
  std::string field(std::string_view name) const {
    const std::string& path = levels_.back().path;
    return name.empty() ? path : path + "." + std::string(name);
  }
  void wrong_type(std::string_view name, std::string expected) {
    problems_.push_back({field(name), "wrong_type", {{"expected", std::move(expected)}}});
  }

  std::vector<Problem>& problems_;
  std::vector<Level> levels_;
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
  reader.finish("layer_order");
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
