// The tensors that a ModelSpec stands for.
#include "models/tensor_list.h"

namespace vramscope {
namespace {

void add_attention(TensorList& list, const Attention& a, uint64_t hidden) {
  const uint64_t q = a.q_size() * (a.output_gate ? 2 : 1);
  const uint64_t k = a.shares_kv ? 0 : a.k_size();
  const uint64_t v = a.shares_kv || a.keys_are_values ? 0 : a.v_size();
  if (a.fused_qkv) {
    list.matrix(Module::QueryKeyValue, q + k + v, hidden);
  } else {
    list.matrix(Module::Query, q, hidden);
    list.matrix(Module::Key, k, hidden);
    list.matrix(Module::Value, v, hidden);
  }
  list.matrix(Module::AttentionOutput, hidden, a.o_size());
  if (a.qkv_bias) list.vector(Module::Bias, q + (a.no_k_bias ? 0 : k) + v);
  if (a.o_bias) list.vector(Module::Bias, hidden);
  if (a.qk_norm == QkNorm::PerHead) list.vector(Module::Norm, a.head_dim * (k > 0 ? 2 : 1));
  if (a.qk_norm == QkNorm::Whole) list.vector(Module::Norm, a.q_size() + k);
  if (a.sinks) list.vector(Module::Bias, a.num_attention_heads);
  if (a.head_gate) list.matrix(Module::Router, a.num_attention_heads, hidden);
}

void add_latent(TensorList& list, const LatentAttention& a, uint64_t hidden) {
  if (a.q_lora_rank > 0) {
    list.matrix(Module::LatentDown, a.q_lora_rank, hidden);
    list.vector(Module::Norm, a.q_lora_rank);
    list.matrix(Module::LatentUp, a.q_size(), a.q_lora_rank);
  } else {
    list.matrix(Module::Query, a.q_size(), hidden);
  }
  list.matrix(Module::LatentDown, a.cached(), hidden);
  list.vector(Module::Norm, a.kv_lora_rank);
  // Keys and values are one matrix in a checkpoint, two in a GGUF file, the keys' on its side.
  list.matrix(Module::LatentUp, a.num_attention_heads * a.qk_nope_head_dim, a.kv_lora_rank);
  list.rows.back().gguf_columns = a.qk_nope_head_dim;
  list.matrix(Module::LatentUp, a.num_attention_heads * a.v_head_dim, a.kv_lora_rank);
  list.matrix(Module::AttentionOutput, hidden, a.o_size());
  if (a.bias) list.vector(Module::Bias, a.q_lora_rank + a.cached() + hidden);
  if (a.index_n_heads > 0) {
    list.matrix(Module::Indexer, a.index_n_heads * a.index_head_dim, a.q_lora_rank);
    list.matrix(Module::Indexer, a.index_head_dim, hidden);
    list.vector(Module::Norm, 2 * a.index_head_dim);
    list.matrix(Module::Router, a.index_n_heads, hidden);
  }
}

/// One key for each `ratio` tokens: two projections (twice as wide where windows overlap, at ratio
/// 4), a position table and a norm.
void add_compressor(TensorList& list, uint64_t ratio, uint64_t width, uint64_t hidden) {
  const uint64_t wide = ratio == 4 ? 2 * width : width;
  list.matrix(Module::LatentDown, 2 * wide, hidden);
  list.vector(Module::Norm, ratio * wide + width);
}

void add_compressed(TensorList& list, const CompressedAttention& a, uint64_t hidden) {
  list.matrix(Module::LatentDown, a.q_lora_rank, hidden);
  list.vector(Module::Norm, a.q_lora_rank);
  list.matrix(Module::LatentUp, a.q_size(), a.q_lora_rank);
  list.matrix(Module::LatentDown, a.head_dim, hidden);
  list.vector(Module::Norm, a.head_dim);
  const uint64_t ranks = a.o_groups * a.o_lora_rank;
  list.matrix(Module::AttentionOutput, ranks, a.o_groups ? a.q_size() / a.o_groups : 0);
  list.matrix(Module::AttentionOutput, hidden, ranks);
  list.vector(Module::Bias, a.num_attention_heads);  // sinks
  if (a.compress_ratio == 0) return;
  add_compressor(list, a.compress_ratio, a.head_dim, hidden);
  if (a.index_n_heads == 0) return;
  list.matrix(Module::Indexer, a.index_n_heads * a.index_head_dim, a.q_lora_rank);
  list.matrix(Module::Router, a.index_n_heads, hidden);
  add_compressor(list, a.compress_ratio, a.index_head_dim, hidden);
}

/// Hyper-connections: before attention and before the feed-forward block, weights that mix the
/// streams follow from all of them together.
void add_streams(TensorList& list, uint64_t streams, uint64_t hidden) {
  const uint64_t mixes = (2 + streams) * streams;
  list.matrix(Module::LayerInput, 2 * mixes, streams * hidden);
  list.vector(Module::Norm, 2 * (mixes + 3));
}

/// The receptance, key, value (and gate) of an RWKV layer, and the vectors that mix them.
void add_rwkv(TensorList& list, const Recurrent& r, uint64_t hidden) {
  const bool gated = r.kind != RecurrentKind::Rwkv4;
  list.matrix(Module::StateIn, r.inner_size * (gated ? 4 : 3), hidden);
  list.matrix(Module::StateOut, hidden, r.inner_size);
  switch (r.kind) {
    case RecurrentKind::Rwkv4:  // decay, first, three mixes
      return list.vector(Module::StateInner, 2 * r.inner_size + 3 * hidden);
    case RecurrentKind::Rwkv5:  // decay and first a head, four mixes, the norm of the heads
      return list.vector(Module::StateInner, 4 * r.inner_size + 4 * hidden);
    case RecurrentKind::Rwkv6:  // five mixes of rank `rank`, a decay of twice that rank
      list.matrix(Module::StateInner, 5 * r.rank, hidden);
      list.matrix(Module::StateInner, 5 * hidden, r.rank);
      list.matrix(Module::StateInner, 2 * r.rank, hidden);
      list.matrix(Module::StateInner, r.inner_size, 2 * r.rank);
      return list.vector(Module::StateInner, 4 * r.inner_size + 6 * hidden);
    case RecurrentKind::GatedDelta:
    case RecurrentKind::KimiDelta:
    case RecurrentKind::Mamba:
    case RecurrentKind::Mamba2:
    case RecurrentKind::ShortConv:
    case RecurrentKind::Lightning:
      return;
  }
}

void add_recurrent(TensorList& list, const Recurrent& r, uint64_t hidden) {
  const uint64_t value = r.num_heads * r.head_dim;
  list.matrix(Module::StateInner, r.conv_channels(), r.conv_kernel);
  if (r.conv_bias) list.vector(Module::StateInner, r.conv_channels());
  switch (r.kind) {
    case RecurrentKind::GatedDelta:
      list.matrix(Module::StateIn, r.conv_channels() + value, hidden);  // q k v and the gate z
      list.matrix(Module::StateInner, 2 * r.num_heads, hidden);         // decay and step
      list.vector(Module::StateInner, 2 * r.num_heads + r.head_dim);
      return list.matrix(Module::StateOut, hidden, value);
    case RecurrentKind::KimiDelta:
      list.matrix(Module::StateIn, 3 * value, hidden);
      list.matrix(Module::StateInner, 2 * r.head_dim, hidden);
      list.matrix(Module::StateInner, 2 * value, r.head_dim);
      list.matrix(Module::StateInner, r.num_heads, hidden);
      list.vector(Module::StateInner, r.num_heads + value + r.head_dim);
      return list.matrix(Module::StateOut, hidden, value);
    case RecurrentKind::Mamba:
      list.matrix(Module::StateIn, 2 * r.inner_size, hidden);
      list.matrix(Module::StateInner, r.rank + 2 * r.state_size, r.inner_size);
      list.matrix(Module::StateInner, r.inner_size, r.rank);
      list.vector(Module::StateInner, r.inner_size * (r.state_size + 2));  // dt bias, A, D
      if (r.inner_norms) list.vector(Module::Norm, r.rank + 2 * r.state_size);
      if (r.bias) list.vector(Module::Bias, 2 * r.inner_size + hidden);
      return list.matrix(Module::StateOut, hidden, r.inner_size);
    case RecurrentKind::Mamba2:
      list.matrix(Module::StateIn, r.inner_size + r.conv_channels() + r.num_heads, hidden);
      list.vector(Module::StateInner, 3 * r.num_heads);  // dt bias, A, D
      if (r.inner_norms) list.vector(Module::Norm, r.inner_size);
      if (r.bias) {
        list.vector(Module::Bias, r.inner_size + r.conv_channels() + r.num_heads + hidden);
      }
      return list.matrix(Module::StateOut, hidden, r.inner_size);
    case RecurrentKind::ShortConv:
      list.matrix(Module::StateIn, 3 * r.inner_size, hidden);
      if (r.conv_bias) list.vector(Module::Bias, 3 * r.inner_size + hidden);
      return list.matrix(Module::StateOut, hidden, r.inner_size);
    case RecurrentKind::Lightning:
      list.matrix(Module::StateIn, 4 * value, hidden);  // q k v and the output's gate
      list.vector(Module::Norm, value);
      return list.matrix(Module::StateOut, hidden, value);
    case RecurrentKind::Rwkv4:
    case RecurrentKind::Rwkv5:
    case RecurrentKind::Rwkv6:
      return add_rwkv(list, r, hidden);
  }
}

void add_dense(TensorList& list, FfnKind kind, uint64_t width, uint64_t hidden) {
  if (kind == FfnKind::Gated) list.matrix(Module::Gate, width, hidden);
  list.matrix(Module::Up, width, hidden);
  list.matrix(Module::Down, hidden, width);
  if (kind == FfnKind::Rwkv) list.matrix(Module::Gate, hidden, hidden);
}

void add_experts(TensorList& list, const Ffn& f, uint64_t hidden) {
  const uint64_t width = f.latent_size ? f.latent_size : hidden;
  list.matrix(Module::Router, f.num_experts, hidden);
  list.vector(Module::Router, f.num_experts * f.router_vectors);
  if (f.latent_size > 0) {
    list.matrix(Module::Up, f.latent_size, hidden);
    list.matrix(Module::Down, hidden, f.latent_size);
  }
  list.begin_experts(f.num_experts, f.num_experts_per_tok);
  add_dense(list, f.kind, f.intermediate_size, width);
  if (f.bias) list.vector(Module::Bias, f.intermediate_size * (f.matrices() - 1) + width);
  list.end_experts();
  if (f.shared_intermediate_size > 0) {
    if (f.kind == FfnKind::Gated) {
      list.matrix(Module::SharedGate, f.shared_intermediate_size, hidden);
    }
    list.matrix(Module::SharedUp, f.shared_intermediate_size, hidden);
    list.matrix(Module::SharedDown, hidden, f.shared_intermediate_size);
  }
  if (f.shared_gate) list.vector(Module::Router, hidden);
}

void add_ffn(TensorList& list, const Ffn& f, uint64_t hidden) {
  if (f.num_experts > 0) add_experts(list, f, hidden);
  const uint64_t dense = f.num_experts > 0 ? f.dense_intermediate_size : f.intermediate_size;
  if (dense == 0) return;
  add_dense(list, f.kind, dense, hidden);
  if (f.bias && f.num_experts == 0) {
    list.vector(Module::Bias, dense * (f.matrices() - 1) + hidden);
  }
}

void add_layer(TensorList& list, const LayerGroup& group, uint64_t hidden, int index) {
  list.begin_group(index, group.count);
  list.matrix(Module::LayerInput, hidden, group.input_projection);
  if (group.attention) add_attention(list, *group.attention, hidden);
  if (group.latent) add_latent(list, *group.latent, hidden);
  if (group.compressed) add_compressed(list, *group.compressed, hidden);
  if (group.residual_streams > 0) add_streams(list, group.residual_streams, hidden);
  if (group.recurrent) add_recurrent(list, *group.recurrent, hidden);
  if (group.cross) add_attention(list, *group.cross, hidden);
  if (group.ffn) add_ffn(list, *group.ffn, hidden);
  list.matrix(Module::LayerInput, group.per_layer_input, hidden);
  list.matrix(Module::LayerInput, hidden, group.per_layer_input);
  list.vector(Module::Norm, hidden, group.norms * (group.norm_bias ? 2 : 1));
  list.vector(Module::Norm, group.loose);
  list.end_group();
}

void add_tower(TensorList& list, const Tower& tower) {
  const size_t first = list.rows.size();
  for (const LayerGroup& group : tower.groups) add_layer(list, group, tower.hidden_size, -1);
  for (size_t i = first; i < list.rows.size(); ++i) list.rows[i].module = tower.module;
  for (const OuterTensor& t : tower.outer) list.matrix(t.module, t.rows, t.columns);
}

}  // namespace

std::vector<ModelTensor> model_tensors(const ModelSpec& spec) {
  TensorList list;
  list.rows.reserve(8 + spec.groups.size() * 12);
  const uint64_t h = spec.hidden_size;
  // A lookup table is read, not multiplied: it is active only where it also serves as the head.
  list.matrix(Module::TokenEmbedding, spec.vocab_size, spec.embedding_width());
  list.rows.back().active = spec.tie_word_embeddings ? 1 : 0;
  list.matrix(Module::PositionEmbedding, spec.learned_position_embeddings, h);
  for (const OuterTensor& t : spec.outer) {
    list.matrix(t.module, t.rows, t.columns);
    if (t.module == Module::TokenEmbedding) list.rows.back().active = 0;
  }
  for (size_t i = 0; i < spec.groups.size(); ++i) {
    add_layer(list, spec.groups[i], h, static_cast<int>(i));
  }
  if (spec.final_norm) list.vector(Module::Norm, h, spec.final_norm_bias ? 2 : 1);
  if (spec.lm_head) {
    if (!spec.tie_word_embeddings)
      list.matrix(Module::LmHead, spec.vocab_size, spec.embedding_width());
    if (spec.lm_head_bias) list.vector(Module::Bias, spec.vocab_size);
  }
  for (const Tower& tower : spec.towers) add_tower(list, tower);
  return std::move(list.rows);
}

std::vector<ModelTensor> mtp_tensors(const ModelSpec& spec) {
  TensorList list;
  for (const LayerGroup& group : spec.mtp) {
    add_layer(list, group, spec.hidden_size, -1);
    if (!spec.mtp_repeats_embedding) continue;
    list.begin_group(-1, group.count);
    list.matrix(Module::TokenEmbedding, spec.vocab_size, spec.hidden_size);
    list.matrix(Module::LmHead, spec.vocab_size, spec.hidden_size);
    list.end_group();
  }
  return std::move(list.rows);
}

}  // namespace vramscope
