#include "io/fields.h"

#include <algorithm>
#include <array>

namespace vramscope {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kLanguages = {"en", "zh"};
constexpr std::array<std::string_view, 5> kAsks = {"estimate", "solve", "sweep", "inspect", "plan"};
constexpr std::array<std::string_view, 3> kExplains = {"none", "text", "tree"};
constexpr std::array<std::string_view, 2> kTasks = {"inference", "training"};
constexpr std::array<std::string_view, 4> kServingAttention = {"auto", "flash", "sdpa", "unfused"};
constexpr std::array<std::string_view, 3> kOutputs = {"auto", "slots", "all"};
constexpr std::array<std::string_view, 4> kRecompute = {"none", "selective", "op", "full"};
constexpr std::array<std::string_view, 5> kMethods = {"full", "lora", "qlora", "dora", "frozen"};
constexpr std::array<std::string_view, 9> kObjectives = {
    "sft", "reward", "dpo", "kto", "orpo", "simpo", "ppo", "grpo", "distill"};
constexpr std::array<std::string_view, 6> kStateTypes = {"auto", "fp32", "bf16",
                                                         "fp16", "fp8",  "int8"};
constexpr std::array<std::string_view, 4> kAdapterTypes = {"auto", "fp32", "bf16", "fp16"};
constexpr std::array<std::string_view, 2> kHeads = {"lm", "classification"};
constexpr std::array<std::string_view, 6> kLosses = {"auto",    "plain", "upcast",
                                                     "chunked", "fused", "parallel"};
constexpr std::array<std::string_view, 3> kOffloads = {"none", "cpu", "nvme"};
constexpr std::array<std::string_view, 4> kSchedules = {"1f1b", "interleaved", "zero-bubble",
                                                        "gpipe"};
constexpr std::array<std::string_view, 3> kSweepAxes = {"context", "batch", "gpus"};
constexpr std::array<std::string_view, 2> kScales = {"log", "linear"};
constexpr std::array<std::string_view, 6> kTargets = {"max_context",  "max_batch",  "min_gpus",
                                                      "best_weights", "gpu_layers", "cpu_moe"};
constexpr std::array<std::string_view, 4> kMlaModes = {"auto", "heads", "latent",
                                                       "latent-transposed"};
constexpr std::array<std::string_view, 3> kCaches = {"dynamic", "static", "sliding"};
constexpr std::array<std::string_view, 2> kLogits = {"last", "all"};

constexpr double kTokens = 4294967296.0;   // 2^32
constexpr double kSequences = 16777216.0;  // 2^24
constexpr double kDegree = 65536;

template <typename Enum, Enum Request::*member>
constexpr EnumAccess enumeration(Names names) {
  return {names, [](const Request& r) { return static_cast<size_t>(r.*member); },
          [](Request& r, size_t index) { r.*member = static_cast<Enum>(index); }};
}

#define AT(type, expression) FieldAccess(+[](Request& r) -> type& { return r.expression; })
using Count = uint64_t;
using MaybeCount = std::optional<uint64_t>;
using MaybeBool = std::optional<bool>;
using MaybeNumber = std::optional<double>;
using Text = std::string;

// path | short name | place | range | values | who uses it
constexpr std::array kFields = {
    Field{"lang", "lang", enumeration<Lang, &Request::lang>(kLanguages)},
    Field{"ask", "ask", enumeration<Ask, &Request::ask>(kAsks)},
    Field{"explain", "explain", enumeration<Explain, &Request::explain>(kExplains)},
    Field{"task", "task", enumeration<Task, &Request::task>(kTasks)},
    Field{"engine", "engine", AT(Text, engine)},
    Field{"engine_version", "engine-version", AT(Text, engine_version)},
    Field{"weights", "weights", AT(Text, weights), 0, 0, {}, UsedBy::Inference},
    Field{"kv", "kv", AT(Text, kv), 0, 0, {}, UsedBy::Inference},
    Field{"context", "context", AT(Count, context), 1, kTokens},
    Field{"prompt", "prompt", AT(MaybeCount, prompt), 1, kTokens, {}, UsedBy::Inference},
    Field{"generate", "generate", AT(MaybeCount, generate), 0, kTokens, {}, UsedBy::Inference},
    Field{"batch", "batch", AT(Count, batch), 1, kSequences, {}, UsedBy::Inference},
    Field{"parallel.tensor", "tensor", AT(MaybeCount, parallel.tensor), 1, kDegree},
    Field{"parallel.pipeline", "pipeline", AT(MaybeCount, parallel.pipeline), 1, kDegree},
    Field{"parallel.data", "data", AT(MaybeCount, parallel.data), 1, kDegree},
    Field{"parallel.context",
          "context-parallel",
          AT(Count, parallel.context),
          1,
          kDegree,
          {},
          UsedBy::Training},
    Field{"parallel.expert", "expert", AT(Count, parallel.expert), 1, kDegree},
    Field{"parallel.tensor_expert",
          "tensor-expert",
          AT(Count, parallel.tensor_expert),
          0,
          kDegree,
          {},
          UsedBy::Training},
    Field{"parallel.shard",
          "shard",
          AT(MaybeCount, parallel.shard),
          1,
          kDegree,
          {},
          UsedBy::Training},
    Field{"parallel.virtual_pipeline",
          "virtual-pipeline",
          AT(Count, parallel.virtual_pipeline),
          1,
          kDegree,
          {},
          UsedBy::Training},
    Field{"parallel.sequence", "sequence", AT(bool, parallel.sequence), 0, 0, {}, UsedBy::Training},
    Field{"parallel.schedule", "schedule", AT(Text, parallel.schedule), 0, 0, kSchedules,
          UsedBy::Training},
    Field{"parallel.split", "split", AT(Text, parallel.split)},
    Field{"parallel.tensor_split",
          "tensor-split",
          AT(Text, parallel.tensor_split),
          0,
          0,
          {},
          UsedBy::LlamaCpp},
    Field{"options.ubatch", "ubatch", AT(Count, options.ubatch), 1, 65536, {}, UsedBy::LlamaCpp},
    Field{"options.attention", "attention", AT(Text, options.attention), 0, 0, kServingAttention,
          UsedBy::Attention},
    Field{"options.swa_full", "swa-full", AT(bool, options.swa_full), 0, 0, {}, UsedBy::LlamaCpp},
    Field{"options.total_context",
          "total-context",
          AT(MaybeCount, options.total_context),
          1,
          kTokens,
          {},
          UsedBy::LlamaCpp},
    Field{"options.batch_tokens",
          "batch-tokens",
          AT(Count, options.batch_tokens),
          1,
          kSequences,
          {},
          UsedBy::LlamaCpp},
    Field{"options.kv_unified",
          "kv-unified",
          AT(MaybeBool, options.kv_unified),
          0,
          0,
          {},
          UsedBy::LlamaCpp},
    Field{"options.outputs", "outputs", AT(Text, options.outputs), 0, 0, kOutputs,
          UsedBy::LlamaCpp},
    Field{"options.rollback", "rollback", AT(Count, options.rollback), 0, 64, {}, UsedBy::LlamaCpp},
    Field{"options.gpu_layers",
          "gpu-layers",
          AT(MaybeCount, options.gpu_layers),
          0,
          65536,
          {},
          UsedBy::LlamaCpp},
    Field{"options.cpu_moe", "cpu-moe", AT(Count, options.cpu_moe), 0, 65536, {}, UsedBy::LlamaCpp},
    Field{"options.kv_offload",
          "kv-offload",
          AT(bool, options.kv_offload),
          0,
          0,
          {},
          UsedBy::LlamaCpp},
    Field{"options.tensor_overrides",
          "tensor-overrides",
          AT(Text, options.tensor_overrides),
          0,
          0,
          {},
          UsedBy::LlamaCpp},
    Field{"options.mla_mode", "mla-mode", AT(Text, options.mla_mode), 0, 0, kMlaModes,
          UsedBy::IkLlamaCpp},
    Field{"options.attn_max_batch",
          "attn-max-batch",
          AT(MaybeCount, options.attn_max_batch),
          1,
          1048576,
          {},
          UsedBy::IkLlamaCpp},
    Field{"options.pipeline_copies",
          "pipeline-copies",
          AT(MaybeCount, options.pipeline_copies),
          1,
          16,
          {},
          UsedBy::LlamaCpp},
    Field{"options.mmap", "mmap", AT(bool, options.mmap), 0, 0, {}, UsedBy::LlamaCpp},
    Field{"options.mmproj_bytes",
          "mmproj-bytes",
          AT(Count, options.mmproj_bytes),
          0,
          1e13,
          {},
          UsedBy::LlamaCpp},
    Field{"options.memory_utilization",
          "memory-utilization",
          AT(MaybeNumber, options.memory_utilization),
          0.01,
          1,
          {},
          UsedBy::Vllm},
    Field{"options.kv_bytes_available",
          "kv-bytes-available",
          AT(MaybeCount, options.kv_bytes_available),
          0,
          1e15,
          {},
          UsedBy::Paged},
    Field{"options.max_num_seqs",
          "max-num-seqs",
          AT(MaybeCount, options.max_num_seqs),
          1,
          65536,
          {},
          UsedBy::Paged},
    Field{"options.max_batched_tokens",
          "max-batched-tokens",
          AT(MaybeCount, options.max_batched_tokens),
          1,
          kSequences,
          {},
          UsedBy::Paged},
    Field{"options.block_size",
          "block-size",
          AT(Count, options.block_size),
          1,
          4096,
          {},
          UsedBy::Vllm},
    Field{"options.mem_fraction",
          "mem-fraction",
          AT(MaybeNumber, options.mem_fraction),
          0.01,
          1,
          {},
          UsedBy::Sglang},
    Field{"options.max_model_len",
          "max-model-len",
          AT(MaybeCount, options.max_model_len),
          1,
          kTokens,
          {},
          UsedBy::Vllm},
    Field{"options.enforce_eager",
          "enforce-eager",
          AT(bool, options.enforce_eager),
          0,
          0,
          {},
          UsedBy::Paged},
    Field{"options.graph_max_batch",
          "graph-max-batch",
          AT(MaybeCount, options.graph_max_batch),
          1,
          65536,
          {},
          UsedBy::Paged},
    Field{"options.images_per_prompt",
          "images-per-prompt",
          AT(Count, options.images_per_prompt),
          0,
          4096,
          {},
          UsedBy::Vllm},
    Field{"options.cache", "cache", AT(Text, options.cache), 0, 0, kCaches, UsedBy::Transformers},
    Field{"options.logits_to_keep", "logits-to-keep", AT(Text, options.logits_to_keep), 0, 0,
          kLogits, UsedBy::Prefill},
    Field{"options.draft", "draft", AT(Text, options.draft), 0, 0, {}, UsedBy::Inference},
    Field{"options.draft_weights",
          "draft-weights",
          AT(Text, options.draft_weights),
          0,
          0,
          {},
          UsedBy::Inference},
    Field{"options.adapters", "adapters", AT(Text, options.adapters), 0, 0, {}, UsedBy::Inference},
    Field{"options.prefix_shared_tokens",
          "prefix-shared-tokens",
          AT(Count, options.prefix_shared_tokens),
          0,
          kTokens,
          {},
          UsedBy::Prefix},
    Field{"training.method", "method", AT(Text, training.method), 0, 0, kMethods, UsedBy::Training},
    Field{"training.objective", "objective", AT(Text, training.objective), 0, 0, kObjectives,
          UsedBy::Training},
    Field{"training.reference",
          "reference",
          AT(MaybeBool, training.reference),
          0,
          0,
          {},
          UsedBy::Training},
    Field{
        "training.teacher", "teacher", AT(Text, training.teacher), 0, 0, {}, UsedBy::Distillation},
    Field{"training.trainable",
          "trainable",
          AT(Text, training.trainable),
          0,
          0,
          {},
          UsedBy::Training,
          true},
    Field{"training.precision",
          "precision",
          AT(Text, training.precision),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.optimizer",
          "optimizer",
          AT(Text, training.optimizer),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.state_dtype", "state-dtype", AT(Text, training.state_dtype), 0, 0, kStateTypes,
          UsedBy::Training},
    Field{"training.in_backward",
          "in-backward",
          AT(bool, training.in_backward),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.foreach", "foreach", AT(bool, training.foreach), 0, 0, {}, UsedBy::Training},
    Field{"training.ema", "ema", AT(bool, training.ema), 0, 0, {}, UsedBy::Training},
    Field{"training.kahan", "kahan", AT(bool, training.kahan), 0, 0, {}, UsedBy::Training},
    Field{"training.micro_batch",
          "micro-batch",
          AT(Count, training.micro_batch),
          1,
          kSequences,
          {},
          UsedBy::Training},
    Field{"training.accumulation",
          "accumulation",
          AT(MaybeCount, training.accumulation),
          1,
          kSequences,
          {},
          UsedBy::Training},
    Field{"training.global_batch",
          "global-batch",
          AT(MaybeCount, training.global_batch),
          1,
          kSequences,
          {},
          UsedBy::Training},
    Field{"training.packing", "packing", AT(bool, training.packing), 0, 0, {}, UsedBy::Training},
    Field{"training.actual_tokens",
          "actual-tokens",
          AT(MaybeCount, training.actual_tokens),
          1,
          kTokens,
          {},
          UsedBy::Training},
    Field{"training.attention", "train-attention", AT(Text, training.attention), 0, 0,
          kServingAttention, UsedBy::Training},
    Field{"training.recompute", "recompute", AT(Text, training.recompute), 0, 0, kRecompute,
          UsedBy::Training},
    Field{"training.recompute_modules",
          "recompute-modules",
          AT(Text, training.recompute_modules),
          0,
          0,
          {},
          UsedBy::Training,
          true},
    Field{"training.recompute_every",
          "recompute-every",
          AT(Count, training.recompute_every),
          1,
          65536,
          {},
          UsedBy::Training},
    Field{"training.activation_offload",
          "activation-offload",
          AT(bool, training.activation_offload),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.dropout",
          "dropout",
          AT(MaybeNumber, training.dropout),
          0,
          1,
          {},
          UsedBy::Training},
    Field{"training.head", "head", AT(Text, training.head), 0, 0, kHeads, UsedBy::Training},
    Field{"training.loss", "loss", AT(Text, training.loss), 0, 0, kLosses, UsedBy::Training},
    Field{"training.compile", "compile", AT(bool, training.compile), 0, 0, {}, UsedBy::Training},
    Field{"training.float8_linears",
          "float8-linears",
          AT(bool, training.float8_linears),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.kbit_upcast",
          "kbit-upcast",
          AT(MaybeBool, training.kbit_upcast),
          0,
          0,
          {},
          UsedBy::Adapters},
    Field{"training.zero", "zero", AT(Count, training.zero), 0, 3, {}, UsedBy::Training},
    Field{"training.hpz_partition",
          "hpz-partition",
          AT(Count, training.hpz_partition),
          1,
          kDegree,
          {},
          UsedBy::Zero3},
    Field{"training.quantised_weights",
          "quantised-weights",
          AT(bool, training.quantised_weights),
          0,
          0,
          {},
          UsedBy::Zero3},
    Field{"training.quantised_gradients",
          "quantised-gradients",
          AT(bool, training.quantised_gradients),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.distributed_optimizer",
          "distributed-optimizer",
          AT(bool, training.distributed_optimizer),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.reshard_after_forward",
          "reshard-after-forward",
          AT(bool, training.reshard_after_forward),
          0,
          0,
          {},
          UsedBy::Zero3},
    Field{"training.expandable_segments",
          "expandable-segments",
          AT(bool, training.expandable_segments),
          0,
          0,
          {},
          UsedBy::Training},
    Field{"training.lora.rank",
          "lora-rank",
          AT(Count, training.lora.rank),
          1,
          65536,
          {},
          UsedBy::Adapters},
    Field{"training.lora.targets",
          "lora-targets",
          AT(Text, training.lora.targets),
          0,
          0,
          {},
          UsedBy::Adapters,
          true},
    Field{"training.lora.alpha",
          "lora-alpha",
          AT(double, training.lora.alpha),
          0,
          1e9,
          {},
          UsedBy::Adapters},
    Field{"training.lora.dropout",
          "lora-dropout",
          AT(MaybeNumber, training.lora.dropout),
          0,
          1,
          {},
          UsedBy::Adapters},
    Field{"training.lora.dtype", "lora-dtype", AT(Text, training.lora.dtype), 0, 0, kAdapterTypes,
          UsedBy::Adapters},
    Field{"training.buckets.reduce",
          "bucket-reduce",
          AT(MaybeCount, training.buckets.reduce),
          0,
          1e12,
          {},
          UsedBy::Training},
    Field{"training.buckets.allgather",
          "bucket-allgather",
          AT(MaybeCount, training.buckets.allgather),
          0,
          1e12,
          {},
          UsedBy::Training},
    Field{"training.buckets.prefetch",
          "bucket-prefetch",
          AT(MaybeCount, training.buckets.prefetch),
          0,
          1e12,
          {},
          UsedBy::Zero3},
    Field{"training.buckets.max_live",
          "bucket-max-live",
          AT(MaybeCount, training.buckets.max_live),
          0,
          1e12,
          {},
          UsedBy::Zero3},
    Field{"training.offload.optimizer", "offload-optimizer", AT(Text, training.offload.optimizer),
          0, 0, kOffloads, UsedBy::Training},
    Field{"training.offload.parameters", "offload-parameters",
          AT(Text, training.offload.parameters), 0, 0, kOffloads, UsedBy::Training},
    Field{"training.offload.fraction",
          "offload-fraction",
          AT(double, training.offload.fraction),
          0,
          1,
          {},
          UsedBy::Training},
    Field{"training.tokens",
          "train-tokens",
          AT(MaybeCount, training.tokens),
          1,
          1e15,
          {},
          UsedBy::Training},
    Field{"observed.tokens_per_s_per_gpu", "tokens-per-s-per-gpu",
          AT(MaybeNumber, observed.tokens_per_s_per_gpu), 1e-6, 1e12},
    Field{"observed.samples_per_s", "samples-per-s", AT(MaybeNumber, observed.samples_per_s), 1e-6,
          1e12},
    Field{"observed.tflops", "tflops", AT(MaybeNumber, observed.tflops), 1e-6, 1e9},
    Field{"observed.reference_tokens_per_s_per_gpu", "reference-tokens-per-s-per-gpu",
          AT(MaybeNumber, observed.reference_tokens_per_s_per_gpu), 1e-6, 1e12},
    Field{"sweep.over", "over", AT(Text, sweep.over), 0, 0, kSweepAxes, UsedBy::Sweep},
    Field{"sweep.from", "from", AT(Count, sweep.from), 1, kTokens, {}, UsedBy::Sweep},
    Field{"sweep.to", "to", AT(Count, sweep.to), 1, kTokens, {}, UsedBy::Sweep},
    Field{"sweep.points", "points", AT(Count, sweep.points), 2, 1000, {}, UsedBy::Sweep},
    Field{"sweep.scale", "scale", AT(Text, sweep.scale), 0, 0, kScales, UsedBy::Sweep},
    Field{"solve.for", "for", AT(Text, solve.target), 0, 0, kTargets, UsedBy::Solve},
};
#undef AT

// Named by the contract, not computed with yet.
bool uses(UsedBy used_by, const Request& request, const Engine& engine) {
  const bool inference = request.task == Task::Inference;
  switch (used_by) {
    case UsedBy::Everything:
      return true;
    case UsedBy::Inference:
      return inference;
    case UsedBy::Training:
      return !inference;
    case UsedBy::Zero3:
      return !inference && request.training.zero == 3;
    case UsedBy::Adapters:
      return !inference && request.training.method != "full" && request.training.method != "frozen";
    case UsedBy::Distillation:
      return !inference && request.training.objective == "distill";
    case UsedBy::Attention:
      return !inference || engine.workspace == WorkspaceRule::LlamaCpp || engine.prefill_at_once;
    case UsedBy::LlamaCpp:
      return inference && engine.workspace == WorkspaceRule::LlamaCpp;
    case UsedBy::IkLlamaCpp:
      return inference && engine.latent_modes;
    case UsedBy::Vllm:
      return inference && engine.workspace == WorkspaceRule::Vllm;
    case UsedBy::Paged:
      return inference && engine.claims();
    case UsedBy::Sglang:
      return inference && engine.cache == CacheRule::Sglang;
    case UsedBy::Transformers:
      return inference && engine.cache == CacheRule::Transformers;
    case UsedBy::Prefix:
      return inference && (engine.any_format || engine.cache == CacheRule::Vllm ||
                           engine.cache == CacheRule::Sglang);
    case UsedBy::Prefill:
      return inference && engine.prefill_at_once;
    case UsedBy::Sweep:
      return request.ask == Ask::Sweep;
    case UsedBy::Solve:
      return request.ask == Ask::Solve;
  }
  return true;
}

}  // namespace

std::span<const Field> request_fields() { return kFields; }

const Field* find_field(std::string_view path) {
  const auto row = std::find_if(kFields.begin(), kFields.end(),
                                [&](const Field& field) { return field.path == path; });
  return row != kFields.end() ? &*row : nullptr;
}

const Field* find_short_field(std::string_view short_name) {
  const auto row = std::find_if(kFields.begin(), kFields.end(),
                                [&](const Field& field) { return field.short_name == short_name; });
  return row != kFields.end() ? &*row : nullptr;
}

bool is_used(const Field& field, const Request& request, const Engine& engine) {
  return uses(field.used_by, request, engine);
}

bool has_fields_below(std::string_view path) {
  return std::any_of(kFields.begin(), kFields.end(), [&](const Field& field) {
    return field.path.size() > path.size() && field.path.starts_with(path) &&
           field.path[path.size()] == '.';
  });
}

std::vector<Problem> ignored_options(const Request& request, const Engine& engine) {
  std::vector<Problem> warnings;
  if (request.given.empty()) return warnings;
  const Request plain = default_request();
  for (const std::string& path : request.given) {
    const Field* field = find_field(path);
    if (!field || uses(field->used_by, request, engine)) continue;
    // A normalised document states every default; only a choice of one's own can be lost.
    if (field_text(*field, request) == field_text(*field, plain)) continue;
    warnings.push_back({path, "option_ignored", {}});
  }
  return warnings;
}

}  // namespace vramscope
