// Multi-token prediction layers: a decoder layer more, fed by the last hidden state and the next
// token's embedding. Files hold them; engines load them only to predict several tokens at once.
#include "models/draft.h"

namespace vramscope {
namespace {

/// Norms of the two inputs and of the output, and the matrix that joins the inputs.
void add_joint(const Draft& draft, LayerGroup& layer) {
  layer.norms += 3;
  layer.input_projection = 2 * draft.spec.hidden_size;
}

}  // namespace

void read_mtp(Draft& draft) {
  const ConfigView& view = draft.view;
  ModelSpec& spec = draft.spec;
  // MiniMax's num_mtp_modules counts modules that its published files do not hold.
  const uint64_t layers = optional_count(view, "num_nextn_predict_layers mtp_num_hidden_layers", 64,
                                         draft.family.mtp_layers);
  if (layers == 0 || spec.groups.empty() || !draft.blocks) return;
  spec.mtp_repeats_embedding = draft.family.mtp_repeats_embedding;
  const Blocks& blocks = *draft.blocks;
  const std::vector<LayerKind> pattern =
      read_single_blocks(view, "mtp_hybrid_override_pattern", "mtp_layers_block_type");
  if (pattern.empty()) {
    // As the last layer of the model, attending fully.
    LayerKind kind;
    kind.sparse = blocks.experts.has_value();
    LayerGroup layer = make_layer(draft, blocks, kind);
    add_joint(draft, layer);
    layer.count = layers;
    spec.mtp.push_back(layer);
    return;
  }
  for (size_t i = 0; i < pattern.size(); ++i) {
    LayerGroup layer = make_layer(draft, blocks, pattern[i]);
    if (i == 0) add_joint(draft, layer);
    layer.count = layers;
    spec.mtp.push_back(layer);
  }
}

}  // namespace vramscope
