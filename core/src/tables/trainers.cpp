#include "tables/trainers.h"

#include <array>

#include "text/ids.h"

namespace vramscope {
namespace {

constexpr Trainer kIdeal{};

constexpr std::array kTrainers = {
    TrainerRow{"ideal", kIdeal},
    // PyTorch eager, DistributedDataParallel.
    TrainerRow{"torch",
               {.eager = true,
                .gradients_stay = false,
                .transient = 1,
                .loss = "upcast",
                .upcast = {0, 3, 0, 2.5, 1, 3},
                .layer_copies = 2}},
    // transformers' modules under Trainer: logits leave the model and become fp32 in the loss.
    TrainerRow{"hf-trainer",
               {.mixed = Mixed::Autocast,
                .eager = true,
                .repeats_kv = true,
                .upcasts_kbit = true,
                .wide_adapters = true,
                .gradients_stay = false,
                .transient = 1,
                .loss = "upcast",
                .upcast = {0, 3, 0, 2.5, 1, 3},
                .layer_copies = 2}},
    TrainerRow{"fsdp",
               {.mixed = Mixed::Sharded,
                .eager = true,
                .fsdp = true,
                .gradients_stay = false,
                .gathers_roots = true,
                .transient = 1,
                .loss = "upcast",
                .layer_copies = 2}},
    TrainerRow{"deepspeed",
               {.eager = true,
                .transient = 1,
                .loss = "upcast",
                .upcast = {0, 3, 0, 2.5, 1, 3},
                .layer_copies = 2}},
    // Transformer Engine: fused norms and attention, vocabulary-parallel loss.
    TrainerRow{"megatron",
               {.engine_fp8 = true,
                .fused_scores = true,
                .sequence_logits = true,
                .transient = 1,
                .loss = "parallel"}},
    TrainerRow{"torchtitan",
               {.mixed = Mixed::Sharded,
                .eager = true,
                .fsdp = true,
                .gradients_stay = false,
                .gathers_roots = true,
                .sequence_logits = true,
                .transient = 1,
                .loss = "upcast",
                .upcast = {1, 3, 0, 3, 1, 4},
                .layer_copies = 2}},
    // Logits of all chunks stay in 16 bit with their gradients; fp32 only a chunk at a time.
    TrainerRow{"torchtune",
               {.mixed = Mixed::Sharded,
                .eager = true,
                .repeats_kv = true,
                .fsdp = true,
                .gradients_stay = false,
                .transient = 1,
                .loss = "chunked",
                .upcast = {0, 3, 0, 2.5, 1, 3},
                .layer_copies = 2}},
    TrainerRow{"litgpt",
               {.mixed = Mixed::Autocast,
                .eager = true,
                .repeats_kv = true,
                .keeps_fused_qkv = true,
                .keeps_lora_source = true,
                .quantised_inputs = true,
                .lora_dropout = 0.05,
                .fsdp = true,
                .gradients_stay = false,
                .transient = 1,
                .loss = "plain",
                .layer_copies = 2}},
    TrainerRow{"unsloth",
               {.mixed = Mixed::Autocast,
                .gradients_stay = false,
                .transient = 1,
                .loss = "fused",
                .layer_copies = 2}},
    TrainerRow{"llm-foundry",
               {.mixed = Mixed::Sharded,
                .eager = true,
                .fsdp = true,
                .gradients_stay = false,
                .gathers_roots = true,
                .transient = 1,
                .loss = "parallel",
                .layer_copies = 2}},
};

struct LossRow {
  std::string_view id;
  LossCopies copies;
};

// Logits, log-probabilities, and the gradients of both, in the logits' own type or in fp32.
constexpr std::array kLosses = {
    LossRow{"ideal", {1, 1, 1, 1, 1, 1}},      // logits and fp32 probabilities
    LossRow{"plain", {4, 0, 3.5, 0, 5.5, 0}},  // logits, log-probabilities, two gradients
    // Logits of all chunks; fp32 and gradients one chunk of eight at a time. A trained head's
    // gradient, made and added up chunk by chunk, is counted with the gradients.
    LossRow{"chunked", {1.125, 0, 0.75, 0, 2, 0}},
    LossRow{"fused", {0, 0, 0, 0, 1, 0}},  // never whole; at most the logits, in place
    // The model's logits, an fp32 copy, one without the last position, log-probabilities.
    LossRow{"upcast-cut", {1, 3, 1, 2.5, 1, 4}},
    LossRow{"compiled", {3, 0, 2, 0, 4.15, 0}},  // logits and their gradient, all else in between
    LossRow{"parallel", {1, 1, 1, 1, 2, 1}},     // logits and fp32 probabilities, a slice a device
};

}  // namespace

const Trainer& find_trainer(std::string_view engine) {
  for (const TrainerRow& row : kTrainers) {
    if (same_id(row.id, engine)) return row.trainer;
  }
  return kIdeal;
}

LossCopies loss_copies(const Trainer& trainer, std::string_view loss) {
  const std::string_view wanted = loss == "auto" ? trainer.loss : loss;
  if (wanted == "upcast") return trainer.upcast;
  for (const LossRow& row : kLosses) {
    if (row.id == wanted) return row.copies;
  }
  return {};
}

}  // namespace vramscope
