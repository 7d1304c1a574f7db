#include "io/spec_fields.h"

namespace vramscope {
namespace {

constexpr double kMaxTokens = 4294967296.0;
constexpr double kMaxRows = 16777216;

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
  v.count("count", g.count, kMaxSpecLayers);
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

}  // namespace

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

}  // namespace vramscope
