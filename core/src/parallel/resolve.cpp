// Looks up every id of a request and lays the job out over the devices of a machine.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "models/families.h"
#include "parallel/feasible.h"
#include "parallel/job.h"
#include "parallel/own_weights.h"
#include "parallel/serving_lists.h"
#include "text/near.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

std::string number_text(uint64_t value) { return format_number(static_cast<double>(value)); }

void look_up_formats(const Request& request, const ModelSpec& spec, Job& job,
                     std::vector<Problem>& problems) {
  // A frozen base is stored as it is asked for; in full training the recipe decides.
  const std::string& method = request.training.method;
  const bool trains_base = method == "full";
  const bool from_recipe = job.training && job.recipe.has_value() && trains_base;
  std::string weights = request.weights;
  const bool as_stored = weights == "as-stored" && !from_recipe;
  if (as_stored && spec.quantised) job.stored = &*spec.quantised;
  if (weights == "as-stored") weights = spec.stored_dtype;
  if (job.training && method == "qlora" && request.weights == "as-stored" && !job.stored) {
    weights = "nf4-dq";
  }
  if (from_recipe) weights = job.recipe->weights == 4 ? "fp32" : "bf16";
  if (weights.find(':') != std::string::npos) {
    Result<std::shared_ptr<const OwnWeights>> own = read_own_weights(weights, *job.engine);
    if (!own.ok()) {
      problems.insert(problems.end(), own.errors().begin(), own.errors().end());
    } else {
      job.own_weights = own.value();
      job.weights = &job.own_weights->plan;
    }
  } else {
    job.weights = find_weight_plan(weights);
  }
  if (!job.weights && problems.empty()) {
    problems.push_back(unknown_id("weights", request.weights, weight_plans()));
  }
  if (job.weights && !job.training && !loads(*job.engine, *job.weights)) {
    problems.push_back({"weights",
                        "engine_cannot_load",
                        {{"weights", request.weights}, {"engine", std::string(job.engine->id)}}});
  }
  // Torch engines cache in the model's own type; llama.cpp in fp16 whatever the weights are.
  const bool wide = spec.stored_dtype == "fp32" || weights == "fp32";
  const std::string own = wide && !job.engine->gguf ? "fp32" : "fp16";
  const auto type_of = [&](const std::string& id) { return find_format(id == "auto" ? own : id); };
  const size_t slash = request.kv.find('/');
  job.kv_key = type_of(request.kv.substr(0, slash));
  job.kv_value = slash == std::string::npos ? job.kv_key : type_of(request.kv.substr(slash + 1));
  for (const Format* format : {job.kv_key, job.kv_value}) {
    if (!format || !format->for_cache) {
      std::vector<Format> kept;
      std::copy_if(formats().begin(), formats().end(), std::back_inserter(kept),
                   [](const Format& row) { return row.for_cache; });
      problems.push_back(unknown_id("kv", request.kv, kept));
      return;
    }
    if (job.training || keeps(*job.engine, *format)) continue;
    problems.push_back({"kv",
                        "engine_cannot_load",
                        {{"weights", request.kv}, {"engine", std::string(job.engine->id)}}});
    return;
  }
}

/// llama.cpp gives windows a cache of their own only in families that mix sliding and full layers.
LlamaCppModel llama_cpp_model(const ModelSpec& spec) {
  LlamaCppModel model;
  model.graph = find_llama_cpp_graph(spec.family);
  const Family* family = model.graph ? nullptr : find_family(spec.family);
  if (family) model.graph = find_llama_cpp_graph(family->model_type);
  if (!model.graph) model.graph = &usual_llama_cpp_graph();
  for (const LayerGroup& group : spec.groups) {
    if (group.encoder) continue;
    if (group.latent) model.latent = &*group.latent;
    if (group.compressed) model.compressed = true;
    if (group.recurrent) model.recurrent = true;
    if (!group.attention) continue;
    (group.attention->kind == AttentionKind::Full ? model.full : model.sliding) = &*group.attention;
  }
  if (!model.full) std::swap(model.full, model.sliding);
  return model;
}

/// Caches that llama.cpp refuses to make.
void check_cache_types(const Request& request, Job& job) {
  if (job.engine->cache != CacheRule::LlamaCpp || !job.kv_key || !job.kv_value) return;
  if (job.kv_value->elements > 1 && request.options.attention == "unfused") {
    job.warnings.push_back({"kv", "quantised_values_need_flash", {}});
  }
  for (const Attention* a : {job.llama_cpp.full, job.llama_cpp.sliding}) {
    if (!a) continue;
    const bool divides =
        a->head_dim % job.kv_key->elements == 0 && a->value_dim() % job.kv_value->elements == 0;
    if (divides) continue;
    job.warnings.push_back({"kv",
                            "cache_block_does_not_divide",
                            {{"kv", request.kv}, {"head", number_text(a->head_dim)}}});
    return;
  }
}

/// A slot that holds less than the context asked for.
void check_total_context(const Request& request, Job& job) {
  const std::optional<uint64_t>& total = request.options.total_context;
  if (job.engine->cache != CacheRule::LlamaCpp || !total) return;
  job.workload.total = static_cast<double>(*total);
  const uint64_t slot = *total / request.batch;
  if (slot >= request.context) return;
  job.warnings.push_back(
      {"options.total_context",
       "slot_below_context",
       {{"slot", number_text(slot)}, {"context", number_text(request.context)}}});
}

void look_up_training(const Request& request, Job& job, std::vector<Problem>& problems) {
  job.recipe = settle_recipe(request);
  job.optimizer = find_optimizer(request.training.optimizer);
  if (!job.recipe) {
    problems.push_back(unknown_id("training.precision", request.training.precision, recipes()));
  } else if (!job.recipe->trains) {
    job.warnings.push_back({"training.precision", "recipe_does_not_train", {}});
  }
  if (!job.optimizer) {
    problems.push_back(unknown_id("training.optimizer", request.training.optimizer, optimizers()));
  }
}

void check_context(const Request& request, const ModelSpec& spec, Job& job) {
  if (request.ask == Ask::Inspect) return;  // nothing runs
  const Param longest{"max", format_number(static_cast<double>(spec.max_position_embeddings))};
  const Param asked{"context", format_number(static_cast<double>(request.context))};
  if (spec.learned_position_embeddings > 0 && request.context > spec.learned_position_embeddings) {
    job.warnings.push_back({"context", "beyond_learned_positions", {asked, longest}});
    return;
  }
  if (spec.max_position_embeddings > 0 && request.context > spec.max_position_embeddings) {
    job.warnings.push_back(
        {"context",
         "beyond_model_context",
         {{"context", format_number(static_cast<double>(request.context))},
          {"max", format_number(static_cast<double>(spec.max_position_embeddings))}}});
  }
}

/// Who shares which states. FSDP shards everything unless told otherwise.
Result<Layout> share_states(const Job& job, Layout layout) {
  const Parallel& given = job.request->parallel;
  const TrainingOptions& asked = job.request->training;
  const uint64_t replicas = layout.data * layout.context;
  layout.zero = asked.zero;
  if (job.plan->trainer.fsdp && asked.zero == 0) layout.zero = 3;
  layout.sharded_optimizer = layout.zero > 0 || asked.distributed_optimizer;
  layout.sequence = given.sequence;
  layout.shard = given.shard.value_or(replicas);
  layout.expert = given.expert;
  layout.tensor_expert = given.tensor_expert ? given.tensor_expert : layout.tensor;
  const uint64_t expert_group = layout.expert * layout.tensor_expert;
  const uint64_t ranks = replicas * layout.tensor;
  if (layout.shard > replicas || replicas % layout.shard != 0) {
    return Problem{"parallel.shard",
                   "devices_do_not_match",
                   {{"product", number_text(layout.shard)}, {"devices", number_text(replicas)}}};
  }
  if (ranks % expert_group != 0) {
    return Problem{"parallel.expert",
                   "devices_do_not_match",
                   {{"product", number_text(expert_group)}, {"devices", number_text(ranks)}}};
  }
  layout.expert_shard = std::max<uint64_t>(1, ranks / expert_group / (replicas / layout.shard));
  return layout;
}

/// Takes what a reader of a list gave, or its problems.
template <typename Value>
void take(Result<Value> read, Value& out, std::vector<Problem>& problems) {
  if (read.ok()) {
    out = std::move(read.value());
  } else {
    problems.insert(problems.end(), read.errors().begin(), read.errors().end());
  }
}

/// What a version, and the options that are lists, stand for.
void look_up_serving(const Request& request, Job& job, std::vector<Problem>& problems) {
  const InferenceOptions& options = request.options;
  if (options.outputs == "all" || (options.outputs == "auto" && job.version->all_outputs)) {
    job.outputs = Outputs::All;
  } else if (options.outputs == "slots" || !request.engine_version.empty()) {
    job.outputs = Outputs::Slots;
  }
  job.windows_whole = options.swa_full || job.engine->windows_kept_whole;
  take(read_adapters(options.adapters), job.adapters, problems);
  const bool llama_cpp = !job.training && job.engine->cache == CacheRule::LlamaCpp;
  if (llama_cpp) {
    take(read_shares(request.parallel.tensor_split), job.tensor_split, problems);
    take(read_tensor_patterns(options.tensor_overrides), job.tensor_patterns, problems);
  }
  if (!options.draft.empty()) take(resolve_draft(request), job.draft, problems);
  if (request.prompt && request.generate &&
      *request.prompt + *request.generate != request.context) {
    problems.push_back({"prompt",
                        "split_does_not_add_up",
                        {{"prompt", number_text(*request.prompt)},
                         {"generate", number_text(*request.generate)},
                         {"context", number_text(request.context)}}});
  }
}

/// Degrees that were not given follow from the devices and the engine's own way to split.
Result<Layout> layout_of(const Job& job, uint64_t devices) {
  const Parallel& given = job.request->parallel;
  Layout layout;
  layout.tensor = given.tensor.value_or(1);
  layout.pipeline = given.pipeline.value_or(std::max<uint64_t>(1, job.stage_layers.size()));
  layout.data = given.data.value_or(1);
  layout.experts_over = job.training || given.expert <= 1 ? 0 : given.expert;
  layout.context = job.training ? given.context : 1;
  const uint64_t product = layout.tensor * layout.pipeline * layout.data * layout.context;
  const bool absorbs = devices % product == 0;
  const uint64_t rest = absorbs ? devices / product : 0;
  if (absorbs && rest > 1) {
    if (job.training && !given.data) {
      layout.data *= rest;
    } else if (!job.training && job.engine->split == Split::Tensor && !given.tensor) {
      layout.tensor *= rest;
    } else if (!job.training && job.engine->split == Split::Layer && !given.pipeline &&
               job.stage_layers.empty()) {
      layout.pipeline *= rest;
    }
  }
  if (layout.tensor * layout.pipeline * layout.data * layout.context != devices) {
    return Problem{"parallel",
                   "devices_do_not_match",
                   {{"product", number_text(product)}, {"devices", number_text(devices)}}};
  }
  if (job.training) return share_states(job, layout);
  return layout;
}

void check_layout(const Job& job, std::vector<Problem>& problems, std::vector<Problem>& warnings) {
  const Layout& layout = job.layout;
  const uint64_t ranks = layout.tensor * layout.data;
  if (layout.experts_over > 0 && ranks % layout.experts_over != 0) {
    problems.push_back(
        {"parallel.expert",
         "devices_do_not_match",
         {{"product", number_text(layout.experts_over)}, {"devices", number_text(ranks)}}});
  }
  if (!job.tensor_split.empty() && job.tensor_split.size() != layout.pipeline) {
    problems.push_back({"parallel.tensor_split",
                        "devices_do_not_match",
                        {{"product", number_text(job.tensor_split.size())},
                         {"devices", number_text(layout.pipeline)}}});
  }
  if (!job.stage_layers.empty()) {
    uint64_t sum = 0;
    for (const uint64_t layers : job.stage_layers) sum += layers;
    if (job.stage_layers.size() != layout.pipeline || sum != layers_on_devices(job)) {
      problems.push_back({"parallel.split",
                          "layers_do_not_add_up",
                          {{"layers", number_text(sum)},
                           {"stages", number_text(job.stage_layers.size())},
                           {"all", number_text(layers_on_devices(job))},
                           {"pipeline", number_text(layout.pipeline)}}});
    }
  }
  if (layout.pipeline > job.spec->num_hidden_layers()) {
    problems.push_back({"parallel.pipeline",
                        "more_stages_than_layers",
                        {{"stages", number_text(layout.pipeline)},
                         {"layers", number_text(job.spec->num_hidden_layers())}}});
  }
  for (const LayerGroup& group : job.spec->groups) {
    if (group.num_attention_heads() % layout.tensor == 0) continue;
    warnings.push_back({"parallel.tensor",
                        "heads_not_divisible_by_tensor",
                        {{"tensor", number_text(layout.tensor)},
                         {"heads", number_text(group.num_attention_heads())}}});
    break;
  }
}

}  // namespace

Usable usable_memory(const GpuSpec& gpu, std::optional<double> memory_gib) {
  const double marketed_mib = gpu.memory_gib * 1024;
  double usable_mib = marketed_mib;
  bool measured = true;
  if (gpu.cuda_total_mib) {
    usable_mib = *gpu.cuda_total_mib;
  } else if (gpu.smi_mib) {
    usable_mib = *gpu.smi_mib;
  } else if (gpu.working_set_fraction) {
    usable_mib = marketed_mib * *gpu.working_set_fraction;
  } else {
    measured = false;
  }
  if (memory_gib) {
    // Another memory size keeps what the driver holds back: an amount on a card, a share of a
    // system's memory.
    usable_mib = gpu.working_set_fraction && !gpu.cuda_total_mib && !gpu.smi_mib
                     ? *memory_gib * 1024 * *gpu.working_set_fraction
                     : *memory_gib * 1024 - (marketed_mib - usable_mib);
  }
  return {Bytes::mib(std::max(usable_mib, 0.0)), measured};
}

Result<Job> resolve_request(const Request& request, const ModelSpec& spec) {
  std::vector<Problem> problems;
  Job job;
  job.request = &request;
  job.spec = &spec;
  job.training = request.task == Task::Training;
  job.counts = count_parameters(spec);
  if (request.model.parameters) job.counts.total = static_cast<double>(*request.model.parameters);
  if (job.counts.total >= 9007199254740992.0) problems.push_back({"model", "too_large", {}});
  job.engine = find_engine(request.engine);
  if (!job.engine) return unknown_id("engine", request.engine, engines());
  if (job.training ? !job.engine->training : !job.engine->inference) {
    return Problem{"engine", "engine_other_task", {{"engine", std::string(job.engine->id)}}};
  }
  job.version = find_engine_version(*job.engine, request.engine_version);
  if (!job.version)
    return Problem{"engine_version", "unknown_id", {{"value", request.engine_version}}};
  if (job.training) look_up_training(request, job, problems);
  look_up_formats(request, spec, job, problems);
  if (job.training && job.recipe && job.weights) {
    const bool quantised = job.stored || !job.weights->plain();
    job.plan = plan_training(request, spec, *job.recipe, *job.version, quantised, problems);
  }
  check_context(request, spec, job);
  job.workload = {
      .context = static_cast<double>(request.context),
      .batch = static_cast<double>(job.training ? request.training.micro_batch : request.batch)};
  job.llama_cpp = llama_cpp_model(spec);
  take(read_stage_layers(request.parallel.split), job.stage_layers, problems);
  if (!job.training) {
    look_up_serving(request, job, problems);
    check_cache_types(request, job);
    check_total_context(request, job);
  }
  if (!problems.empty()) return problems;
  return job;
}

namespace {

/// A catalogue row with the stated figures over it, or a row of nothing else.
std::shared_ptr<const OwnCard> own_card(const DeviceChoice& choice, const GpuSpec* base) {
  auto card = std::make_shared<OwnCard>();
  GpuSpec& spec = card->spec;
  if (base) {
    spec = *base;
  } else {
    spec.id = "own-card";
    spec.memory_gib = choice.memory_gib.value_or(0);
  }
  const CardFigures& own = *choice.own;
  card->name = own.name.empty() ? std::string(spec.name) : own.name;
  spec.name = card->name;
  const auto lay = [](std::optional<double>& to, const std::optional<double>& from) {
    if (from) to = from;
  };
  lay(spec.bandwidth_gb_s, own.bandwidth_gb_s);
  lay(spec.tdp_w, own.tdp_w);
  lay(spec.nvlink_gb_s, own.nvlink_gb_s);
  lay(spec.fp32_tflops, own.fp32_tflops);
  lay(spec.fp16_tflops, own.fp16_tflops);
  lay(spec.bf16_tflops, own.bf16_tflops);
  lay(spec.fp8_tflops, own.fp8_tflops);
  lay(spec.fp4_tflops, own.fp4_tflops);
  lay(spec.int8_tops, own.int8_tops);
  return card;
}

}  // namespace

Result<Job> resolve_machine(const Job& base, const Machine& machine, const std::string& field) {
  Job job = base;
  std::vector<Problem> problems;
  uint64_t devices = 0;
  for (const DeviceChoice& choice : machine.devices) devices += choice.count;
  if (devices == 0 || devices > kMaxDevices) {
    return Problem{field, "out_of_range", {{"low", "1"}, {"high", number_text(kMaxDevices)}}};
  }
  for (const DeviceChoice& choice : machine.devices) {
    const GpuSpec* gpu = find_gpu(choice.gpu);
    if (!gpu && !(choice.own && choice.gpu.empty())) {
      problems.push_back(unknown_id(field, choice.gpu, gpu_catalogue()));
      continue;
    }
    if (choice.own) {
      job.own_cards.push_back(own_card(choice, gpu));
      gpu = &job.own_cards.back()->spec;
    }
    Usable usable = usable_memory(*gpu, choice.memory_gib);
    if (choice.own && choice.own->usable_gib) {
      usable = {Bytes::gib(*choice.own->usable_gib), true};
    }
    if (!usable.measured) {
      job.warnings.push_back({field, "usable_not_measured", {{"gpu", std::string(gpu->name)}}});
    }
    job.devices.insert(job.devices.end(), choice.count, JobDevice{gpu, usable.bytes, &choice});
  }
  if (!problems.empty()) return problems;
  const Result<Layout> layout = layout_of(job, devices);
  if (!layout.ok()) return layout.errors();
  job.layout = layout.value();
  check_layout(job, problems, job.warnings);
  if (!problems.empty()) return problems;
  if (!job.training && job.layout.data > 1) {  // replicas share the sequences
    job.workload.batch = std::ceil(job.workload.batch / static_cast<double>(job.layout.data));
  }
  const double sequences = most_sequences(job);
  if (!job.training && sequences > 0 && job.workload.batch > sequences) {
    job.warnings.push_back(
        {"batch",
         "more_than_max_num_seqs",
         {{"batch", format_number(job.workload.batch)}, {"max", format_number(sequences)}}});
  }
  lay_out_stages(job);
  lay_out_draft(job);
  if (job.request->ask != Ask::Inspect) check_cards(job);
  return job;
}

}  // namespace vramscope
