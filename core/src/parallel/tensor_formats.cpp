#include "parallel/tensor_formats.h"

#include <algorithm>

#include "parallel/own_weights.h"

namespace vramscope {
namespace {

bool is_vector(const ModelTensor& tensor) {
  return tensor.module == Module::Norm || tensor.module == Module::Bias || tensor.rows == 1;
}

}  // namespace

std::string_view vector_format(const Job& job) {
  if (job.stored) return job.stored->kept;
  return job.engine->gguf || job.weights->gguf ? "fp32" : job.weights->vectors;
}

bool kept_whole(const ModelTensor& tensor) {
  return is_vector(tensor) || tensor.module == Module::Router ||
         tensor.module == Module::StateInner || tensor.module == Module::PositionEmbedding;
}

bool matrix_in_gguf(const ModelSpec& spec, const ModelTensor& tensor) {
  if (tensor.module != Module::StateInner || is_vector(tensor)) return false;
  const auto& r = spec.groups[static_cast<size_t>(tensor.group)].recurrent;
  const bool rwkv = r->kind == RecurrentKind::Rwkv4 || r->kind == RecurrentKind::Rwkv5 ||
                    r->kind == RecurrentKind::Rwkv6;
  return !rwkv && tensor.columns != r->conv_kernel;
}

bool on_each_device(const ModelTensor& tensor) {
  return kept_whole(tensor) || tensor.module == Module::LatentDown ||
         tensor.module == Module::Indexer || tensor.module == Module::LayerInput;
}

Places::Places(const ModelSpec& spec) {
  for (const LayerGroup& group : spec.groups) {
    if (group.ffn) experts = std::max(experts, group.ffn->num_experts);
  }
  for (const uint16_t group : spec.layer_order) {
    attention.push_back(static_cast<uint16_t>(attending));
    ffn.push_back(static_cast<uint16_t>(feeding));
    if (spec.groups[group].attention) ++attending;
    if (spec.groups[group].ffn || experts > 0) ++feeding;
  }
}

MixPlace Places::of(const ModelSpec& spec, const ModelTensor& tensor, uint64_t layer) const {
  const bool feeds = tensor.module == Module::Down || tensor.module == Module::SharedDown ||
                     tensor.module == Module::Gate || tensor.module == Module::Up;
  const auto& a = spec.groups[static_cast<size_t>(tensor.group)].attention;
  return {.index = feeds ? ffn[layer] : attention[layer],
          .layers = feeds ? feeding : attending,
          .query_groups =
              a && a->num_key_value_heads ? a->num_attention_heads / a->num_key_value_heads : 1,
          .experts = experts};
}

std::string_view matrix_format(const Job& job, const Places& places, const ModelTensor& tensor,
                               uint64_t layer) {
  const ModelSpec& spec = *job.spec;
  const WeightPlan& plan = *job.weights;
  if (skipped(job, tensor.module)) return kept_format(job);
  if (job.stored) {
    const LayerGroup& group = spec.groups[static_cast<size_t>(tensor.group)];
    if (group.kept & bit(tensor.module)) return job.stored->kept;
    return group.second & bit(tensor.module) ? job.stored->second : job.stored->format;
  }
  if (!tensor.expert && !plan.outside_experts.empty()) return plan.outside_experts;
  if (!plan.gguf) return plan.matrix;
  const MixPlace place = places.of(spec, tensor, layer);
  const bool small = tensor.module == Module::Key || tensor.module == Module::Value;
  // The attention matrices of 8-expert models get more bits.
  if (small && place.experts == 8 && !plan.matrix.starts_with("iq1") &&
      !plan.matrix.starts_with("iq2")) {
    return "q8_0";
  }
  const Module module = tensor.module == Module::SharedDown ? Module::Down : tensor.module;
  std::string_view format = plan.matrix;
  for (const MixRule& rule : plan.mix) {
    if (rule.module != module || !holds(rule.when, place)) continue;
    format = rule.format;
    break;
  }
  // 80-layer models with 8 query heads a KV head, which it takes for a 70B, get a larger value.
  const bool seventy_b = spec.num_hidden_layers() == 80 && place.query_groups == 8;
  const bool few_bits = format == "q3_k" || format == "q4_k";
  return tensor.module == Module::Value && seventy_b && few_bits ? "q5_k" : format;
}

const Format* fitting_format(const Job& job, std::string_view wanted, const ModelTensor& tensor) {
  const Format* format = stored_format(job, wanted);
  const uint64_t row = tensor.gguf_columns ? tensor.gguf_columns : tensor.columns;
  if (format->elements <= 1 || !format->ggml || row % format->elements == 0) return format;
  const std::string_view id = format->id;
  const std::string_view smaller = id == "q4_k"           ? "q5_0"
                                   : id == "q5_k"         ? "q5_1"
                                   : id == "q6_k"         ? "q8_0"
                                   : id.starts_with("tq") ? "q4_0"
                                                          : "iq4_nl";
  const Format* fallback = find_format(smaller);
  return row % fallback->elements == 0 ? fallback : find_format("fp16");
}

double scale_bytes(const Format& format, const ModelTensor& tensor, double elements) {
  const auto rows = static_cast<double>(tensor.rows);
  const auto columns = static_cast<double>(tensor.columns);
  return elements / (rows * columns) *
         (rows * format.row_bytes + columns * format.column_bytes + format.tensor_bytes +
          tensor.tiles() * format.tile_bytes);
}

}  // namespace vramscope
