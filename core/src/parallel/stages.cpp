// Which layers and which stored weights each device holds.
#include <algorithm>
#include <cmath>

#include "parallel/own_weights.h"
#include "parallel/tensor_formats.h"

namespace vramscope {
namespace {

struct StageBuilder {
  const Job& job;
  const Places& places;
  Stage& stage;
  bool unread = false;  ///< what is stored now is no part of a step that gives a token

  void store(const ModelTensor& tensor, double elements, std::string_view format_id,
             bool host = false) {
    store(tensor, elements, fitting_format(job, format_id, tensor), host);
  }
  void store(const ModelTensor& tensor, double elements, const Format* format, bool host = false) {
    auto line = std::find_if(stage.storage.begin(), stage.storage.end(), [&](const StorageLine& l) {
      return l.format == format && l.host == host;
    });
    if (line == stage.storage.end()) {
      stage.storage.push_back({.format = format, .host = host});
      line = std::prev(stage.storage.end());
    }
    const double scales = scale_bytes(*format, tensor, elements);
    line->scale_bytes += scales;
    const double bytes = elements * format->bytes / format->elements + scales;
    if (tensor.expert) (host ? stage.host_expert_bytes : stage.expert_bytes) += bytes;
    if (unread) (host ? stage.host_unread_bytes : stage.unread_bytes) += bytes;
    const bool whole =
        on_each_device(tensor) || (tensor.group < 0 && job.engine->outer_whole && !job.training);
    const bool apart = tensor.expert && job.layout.experts_over > 0 && !host;
    (apart ? line->experts : whole ? line->replicated : line->sharded) += elements;
  }

  /// Layers, from the first, whose experts stay in CPU memory.
  uint64_t experts_on_cpu() const {
    return job.engine->cache == CacheRule::LlamaCpp ? job.request->options.cpu_moe : 0;
  }

  /// Whether a tensor of a layer stays in CPU memory: the first pattern that is found decides.
  bool stays_on_host(const ModelTensor& tensor, uint64_t layer) const {
    if (tensor.expert && layer < experts_on_cpu()) return true;
    if (job.tensor_patterns.empty()) return false;
    const std::string name = gguf_name(tensor, layer);
    for (const TensorPattern& pattern : job.tensor_patterns) {
      if (found_in(pattern.text, name)) return pattern.host;
    }
    return false;
  }

  /// Matrices of one layer are copied to the device whole where they lie in CPU memory.
  void note_matrix(double elements, const Format& format, bool host) {
    const double bytes = elements * format.bytes / format.elements;
    double& largest = host ? stage.host_experts : stage.largest_matrix;
    largest = std::max(largest, bytes);
  }

  void add_layer_tensor(const ModelTensor& tensor) {
    const ModelSpec& spec = *job.spec;
    const auto group = static_cast<size_t>(tensor.group);
    const double each = tensor.elements() / static_cast<double>(spec.groups[group].count);
    const double here = each * stage.group_layers[group];
    stage.parameters += here;
    if (job.plan) count_for_training(job, tensor, here, stage);
    stage.active += here * active_share(tensor);
    const bool gguf = job.engine->gguf || job.weights->gguf;
    if (kept_whole(tensor) && !(gguf && matrix_in_gguf(spec, tensor))) {
      return store(tensor, here, vector_format(job));
    }
    const auto format_in = [&](uint64_t index) {
      return fitting_format(job, matrix_format(job, places, tensor, index), tensor);
    };
    const bool some_on_host =
        !job.tensor_patterns.empty() || (tensor.expert && experts_on_cpu() > stage.first_layer);
    if (!job.weights->gguf && !some_on_host) {
      const Format* format = format_in(0);
      note_matrix(each, *format, false);
      return store(tensor, here, format);
    }
    for (uint64_t i = stage.first_layer; i < stage.first_layer + stage.layers; ++i) {
      if (spec.layer_order[i] != tensor.group) continue;
      const Format* format = format_in(i);
      const bool host = some_on_host && stays_on_host(tensor, i);
      note_matrix(each, *format, host);
      store(tensor, each, format, host);
    }
  }

  static double active_share(const ModelTensor& tensor) {
    return static_cast<double>(std::min(tensor.active, tensor.copies)) /
           static_cast<double>(tensor.copies);
  }

  void count_head(double elements) {
    stage.active += elements;
    stage.head += elements;
  }

  void add_outer_tensor(const ModelTensor& tensor) {
    const WeightPlan& plan = *job.weights;
    const bool tied = job.spec->tie_word_embeddings;
    const double elements = tensor.elements();
    const std::string_view outer = job.stored ? std::string_view(job.stored->kept)
                                   : skipped(job, Module::TokenEmbedding) ? kept_format(job)
                                                                          : plan.embedding;
    const std::string_view as_head = skipped(job, Module::LmHead) ? kept_format(job)
                                     : !job.stored                ? plan.head
                                     : job.stored->head ? std::string_view(job.stored->format)
                                                        : outer;
    switch (tensor.module) {
      case Module::TokenEmbedding: {
        const std::string_view format = tied ? as_head : outer;
        const bool host = job.engine->embedding_on_host;
        unread = host || !tied || !job.spec->lm_head;
        if (stage.has_embedding) keep(tensor, format, host);
        unread = false;
        if (tied && job.spec->lm_head && stage.has_head) count_head(elements);
        // The table serves as the head too: another copy where the lookup is elsewhere.
        const bool is_head = tied && tensor.active > 0 && job.spec->lm_head;
        const bool own =
            job.weights->own_head && !job.stored && job.engine->cache == CacheRule::Transformers;
        if (is_head && stage.has_head && (host || own || !stage.has_embedding)) {
          if (!stage.has_embedding) {
            stage.parameters += elements;
            if (job.plan) count_for_training(job, tensor, elements, stage);
          }
          store(tensor, elements, format);
        }
        return;
      }
      case Module::LmHead:
        if (stage.has_head) keep(tensor, as_head);
        if (stage.has_head) count_head(elements);
        return;
      case Module::Norm:
      case Module::Bias:
        if (stage.has_head) keep(tensor, vector_format(job));
        return;
      case Module::PositionEmbedding:
        unread = true;
        if (stage.has_embedding) {
          keep(tensor, vector_format(job), job.engine->embedding_on_host);
        }
        unread = false;
        return;
      case Module::Vision:
      case Module::Audio:
      case Module::Projector:
        // llama.cpp keeps the encoder in a file of its own, in 16 bit.
        unread = true;
        if (stage.has_embedding) keep(tensor, plan.gguf ? "fp16" : outer);
        unread = false;
        return;
      case Module::LayerInput:
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
      case Module::StateInner:
      case Module::Gate:
      case Module::Up:
      case Module::Down:
      case Module::SharedGate:
      case Module::SharedUp:
      case Module::SharedDown:
      case Module::Router:
        if (stage.has_embedding) keep(tensor, outer);  // poolers and the like
        return;
    }
  }

  void keep(const ModelTensor& tensor, std::string_view format, bool host = false) {
    stage.parameters += tensor.elements();
    if (job.plan) count_for_training(job, tensor, tensor.elements(), stage);
    store(tensor, tensor.elements(), format, host);
  }
};

/// What a GGUF file holds beside the model's parameters.
void add_file_extras(const Job& job, const Places& places, Stage& stage) {
  const bool gguf = job.engine->gguf || job.weights->gguf;
  if (!gguf || !stage.has_embedding || job.spec->gguf_rope_factors == 0) return;
  const ModelTensor factors{.module = Module::Norm, .columns = job.spec->gguf_rope_factors};
  StageBuilder{job, places, stage}.store(factors, factors.elements(), "fp32");
}

void count_layers(const ModelSpec& spec, Stage& stage) {
  stage.group_layers.assign(spec.groups.size(), 0);
  for (uint64_t i = stage.first_layer; i < stage.first_layer + stage.layers; ++i) {
    ++stage.group_layers[spec.layer_order[i]];
  }
}

/// Two narrow matrices beside each one that an adapter is for: rank x (columns + rows).
double adapter_elements(const Job& job, const std::vector<ModelTensor>& tensors,
                        const Stage& stage) {
  double elements = 0;
  for (const ServedAdapter& adapter : job.adapters) {
    for (const ModelTensor& tensor : tensors) {
      if (tensor.group < 0 || tensor.rows == 1 || !(adapter.modules & bit(tensor.module))) continue;
      const auto group = static_cast<size_t>(tensor.group);
      const double copies = static_cast<double>(tensor.copies) /
                            static_cast<double>(job.spec->groups[group].count) *
                            stage.group_layers[group];
      elements += copies * adapter.rank * static_cast<double>(tensor.rows + tensor.columns);
    }
  }
  return elements;
}

void fill(const Job& job, const Places& places, const std::vector<ModelTensor>& tensors,
          Stage& stage) {
  count_layers(*job.spec, stage);
  StageBuilder builder{job, places, stage};
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
  add_file_extras(job, places, stage);
  stage.adapters = adapter_elements(job, tensors, stage);
  for (size_t i = 0; i < layer_sizes.size(); ++i) {
    if (stage.group_layers[i] > 0) {
      stage.largest_layer = std::max(stage.largest_layer, layer_sizes[i]);
    }
  }
}

/// Layers go to the devices of one replica in proportion to their memory, or to the shares that
/// were given; the head counts as one
/// more layer, as llama.cpp counts it.
std::vector<uint64_t> layers_by_memory(const Job& job, uint64_t layers) {
  const size_t devices = job.devices.size() / job.layout.data;
  const auto share = [&](size_t device) {
    return job.tensor_split.empty() ? job.devices[device].usable.count() : job.tensor_split[device];
  };
  double total = 0;
  for (size_t i = 0; i < devices; ++i) total += share(i);
  std::vector<uint64_t> split(devices, 0);
  double before = 0;
  size_t device = 0;
  for (uint64_t i = 0; i < layers; ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(layers + 1) * total;
    while (device + 1 < devices && place >= before + share(device)) {
      before += share(device);
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
  const bool cache_on_host = !job.training && !job.request->options.kv_offload;
  return !in_flight && !cache_on_host && a.host_experts == b.host_experts &&
         a.group_layers == b.group_layers && a.has_embedding == b.has_embedding &&
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
      const Bytes usable = usable_for(job, job.devices[device]);
      if (!first && usable >= stage.usable) continue;
      first = false;
      stage.device = device;
      stage.usable = usable;
    }
  }
}

}  // namespace

double line_bytes(const StorageLine& line) {
  return (line.sharded + line.replicated + line.experts) * line.format->bytes /
             line.format->elements +
         line.scale_bytes;
}

namespace {

double stored_bytes(const Stage& stage, bool host) {
  double bytes = 0;
  for (const StorageLine& line : stage.storage) {
    if (line.host != host) continue;
    bytes += line_bytes(line);
  }
  return bytes;
}

/// Every part of the model: the devices' stages, and what stays in CPU memory.
std::vector<Stage*> parts_of(Job& job) {
  std::vector<Stage*> parts;
  for (Stage& stage : job.stages) parts.push_back(&stage);
  if (job.on_cpu) parts.push_back(&*job.on_cpu);
  return parts;
}

/// The whole of a stage becomes `all`; its parts keep their shares.
void scale_counts(TrainingCounts& counts, double all) {
  if (counts.all == 0) return;
  const double factor = all / counts.all;
  for (double TrainingCounts::*part :
       {&TrainingCounts::trained, &TrainingCounts::experts, &TrainingCounts::trained_experts,
        &TrainingCounts::matrices, &TrainingCounts::linears}) {
    counts.*part = counts.*part == counts.all ? all : std::floor(counts.*part * factor);
  }
  counts.all = all;
}

/// A stated parameter count replaces the derived one: the difference goes to each stage's largest
/// line by the stage's share.
void apply_given_parameters(Job& job) {
  const std::optional<uint64_t>& given = job.request->model.parameters;
  if (!given) return;
  const std::vector<Stage*> parts = parts_of(job);
  double derived = 0;
  for (const Stage* stage : parts) derived += stage->parameters;
  const double missing = static_cast<double>(*given) - derived;
  for (Stage* stage : parts) {
    const double share = std::floor(missing * (stage->parameters / derived));
    stage->parameters += share;
    scale_counts(stage->training, stage->parameters);
    const auto largest = std::max_element(
        stage->storage.begin(), stage->storage.end(),
        [](const StorageLine& a, const StorageLine& b) { return a.sharded < b.sharded; });
    if (largest != stage->storage.end()) {
      largest->sharded = std::max(0.0, largest->sharded + share);
    }
  }
}

/// Stated weight bytes replace the derived ones, divided over stages as those would be.
void apply_given_bytes(Job& job) {
  std::optional<uint64_t> given = job.request->model.weight_bytes;
  if (!given && job.own_weights && job.own_weights->bytes > 0) given = job.own_weights->bytes;
  if (!given) return;
  const std::vector<Stage*> parts = parts_of(job);
  double derived = 0;
  double looked_up = 0;
  for (const Stage* stage : parts) {
    derived += stored_bytes(*stage, false);
    looked_up += stored_bytes(*stage, true);
  }
  if (derived == 0) return;
  // Of a tied model the table in CPU memory is a copy of one that the devices have too.
  const bool copied = job.spec->tie_word_embeddings && job.spec->lm_head;
  const double rest = std::max(0.0, static_cast<double>(*given) - (copied ? 0 : looked_up));
  for (Stage* stage : parts) {
    stage->given_weight_bytes = std::ceil(rest * (stored_bytes(*stage, false) / derived));
  }
}

/// Layers that llama.cpp leaves in CPU memory, from the first; the head counts as one more layer.
uint64_t layers_on_cpu(const Job& job, uint64_t layers) {
  const std::optional<uint64_t>& wanted = job.request->options.gpu_layers;
  if (job.training || job.engine->cache != CacheRule::LlamaCpp || !wanted) return 0;
  return *wanted > layers ? 0 : std::min(layers, layers + 1 - *wanted);
}

}  // namespace

uint64_t layers_on_devices(const Job& job) {
  const uint64_t layers = job.spec->num_hidden_layers();
  return layers - layers_on_cpu(job, layers);
}

void lay_out_stages(Job& job) {
  job.stages.clear();
  job.on_cpu.reset();
  const uint64_t all_layers = job.spec->num_hidden_layers();
  const uint64_t on_cpu = layers_on_cpu(job, all_layers);
  const bool head_on_cpu = on_cpu > 0 && *job.request->options.gpu_layers == 0;
  const uint64_t layers = all_layers - on_cpu;
  const bool by_memory = !job.training && job.engine->split == Split::Layer &&
                         job.layout.tensor == 1 && !job.engine->outer_on_first;
  const std::vector<uint64_t> split = !job.stage_layers.empty() ? job.stage_layers
                                      : by_memory               ? layers_by_memory(job, layers)
                                                  : even_layers(layers, job.layout.pipeline);
  const std::vector<ModelTensor> tensors = model_tensors(*job.spec);
  const Places places(*job.spec);
  uint64_t first = on_cpu;
  if (on_cpu > 0) {
    job.on_cpu.emplace();
    job.on_cpu->layers = on_cpu;
    job.on_cpu->has_embedding = false;
    job.on_cpu->has_head = head_on_cpu;
    fill(job, places, tensors, *job.on_cpu);
  }
  for (size_t i = 0; i < split.size(); ++i) {
    Stage stage;
    stage.index = i;
    stage.first_layer = first;
    stage.layers = split[i];
    stage.has_embedding = i == 0;
    const size_t with_head = job.engine->outer_on_first && !job.training ? 0 : split.size() - 1;
    stage.has_head = i == with_head && !head_on_cpu;
    first += split[i];
    assign_devices(job, split.size(), stage);
    fill(job, places, tensors, stage);
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
  const Places places(*job.spec);
  StageBuilder builder{job, places, whole};
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
