// The tensors that a ModelSpec stands for, and the counts that follow from them.
#include <algorithm>

#include "vramscope/model_spec.h"

namespace vramscope {
namespace {

struct TensorList {
  std::vector<ModelTensor> rows;

  void matrix(Module module, uint64_t out, uint64_t in, uint64_t copies, int group,
              uint64_t active) {
    if (copies == 0 || out == 0 || in == 0) return;
    rows.push_back({module, group, out, in, copies, active});
  }
  void vector(Module module, uint64_t size, uint64_t copies, int group) {
    matrix(module, 1, size, copies, group, copies);
  }
};

void add_attention(TensorList& list, const LayerGroup& group, uint64_t hidden, int index) {
  const Attention& a = group.attention;
  const uint64_t n = group.count;
  list.matrix(Module::Query, a.q_size(), hidden, n, index, n);
  list.matrix(Module::Key, a.kv_size(), hidden, n, index, n);
  list.matrix(Module::Value, a.kv_size(), hidden, n, index, n);
  list.matrix(Module::AttentionOutput, hidden, a.q_size(), n, index, n);
  if (a.qkv_bias) list.vector(Module::Bias, a.q_size() + 2 * a.kv_size(), n, index);
  if (a.o_bias) list.vector(Module::Bias, hidden, n, index);
  if (a.qk_norm) list.vector(Module::Norm, a.head_dim, 2 * n, index);
}

void add_ffn(TensorList& list, const LayerGroup& group, uint64_t hidden, int index) {
  const Ffn& f = group.ffn;
  const bool mixture = f.num_experts > 0;
  const uint64_t copies = group.count * (mixture ? f.num_experts : 1);
  const uint64_t active = group.count * (mixture ? f.num_experts_per_tok : 1);
  if (mixture) {
    list.matrix(Module::Router, f.num_experts, hidden, group.count, index, group.count);
  }
  if (f.kind == FfnKind::Gated) {
    list.matrix(Module::Gate, f.intermediate_size, hidden, copies, index, active);
  }
  list.matrix(Module::Up, f.intermediate_size, hidden, copies, index, active);
  list.matrix(Module::Down, hidden, f.intermediate_size, copies, index, active);
  if (f.bias) {
    const uint64_t widened = f.intermediate_size * (f.matrices() - 1);
    list.vector(Module::Bias, widened + hidden, copies, index);
  }
}

/// A SigLIP-like encoder: patch convolution, learned positions, layers with biases, final norm; and
/// the projector into the language model (one matrix and its norm).
void add_vision(TensorList& list, const VisionTower& v, uint64_t text_hidden) {
  const uint64_t h = v.hidden_size;
  const uint64_t n = v.num_hidden_layers;
  const uint64_t side = v.patch_size == 0 ? 0 : v.image_size / v.patch_size;
  list.matrix(Module::Vision, h, v.num_channels * v.patch_size * v.patch_size, 1, -1, 1);
  list.vector(Module::Vision, h, 1, -1);                  // patch bias
  list.matrix(Module::Vision, side * side, h, 1, -1, 1);  // positions
  list.matrix(Module::Vision, h, h, 4 * n, -1, 4 * n);    // q k v o
  list.vector(Module::Vision, h, 4 * n, -1);              // their biases
  list.matrix(Module::Vision, v.intermediate_size, h, n, -1, n);
  list.matrix(Module::Vision, h, v.intermediate_size, n, -1, n);
  list.vector(Module::Vision, v.intermediate_size + h, n, -1);
  list.vector(Module::Vision, h, 4 * n, -1);  // two norms with bias
  list.vector(Module::Vision, h, 2, -1);      // norm after the last layer
  list.matrix(Module::Projector, h, text_hidden, 1, -1, 1);
  list.vector(Module::Projector, h, 1, -1);
}

}  // namespace

uint64_t ModelSpec::num_hidden_layers() const {
  uint64_t layers = 0;
  for (const LayerGroup& group : groups) layers += group.count;
  return layers;
}

std::vector<ModelTensor> model_tensors(const ModelSpec& spec) {
  TensorList list;
  list.rows.reserve(8 + spec.groups.size() * 12);
  const uint64_t h = spec.hidden_size;
  // A lookup table is read, not multiplied: it is active only where it also serves as the head.
  list.matrix(Module::TokenEmbedding, spec.vocab_size, h, 1, -1, spec.tie_word_embeddings ? 1 : 0);
  list.matrix(Module::PositionEmbedding, spec.learned_position_embeddings, h, 1, -1, 1);
  for (size_t i = 0; i < spec.groups.size(); ++i) {
    const LayerGroup& group = spec.groups[i];
    const int index = static_cast<int>(i);
    add_attention(list, group, h, index);
    add_ffn(list, group, h, index);
    const uint64_t vectors = group.norms * (group.norm_bias ? 2 : 1);
    list.vector(Module::Norm, h, vectors * group.count, index);
  }
  list.vector(Module::Norm, h, spec.final_norm_bias ? 2 : 1, -1);
  if (!spec.tie_word_embeddings) list.matrix(Module::LmHead, spec.vocab_size, h, 1, -1, 1);
  if (spec.vision) add_vision(list, *spec.vision, h);
  return std::move(list.rows);
}

ParameterCounts count_parameters(const ModelSpec& spec) {
  ParameterCounts counts;
  for (const ModelTensor& tensor : model_tensors(spec)) {
    const double elements = tensor.elements();
    counts.total += elements;
    counts.active += elements / static_cast<double>(tensor.copies) *
                     static_cast<double>(std::min(tensor.active, tensor.copies));
    switch (tensor.module) {
      case Module::TokenEmbedding:
      case Module::PositionEmbedding:
        counts.embedding += elements;
        break;
      case Module::LmHead:
        counts.lm_head += elements;
        break;
      case Module::Vision:
      case Module::Projector:
        counts.extras += elements;
        break;
      case Module::Query:
      case Module::Key:
      case Module::Value:
      case Module::AttentionOutput:
      case Module::Gate:
      case Module::Up:
      case Module::Down:
      case Module::Router:
      case Module::Norm:
      case Module::Bias:
        if (tensor.group >= 0) counts.layers += elements;
        break;
    }
  }
  const bool lookup_only = !spec.tie_word_embeddings;
  counts.active_with_lookup =
      counts.active +
      (lookup_only ? static_cast<double>(spec.vocab_size) * static_cast<double>(spec.hidden_size)
                   : 0);
  return counts;
}

}  // namespace vramscope
