// Which layers and which stored weights each device holds.
#include <algorithm>
#include <cmath>

#include "parallel/job.h"

namespace vramscope {
namespace {

bool is_vector(const ModelTensor& tensor) {
  return tensor.module == Module::Norm || tensor.module == Module::Bias || tensor.rows == 1;
}

/// llama.cpp files keep norms, biases and routers in fp32 whatever the file type.
std::string_view vector_format(const Job& job) {
  return job.engine->gguf || job.weights->gguf ? "fp32" : job.weights->vectors;
}

/// The format of a matrix in one layer, by the file type's rules.
std::string_view matrix_format(const WeightPlan& plan, const ModelTensor& tensor,
                               const Attention& attention, const Ffn& ffn, uint64_t layer,
                               uint64_t layers) {
  // llama-quantize gives the small attention matrices of 8-expert models more bits.
  const bool eight_experts = plan.gguf && ffn.num_experts == 8;
  // ... and 80-layer models with 8 query heads a KV head, which it takes for a 70B, a larger value.
  const bool seventy_b = plan.gguf && layers == 80 &&
                         attention.num_attention_heads == 8 * attention.num_key_value_heads;
  const bool four_bits_or_less = plan.matrix.starts_with("q4") || plan.matrix.starts_with("q3");
  switch (tensor.module) {
    case Module::Value: {
      if (eight_experts) return "q8_0";
      std::string_view format = plan.attn_v_base.empty() ? plan.matrix : plan.attn_v_base;
      if (takes_more_bits(plan.attn_v_rule, layer, layers)) format = plan.attn_v;
      const bool small = format == "q3_k" || format == "q4_k";
      return seventy_b && small ? "q5_k" : format;
    }
    case Module::Key:
      return eight_experts ? "q8_0" : plan.matrix;
    case Module::AttentionOutput:
      if (eight_experts && four_bits_or_less) return "q5_k";
      return plan.attn_output.empty() ? plan.matrix : plan.attn_output;
    case Module::Down:
      if (takes_more_bits(plan.ffn_down_rule, layer, layers)) return plan.ffn_down;
      return plan.ffn_down_base.empty() ? plan.matrix : plan.ffn_down_base;
    case Module::TokenEmbedding:
    case Module::PositionEmbedding:
    case Module::LmHead:
    case Module::Query:
    case Module::Gate:
    case Module::Up:
    case Module::Router:
    case Module::Norm:
    case Module::Bias:
    case Module::Vision:
    case Module::Projector:
      return plan.matrix;
  }
  return plan.matrix;
}

/// A block must divide the row: llama-quantize falls back where it does not.
const Format* fitting(const Format* format, const ModelTensor& tensor) {
  if (format->elements <= 1 || !format->ggml || tensor.columns % format->elements == 0) {
    return format;
  }
  const std::string_view id = format->id;
  const std::string_view smaller = id == "q4_k"   ? "q5_0"
                                   : id == "q5_k" ? "q5_1"
                                   : id == "q6_k" ? "q8_0"
                                                  : "iq4_nl";
  const Format* fallback = find_format(smaller);
  return tensor.columns % fallback->elements == 0 ? fallback : find_format("fp16");
}

struct StageBuilder {
  const Job& job;
  Stage& stage;

  void store(const ModelTensor& tensor, double elements, std::string_view format_id,
             bool host = false) {
    const Format* format = fitting(find_format(format_id), tensor);
    auto line = std::find_if(stage.storage.begin(), stage.storage.end(), [&](const StorageLine& l) {
      return l.format == format && l.host == host;
    });
    if (line == stage.storage.end()) {
      stage.storage.push_back({.format = format, .host = host});
      line = std::prev(stage.storage.end());
    }
    const bool split = !is_vector(tensor) && tensor.module != Module::Router &&
                       tensor.module != Module::PositionEmbedding;
    (split ? line->sharded : line->replicated) += elements;
  }

  void add_layer_tensor(const ModelTensor& tensor) {
    const ModelSpec& spec = *job.spec;
    const auto group = static_cast<size_t>(tensor.group);
    const double each = tensor.elements() / static_cast<double>(spec.groups[group].count);
    stage.parameters += each * stage.group_layers[group];
    const LayerGroup& layer = spec.groups[group];
    const uint64_t layers = spec.num_hidden_layers();
    const auto format_in = [&](uint64_t index) {
      return matrix_format(*job.weights, tensor, layer.attention, layer.ffn, index, layers);
    };
    const double here = each * stage.group_layers[group];
    if (is_vector(tensor) || tensor.module == Module::Router) {
      return store(tensor, here, vector_format(job));
    }
    if (!job.weights->gguf) return store(tensor, here, format_in(0));
    for (uint64_t i = stage.first_layer; i < stage.first_layer + stage.layers; ++i) {
      if (spec.layer_order[i] == tensor.group) store(tensor, each, format_in(i));
    }
  }

  void add_outer_tensor(const ModelTensor& tensor) {
    const WeightPlan& plan = *job.weights;
    const bool tied = job.spec->tie_word_embeddings;
    const double elements = tensor.elements();
    switch (tensor.module) {
      case Module::TokenEmbedding: {
        const std::string_view format = tied ? plan.head : plan.embedding;
        const bool host = job.engine->embedding_on_host;
        if (stage.has_embedding) {
          stage.parameters += elements;
          store(tensor, elements, format, host);
        }
        // The table serves as the head too: another copy where the lookup is elsewhere.
        if (tied && stage.has_head && (host || !stage.has_embedding)) {
          if (!stage.has_embedding) stage.parameters += elements;
          store(tensor, elements, format);
        }
        return;
      }
      case Module::PositionEmbedding:
        if (!stage.has_embedding) return;
        stage.parameters += elements;
        return store(tensor, elements, vector_format(job));
      case Module::LmHead:
        if (!stage.has_head) return;
        stage.parameters += elements;
        return store(tensor, elements, plan.head);
      case Module::Norm:
        if (!stage.has_head) return;
        stage.parameters += elements;
        return store(tensor, elements, vector_format(job));
      case Module::Vision:
      case Module::Projector:
        // llama.cpp keeps the encoder in a file of its own, in 16 bit.
        if (!stage.has_embedding) return;
        stage.parameters += elements;
        return store(tensor, elements, plan.gguf ? "fp16" : plan.embedding);
      case Module::Query:
      case Module::Key:
      case Module::Value:
      case Module::AttentionOutput:
      case Module::Gate:
      case Module::Up:
      case Module::Down:
      case Module::Router:
      case Module::Bias:
        return;  // live in layers
    }
  }
};

/// What a GGUF file holds beside the model's parameters.
void add_file_extras(const Job& job, Stage& stage) {
  const bool gguf = job.engine->gguf || job.weights->gguf;
  if (!gguf || !stage.has_embedding || job.spec->gguf_rope_factors == 0) return;
  const ModelTensor factors{.module = Module::Norm, .columns = job.spec->gguf_rope_factors};
  StageBuilder{job, stage}.store(factors, factors.elements(), "fp32");
}

void count_layers(const ModelSpec& spec, Stage& stage) {
  stage.group_layers.assign(spec.groups.size(), 0);
  for (uint64_t i = stage.first_layer; i < stage.first_layer + stage.layers; ++i) {
    ++stage.group_layers[spec.layer_order[i]];
  }
}

void fill(const Job& job, const std::vector<ModelTensor>& tensors, Stage& stage) {
  count_layers(*job.spec, stage);
  StageBuilder builder{job, stage};
  std::vector<double> layer_sizes(job.spec->groups.size(), 0);
  for (const ModelTensor& tensor : tensors) {
    if (tensor.group < 0) {
      builder.add_outer_tensor(tensor);
      continue;
    }
    builder.add_layer_tensor(tensor);
    const auto group = static_cast<size_t>(tensor.group);
    layer_sizes[group] += tensor.elements() / static_cast<double>(job.spec->groups[group].count);
  }
  add_file_extras(job, stage);
  for (size_t i = 0; i < layer_sizes.size(); ++i) {
    if (stage.group_layers[i] > 0) {
      stage.largest_layer = std::max(stage.largest_layer, layer_sizes[i]);
    }
  }
}

/// Layers go to the devices of one replica in proportion to their memory; the head counts as one
/// more layer, as llama.cpp counts it.
std::vector<uint64_t> layers_by_memory(const Job& job, uint64_t layers) {
  const size_t devices = job.devices.size() / job.layout.data;
  double total = 0;
  for (size_t i = 0; i < devices; ++i) total += job.devices[i].usable.count();
  std::vector<uint64_t> split(devices, 0);
  double before = 0;
  size_t device = 0;
  for (uint64_t i = 0; i < layers; ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(layers + 1) * total;
    while (device + 1 < devices && place >= before + job.devices[device].usable.count()) {
      before += job.devices[device].usable.count();
      ++device;
    }
    ++split[device];
  }
  return split;
}

std::vector<uint64_t> even_layers(uint64_t layers, uint64_t stages) {
  std::vector<uint64_t> split(stages, layers / stages);
  for (uint64_t i = 0; i < layers % stages; ++i) ++split[i];
  return split;
}

/// Stages that hold the same and have the same room are shown once.
bool alike(const Job& job, const Stage& a, const Stage& b) {
  const bool in_flight = job.training && job.layout.pipeline > 1;
  return !in_flight && a.group_layers == b.group_layers && a.has_embedding == b.has_embedding &&
         a.has_head == b.has_head && a.layers == b.layers && a.usable == b.usable;
}

/// Replica by replica, each replica's stages one after another, each stage's tensor group together.
void assign_devices(const Job& job, size_t stages, Stage& stage) {
  const size_t replica = job.devices.size() / job.layout.data;
  const size_t each = replica / stages;
  bool first = true;
  for (size_t r = 0; r < job.layout.data; ++r) {
    for (size_t i = 0; i < each; ++i) {
      const size_t device = r * replica + stage.index * each + i;
      const Bytes usable = usable_for(job, job.devices[device].usable);
      if (!first && usable >= stage.usable) continue;
      first = false;
      stage.device = device;
      stage.usable = usable;
    }
  }
}

double stored_bytes(const Stage& stage, bool host) {
  double bytes = 0;
  for (const StorageLine& line : stage.storage) {
    if (line.host != host) continue;
    bytes += (line.sharded + line.replicated) * line.format->bytes / line.format->elements;
  }
  return bytes;
}

/// A stated parameter count replaces the derived one: the difference goes to each stage's largest
/// line by the stage's share.
void apply_given_parameters(Job& job) {
  const std::optional<uint64_t>& given = job.request->model.parameters;
  if (!given) return;
  double derived = 0;
  for (const Stage& stage : job.stages) derived += stage.parameters;
  const double missing = static_cast<double>(*given) - derived;
  for (Stage& stage : job.stages) {
    const double share = std::floor(missing * (stage.parameters / derived));
    stage.parameters += share;
    const auto largest = std::max_element(
        stage.storage.begin(), stage.storage.end(),
        [](const StorageLine& a, const StorageLine& b) { return a.sharded < b.sharded; });
    if (largest != stage.storage.end()) {
      largest->sharded = std::max(0.0, largest->sharded + share);
    }
  }
}

/// Stated weight bytes replace the derived ones, divided over stages as those would be.
void apply_given_bytes(Job& job) {
  const std::optional<uint64_t>& given = job.request->model.weight_bytes;
  if (!given) return;
  double derived = 0;
  double on_host = 0;
  for (const Stage& stage : job.stages) {
    derived += stored_bytes(stage, false);
    on_host += stored_bytes(stage, true);
  }
  const double on_devices = std::max(0.0, static_cast<double>(*given) - on_host);
  for (Stage& stage : job.stages) {
    stage.given_weight_bytes = std::ceil(on_devices * (stored_bytes(stage, false) / derived));
  }
}

}  // namespace

void lay_out_stages(Job& job) {
  job.stages.clear();
  const uint64_t layers = job.spec->num_hidden_layers();
  const bool by_memory =
      !job.training && job.engine->split == Split::Layer && job.layout.tensor == 1;
  const std::vector<uint64_t> split =
      by_memory ? layers_by_memory(job, layers) : even_layers(layers, job.layout.pipeline);
  const std::vector<ModelTensor> tensors = model_tensors(*job.spec);
  uint64_t first = 0;
  for (size_t i = 0; i < split.size(); ++i) {
    Stage stage;
    stage.index = i;
    stage.first_layer = first;
    stage.layers = split[i];
    stage.has_embedding = i == 0;
    stage.has_head = i + 1 == split.size();
    first += split[i];
    assign_devices(job, split.size(), stage);
    fill(job, tensors, stage);
    job.stages.push_back(std::move(stage));
  }
  apply_given_parameters(job);
  apply_given_bytes(job);
  job.stage_count = job.stages.size();
  const auto repeats =
      std::unique(job.stages.begin(), job.stages.end(),
                  [&](const Stage& a, const Stage& b) { return alike(job, a, b); });
  job.stages.erase(repeats, job.stages.end());
}

std::vector<StorageLine> store_tensor(const Job& job, const ModelTensor& tensor) {
  Stage whole;
  whole.layers = job.spec->num_hidden_layers();
  count_layers(*job.spec, whole);
  StageBuilder builder{job, whole};
  if (tensor.group < 0) {
    builder.add_outer_tensor(tensor);
  } else {
    builder.add_layer_tensor(tensor);
  }
  std::erase_if(whole.storage, [](const StorageLine& line) { return line.host; });
  if (whole.storage.empty()) builder.store(tensor, tensor.elements(), job.weights->embedding);
  return whole.storage;
}

}  // namespace vramscope
