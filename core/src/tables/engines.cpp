#include "tables/engines.h"

#include <array>

#include "tables/formats.h"
#include "text/ids.h"

namespace vramscope {
namespace {

constexpr std::array kEngines = {
    // The bytes that the mathematics needs, and nothing that a program adds.
    Engine{.id = "ideal",
           .inference = true,
           .training = true,
           .speed = SpeedClass::Ideal,
           .any_format = true},
    // llama.cpp builds of 2025-2026 with flash attention on by default.
    Engine{.id = "llama.cpp",
           .inference = true,
           .split = Split::Layer,
           .cache = CacheRule::LlamaCpp,
           .workspace = WorkspaceRule::LlamaCpp,
           .embedding_on_host = true,
           .gguf = true,
           .context = &kLlamaCppContext},
    // The fork: sliding layers keep the whole context, latent attention in several ways.
    Engine{.id = "ik_llama.cpp",
           .inference = true,
           .split = Split::Layer,
           .cache = CacheRule::LlamaCpp,
           .workspace = WorkspaceRule::LlamaCpp,
           .embedding_on_host = true,
           .gguf = true,
           .context = &kLlamaCppContext,
           .windows_kept_whole = true,
           .busy_experts_only = true,
           .latent_modes = true},
    // llama.cpp inside, with more set aside on each card.
    Engine{.id = "ollama",
           .inference = true,
           .split = Split::Layer,
           .cache = CacheRule::LlamaCpp,
           .workspace = WorkspaceRule::LlamaCpp,
           .embedding_on_host = true,
           .gguf = true,
           .context = &kOllamaContext},
    // vLLM: 0.9 of the card, 2,048 tokens a step, 256 sequences; 8,192 and 1,024 on large cards.
    Engine{.id = "vllm",
           .inference = true,
           .cache = CacheRule::Vllm,
           .workspace = WorkspaceRule::Vllm,
           .context = &kTorchContext,
           .other = &kVllmNonTorch,
           .graphs = &kVllmGraphs,
           .communication = &kNccl,
           .memory_utilization = 0.9,
           .max_num_seqs = 256,
           .max_batched_tokens = 2048,
           .large_num_seqs = 1024,
           .large_batched_tokens = 8192},
    // A fork of vLLM with its scheme of memory.
    Engine{.id = "aphrodite",
           .inference = true,
           .cache = CacheRule::Vllm,
           .workspace = WorkspaceRule::Vllm,
           .context = &kTorchContext,
           .other = &kVllmNonTorch,
           .graphs = &kVllmGraphs,
           .communication = &kNccl,
           .memory_utilization = 0.9,
           .max_num_seqs = 256,
           .max_batched_tokens = 2048,
           .like = "vllm"},
    // SGLang: weights and cache in a share of what is free at start, all else beside it.
    Engine{.id = "sglang",
           .inference = true,
           .cache = CacheRule::Sglang,
           .workspace = WorkspaceRule::Sglang,
           .context = &kTorchContext,
           .graphs = &kVllmGraphs,
           .communication = &kNccl,
           .memory_utilization = 0.88,
           .max_num_seqs = 0,
           .max_batched_tokens = 2048},
    // transformers generate().
    Engine{.id = "transformers",
           .inference = true,
           .split = Split::Layer,
           .cache = CacheRule::Transformers,
           .workspace = WorkspaceRule::Transformers,
           .context = &kTorchContext,
           .slack = &kInferenceSlack,
           .eager_context = &kTorchEagerContext,
           .prefill_at_once = true},
    // litgpt generate: blocks over devices, all else on the first; or blocks cut, all else whole.
    Engine{.id = "litgpt",
           .inference = true,
           .training = true,
           .split = Split::Layer,
           .cache = CacheRule::Exact,
           .workspace = WorkspaceRule::Litgpt,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl,
           .prefill_at_once = true,
           .outer_on_first = true,
           .outer_whole = true,
           .gradient_buckets = true},
    // exllamav2: embedding in CPU memory, buffers for 2,048 tokens, windows kept whole.
    Engine{.id = "exllamav2",
           .inference = true,
           .split = Split::Layer,
           .cache = CacheRule::Exllama,
           .workspace = WorkspaceRule::Exllama,
           .embedding_on_host = true,
           .context = &kTorchContext,
           .windows_kept_whole = true,
           .exl2 = true},
    // mlx-lm 0.2x on Apple silicon: one process, wired unified memory.
    Engine{.id = "mlx",
           .inference = true,
           .split = Split::Layer,
           .cache = CacheRule::Mlx,
           .workspace = WorkspaceRule::Mlx,
           .mlx = true},
    // Training frameworks; what they do with activations and states is in trainers.cpp.
    Engine{.id = "torch",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl,
           .step_copies = &kStepCopies,
           .workspace_bytes = &kTrainerWorkspace,
           .gradient_buckets = true},
    Engine{.id = "hf-trainer",
           .training = true,
           .context = &kTorchContext,
           .slack = &kVariedSlack,
           .communication = &kNccl,
           .step_copies = &kStepCopies,
           .workspace_bytes = &kTrainerWorkspace,
           .gradient_buckets = true},
    Engine{.id = "fsdp",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl,
           .step_copies = &kStepCopies,
           .workspace_bytes = &kTrainerWorkspace},
    // DeepSpeed 0.15 and later with its default buckets.
    Engine{.id = "deepspeed",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl,
           .bucket_elements = 5e8},
    Engine{.id = "megatron",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl,
           .workspace_bytes = &kMegatronWorkspace},
    Engine{.id = "torchtitan",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl,
           .step_copies = &kStepCopies},
    Engine{.id = "torchtune",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl},
    Engine{.id = "unsloth",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl,
           .gradient_buckets = true},
    Engine{.id = "llm-foundry",
           .training = true,
           .context = &kTorchContext,
           .slack = &kTrainingSlack,
           .communication = &kNccl},
};

}  // namespace

SpeedClass speed_class(const Engine& engine) {
  if (engine.speed != SpeedClass::Any) return engine.speed;
  if (engine.gguf) return SpeedClass::LlamaCpp;
  if (engine.mlx) return SpeedClass::Mlx;
  if (engine.id.starts_with("exllama")) return SpeedClass::Exllama;
  return engine.workspace == WorkspaceRule::Transformers ? SpeedClass::Eager : SpeedClass::Compiled;
}

bool loads(const Engine& engine, const WeightPlan& plan) {
  if (engine.any_format || plan.plain()) return true;
  return plan.gguf == engine.gguf && plan.mlx == engine.mlx && plan.exl2 == engine.exl2;
}

bool keeps(const Engine& engine, const Format& format) {
  if (!format.for_cache) return false;
  const bool plain = format.elements == 1 && format.bytes >= 2;
  if (engine.any_format || plain) return true;
  // exllama's packed caches have ggml's blocks: 32 numbers and a 16-bit scale.
  if (engine.exl2) return format.id == "q4_0" || format.id == "q8_0";
  return engine.gguf ? format.elements > 1 : format.elements == 1;
}

std::span<const Engine> engines() { return kEngines; }

const Engine* find_engine(std::string_view id) {
  for (const Engine& row : kEngines) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

size_t engine_index(const Engine& engine) { return static_cast<size_t>(&engine - kEngines.data()); }

}  // namespace vramscope
