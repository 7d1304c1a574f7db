// Counts that follow from a model's tensors.
#include <algorithm>

#include "vramscope/model_spec.h"

namespace vramscope {
namespace {

bool stored_in_fp8(Module module) {
  switch (module) {
    case Module::Query:
    case Module::Key:
    case Module::Value:
    case Module::QueryKeyValue:
    case Module::AttentionOutput:
    case Module::LatentDown:
    case Module::LatentUp:
    case Module::Indexer:
    case Module::StateIn:
    case Module::StateOut:
    case Module::Gate:
    case Module::Up:
    case Module::Down:
    case Module::SharedGate:
    case Module::SharedUp:
    case Module::SharedDown:
      return true;
    case Module::TokenEmbedding:
    case Module::PositionEmbedding:
    case Module::LmHead:
    case Module::StateInner:
    case Module::Router:
    case Module::LayerInput:
    case Module::Norm:
    case Module::Bias:
    case Module::Vision:
    case Module::Audio:
    case Module::Projector:
      return false;
  }
  return false;
}

double scales_of(const ModelTensor& tensor) {
  if (!stored_in_fp8(tensor.module) || tensor.rows == 1) return 0;
  return tensor.tiles() * static_cast<double>(tensor.copies);
}

double active_elements(const ModelTensor& tensor) {
  return tensor.elements() / static_cast<double>(tensor.copies) *
         static_cast<double>(std::min(tensor.active, tensor.copies));
}

}  // namespace

uint64_t ModelSpec::num_hidden_layers() const {
  uint64_t layers = 0;
  for (const LayerGroup& group : groups) layers += group.count;
  return layers;
}

uint64_t LayerGroup::num_attention_heads() const {
  if (attention) return attention->num_attention_heads;
  if (compressed) return compressed->num_attention_heads;
  return latent ? latent->num_attention_heads : 0;
}

uint64_t Recurrent::conv_channels() const {
  switch (kind) {
    case RecurrentKind::GatedDelta:
      return 2 * num_key_heads * state_size + num_heads * head_dim;
    case RecurrentKind::KimiDelta:
      return 3 * num_heads * head_dim;
    case RecurrentKind::Mamba2:
      return inner_size + 2 * num_key_heads * state_size;
    case RecurrentKind::Mamba:
    case RecurrentKind::ShortConv:
      return inner_size;
    case RecurrentKind::Rwkv4:
    case RecurrentKind::Rwkv5:
    case RecurrentKind::Rwkv6:
    case RecurrentKind::Lightning:
      return 0;
  }
  return 0;
}

uint64_t Recurrent::state_elements() const {
  switch (kind) {
    case RecurrentKind::GatedDelta:
      return num_heads * state_size * head_dim;
    case RecurrentKind::KimiDelta:
    case RecurrentKind::Lightning:
      return num_heads * head_dim * head_dim;
    case RecurrentKind::Mamba:
    case RecurrentKind::Mamba2:
      return inner_size * state_size;
    case RecurrentKind::ShortConv:
      return 0;
    case RecurrentKind::Rwkv4:  // two shifted tokens, numerator, denominator, maximum
      return 5 * inner_size;
    case RecurrentKind::Rwkv5:
    case RecurrentKind::Rwkv6:  // a square a head and two shifted tokens
      return num_heads * head_dim * head_dim + 2 * inner_size;
  }
  return 0;
}

CachedElements cached_elements(const ModelSpec& spec, const LayerGroup& group) {
  CachedElements cached;
  if (group.encoder) return cached;
  if (group.attention && !group.attention->shares_kv) {
    const auto pair = static_cast<double>(group.attention->k_size() + group.attention->v_size());
    const bool full = group.attention->kind == AttentionKind::Full;
    if (full) cached.a_token += pair;
    if (!full) cached.a_sequence += pair * static_cast<double>(group.attention->sliding_window);
  }
  if (group.latent) cached.a_token += static_cast<double>(group.latent->cached());
  if (const auto& c = group.compressed) {
    cached.a_sequence += static_cast<double>(c->head_dim * c->sliding_window);
    if (c->compress_ratio > 0) {
      const uint64_t kept = c->head_dim + (c->index_n_heads ? c->index_head_dim : 0);
      cached.a_token += static_cast<double>(kept) / static_cast<double>(c->compress_ratio);
    }
  }
  if (group.cross) {
    const uint64_t pair = group.cross->k_size() + group.cross->v_size();
    cached.a_sequence += static_cast<double>(pair * spec.encoder_tokens);
  }
  if (const auto& r = group.recurrent) {
    cached.a_sequence +=
        static_cast<double>(r->state_elements() + r->conv_channels() * r->conv_kernel);
  }
  return cached;
}

ParameterCounts count_parameters(const ModelSpec& spec) {
  ParameterCounts counts;
  for (const ModelTensor& tensor : model_tensors(spec)) {
    const double elements = tensor.elements();
    counts.total += elements;
    counts.active += active_elements(tensor);
    counts.fp8_scales += scales_of(tensor);
    if (tensor.group >= 0) {
      counts.layers += elements;
    } else if (tensor.module == Module::TokenEmbedding ||
               tensor.module == Module::PositionEmbedding) {
      counts.embedding += elements;
    } else if (tensor.module == Module::LmHead) {
      counts.lm_head += elements;
    } else if (tensor.module == Module::Vision || tensor.module == Module::Audio ||
               tensor.module == Module::Projector) {
      counts.extras += elements;
    }
  }
  for (const ModelTensor& tensor : mtp_tensors(spec)) {
    counts.mtp += tensor.elements();
    counts.mtp_scales += scales_of(tensor);
  }
  const double table =
      static_cast<double>(spec.vocab_size) * static_cast<double>(spec.embedding_width());
  if (spec.tie_word_embeddings && spec.lm_head) counts.tied_head = table;
  counts.buffers = static_cast<double>(spec.stored_buffers);
  counts.active_with_lookup = counts.active + (counts.tied_head > 0 ? 0 : table);
  return counts;
}

}  // namespace vramscope
