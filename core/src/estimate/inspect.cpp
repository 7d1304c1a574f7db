#include "estimate/inspect.h"

#include <algorithm>
#include <cmath>

#include "formulas/formulas.h"

namespace vramscope {
namespace {

std::string_view module_path(Module module) {
  switch (module) {
    case Module::TokenEmbedding:
      return "embedding";
    case Module::PositionEmbedding:
      return "positions";
    case Module::LmHead:
      return "lm_head";
    case Module::Query:
      return "attention.query";
    case Module::Key:
      return "attention.key";
    case Module::Value:
      return "attention.value";
    case Module::QueryKeyValue:
      return "attention.qkv";
    case Module::AttentionOutput:
      return "attention.output";
    case Module::LatentDown:
      return "attention.latent_down";
    case Module::LatentUp:
      return "attention.latent_up";
    case Module::Indexer:
      return "attention.indexer";
    case Module::StateIn:
      return "state.in";
    case Module::StateInner:
      return "state.inner";
    case Module::StateOut:
      return "state.out";
    case Module::SharedGate:
      return "ffn.shared.gate";
    case Module::SharedUp:
      return "ffn.shared.up";
    case Module::SharedDown:
      return "ffn.shared.down";
    case Module::LayerInput:
      return "input";
    case Module::Audio:
      return "audio";
    case Module::Gate:
      return "ffn.gate";
    case Module::Up:
      return "ffn.up";
    case Module::Down:
      return "ffn.down";
    case Module::Router:
      return "ffn.router";
    case Module::Norm:
      return "norm";
    case Module::Bias:
      return "bias";
    case Module::Vision:
      return "vision";
    case Module::Projector:
      return "projector";
  }
  return {};
}

std::string_view layer_path(const LayerGroup& group) {
  if (group.encoder) return "layers.encoder.";
  if (group.recurrent) return "layers.recurrent.";
  if (group.cross) return "layers.cross.";
  if (group.compressed) return "layers.compressed.";
  if (!group.attention) return group.latent ? "layers.latent." : "layers.";
  switch (group.attention->kind) {
    case AttentionKind::Full:
      return "layers.full.";
    case AttentionKind::Sliding:
      return "layers.sliding.";
    case AttentionKind::Chunked:
      return "layers.chunked.";
  }
  return {};
}

std::string path_of(const ModelSpec& spec, const ModelTensor& tensor) {
  std::string path;
  if (tensor.group >= 0) {
    const LayerGroup& group = spec.groups[static_cast<size_t>(tensor.group)];
    path = layer_path(group);
  }
  path += module_path(tensor.module);
  return path;
}

/// Bytes of one tensor: a stage that holds nothing else.
Bytes bytes_of(const Job& base, const ModelTensor& tensor) {
  double bytes = 0;
  for (const StorageLine& line : store_tensor(base, tensor)) {
    bytes += line_bytes(line);
  }
  return Bytes::of(rounded_up(bytes));
}

}  // namespace

std::vector<InspectRow> inspect_model(const Job& base) {
  std::vector<InspectRow> rows;
  for (const ModelTensor& tensor : model_tensors(*base.spec)) {
    const std::string path = path_of(*base.spec, tensor);
    const Bytes bytes = bytes_of(base, tensor);
    const auto same = std::find_if(rows.begin(), rows.end(),
                                   [&](const InspectRow& row) { return row.path == path; });
    if (same != rows.end()) {
      same->parameters += tensor.elements();
      same->bytes += bytes;
      continue;
    }
    rows.push_back({path, tensor.elements(), bytes, tensor.rows, tensor.columns, tensor.copies});
  }
  return rows;
}

}  // namespace vramscope
