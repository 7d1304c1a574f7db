// What training frameworks do with memory, as rows. Formulas ask the row, never the name.
#pragma once

#include <cstdint>
#include <string_view>

#include "tables/coefficients.h"

namespace vramscope {

/// How "mixed precision" is held.
enum class Mixed : uint8_t {
  Master,    ///< 16-bit weights and gradients, fp32 copy with the optimizer (ZeRO, Megatron)
  Autocast,  ///< fp32 weights and gradients, 16-bit copies of the weights while a step runs
  Sharded,   ///< fp32 shards and gradients, gathered in 16 bit (FSDP)
};

/// What the loss makes of the logits: copies in the activations' type and in fp32, that are alive
/// together at the worst moment.
struct LossCopies {
  double own = 1, wide = 1;            ///< expected
  double own_low = 1, wide_low = 1;    ///< fewest seen or possible
  double own_high = 1, wide_high = 1;  ///< most
};

struct Trainer {
  Mixed mixed = Mixed::Master;
  bool eager = false;              ///< fp32 norm inputs, outputs of activation functions
  bool repeats_kv = false;         ///< copies keys and values to every query head
  bool keeps_fused_qkv = false;    ///< values are a view of the fused projection's output
  bool upcasts_kbit = false;       ///< k-bit preparation turns tables and norms into fp32
  bool keeps_lora_source = false;  ///< scattering adapter outputs keeps them
  bool quantised_inputs = false;   ///< frozen 4-bit layers keep their inputs
  bool wide_adapters = false;      ///< adapters are fp32
  double lora_dropout = 0;
  bool fsdp = false;             ///< shards everything unless told otherwise
  bool gradients_stay = true;    ///< buffers hold gradients between steps
  bool engine_fp8 = false;       ///< fp8 layers are Transformer Engine's
  bool fused_scores = false;     ///< attention is fused whatever is asked; dropout has masks only
  bool gathers_roots = false;    ///< embedding and head stay gathered through the step
  bool sequence_logits = false;  ///< the head's output is split over the tensor group
  double transient = 0;          ///< of (2 h + d_ffn) a token while one layer's backward runs
  std::string_view loss = "ideal";
  LossCopies upcast{1, 3, 0, 2, 1, 4};
  double layer_copies = 1;  ///< whole layers gathered at once in ZeRO-3
};

struct TrainerRow {
  std::string_view id;
  Trainer trainer;
};
const Trainer& find_trainer(std::string_view engine);

/// By the loss's id; the trainer's own for "auto".
LossCopies loss_copies(const Trainer& trainer, std::string_view loss);

}  // namespace vramscope
