// The formulas of training. All take the trace that records their working, the job and the stage
// whose device they count, and return bytes.
#pragma once

#include <array>
#include <vector>

#include "formulas/formulas.h"

namespace vramscope {

/// Parameters of the stage on one device of a tensor-parallel group.
Expr stage_parameters(Trace& t, const Job& job, const Stage& stage);

/// Weights while training: parameters × bytes of the recipe, sharded by ZeRO-3. Exact.
Expr training_weights(Trace& t, const Job& job, const Stage& stage);
/// Reference, reward and teacher models, frozen and in 16 bit. Exact.
Expr other_models(Trace& t, const Job& job, const Stage& stage);
/// A frozen base in its stored format; k-bit preparation turns the rest of it into fp32.
Expr frozen_weights(Trace& t, const Job& job, const Stage& stage);
/// 16-bit copies of fp32 weights that autocast keeps while a step runs.
Expr weight_casts(Trace& t, const Job& job, const Stage& stage);
Expr gradients(Trace& t, const Job& job, const Stage& stage);
/// Of the output head alone: the first gradient that a backward pass makes.
Expr head_gradients(Trace& t, const Job& job, const Stage& stage);
/// Optimizer states and, in mixed precision, the fp32 copy of the weights. Exact.
Expr optimizer_state(Trace& t, const Job& job, const Stage& stage);
/// Low-rank matrices with their states, and with their gradients or without. Exact.
Expr adapter(Trace& t, const Job& job, const Stage& stage, bool with_gradients);
/// Scratch that a framework allocates once.
Expr training_workspace(Trace& t, const Job& job);

/// How many numbers a token leaves in one layer, and in what.
enum class Width : uint8_t {
  Hidden,
  Query,
  Key,  ///< as stored, or a copy for each query head
  Value,
  Ffn,     ///< of all feed-forward blocks that a token goes through
  Routed,  ///< a copy of the hidden state for each expert it goes to
  Mixer,
  Heads,
  Scores,   ///< a number a head and earlier token
  Experts,  ///< a number an expert
  Rank,     ///< of the adapters
};
enum class Cell : uint8_t { Activation, Fp32, Mask };

/// One line of the list of tensors that autograd saves in a layer. The list is the formula.
struct SavedTensor {
  std::string_view id;  ///< of its text: "saved.norm_input"
  Width width = Width::Hidden;
  Cell cell = Cell::Activation;
  double count = 1;
  bool split = true;       ///< by tensor parallelism even without sequence parallelism
  bool quantised = false;  ///< kept by some releases of 4-bit layers only
};
std::vector<SavedTensor> saved_tensors(const Job& job, const LayerGroup& group);
/// What stays of them until the backward pass comes, by the request's recomputation.
std::vector<SavedTensor> kept_tensors(const Job& job, const LayerGroup& group);
/// Bytes that one token leaves behind in one layer.
Expr bytes_of(Trace& t, const Job& job, const LayerGroup& group, const Workload& load,
              std::span<const SavedTensor> saved);

/// Tokens of one micro-batch on one device.
Expr device_tokens(Trace& t, const Job& job, const Workload& load);

/// What the stage keeps for the backward pass when a forward pass ends.
Expr kept_activations(Trace& t, const Job& job, const Stage& stage, const Workload& load);
/// The same while the backward pass of the last layer runs: with what recomputing it makes, and
/// the gradients on their way.
Expr activations_last_layer(Trace& t, const Job& job, const Stage& stage, const Workload& load);
/// While the backward pass of the first layer runs: other micro-batches and one layer.
Expr activations_first_layer(Trace& t, const Job& job, const Stage& stage, const Workload& load);

/// The final norm's input, in fp32 where norms run eagerly, and what goes into the head: no
/// recomputation covers them. 6 h bytes a token in eight runs on a frozen base.
Expr head_activations(Trace& t, const Job& job, const Stage& stage, const Workload& load);

/// Logits and what the loss makes of them.
Expr logits(Trace& t, const Job& job, const Workload& load);

/// Gradient buckets, gathered layers and the like.
Expr comm_buffers(Trace& t, const Job& job, const Stage& stage);
/// Temporary copies while the optimizer steps.
Expr step_copies(Trace& t, const Job& job, const Stage& stage);

}  // namespace vramscope
