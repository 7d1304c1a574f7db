// What a training request comes to: recipe, framework, what is trained, and how many there are.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tables/objectives.h"
#include "tables/recipes.h"
#include "tables/trainers.h"
#include "vramscope/error.h"
#include "vramscope/model_spec.h"
#include "vramscope/request.h"

namespace vramscope {

/// Parameters of a stage by what training does with them, before any sharding.
struct TrainingCounts {
  double all = 0;
  double trained = 0;          ///< of them, those that have gradients; adapters are beside them
  double experts = 0;          ///< routed experts, trained or not
  double trained_experts = 0;  ///< of `trained`
  double tables = 0;           ///< trained embeddings and head
  double small = 0;            ///< trained vectors
  double factored = 0;         ///< rows plus columns of trained matrices
  double matrices = 0;         ///< trained matrices of layers
  double galore = 0;           ///< projections and two states of those in a subspace
  double linears = 0;          ///< weights of linear layers: what autocast copies
  double head = 0;             ///< of the output head, or of the table that serves as one
  double largest = 0;          ///< the largest trained matrix
  double upcast = 0;           ///< not quantised: tables, head and vectors
  double adapter = 0;          ///< numbers of the adapters
};

struct EngineVersion;

/// Choices of the request, settled.
struct TrainingPlan {
  Trainer trainer;
  Objective objective;
  double teacher_share = 1;              ///< parameters of the teacher over the model's
  std::string_view attention = "flash";  ///< flash | sdpa | unfused
  double dropout = 0;
  bool adapters = false;    ///< the base is frozen, low-rank matrices are trained
  bool quantised = false;   ///< the frozen base is quantised
  bool frozen = false;      ///< nothing is trained
  bool magnitudes = false;  ///< DoRA
  uint32_t targets = 0;     ///< modules with an adapter, a bit each
  uint32_t trained = ~0u;   ///< modules that train with all their weights
  double rank = 0;
  double adapter_weights = 2, adapter_gradients = 2, adapter_state = 4;  ///< bytes a number
  double lora_dropout = 0;
  bool upcasts = false;
  bool wide_stream = false;  ///< fp32 embeddings make the hidden states between layers fp32
  bool fp8_inputs = false;   ///< linear layers keep inputs in fp8 and two fp8 copies of weights
  bool fp8_casts = false;    ///< they make fp8 copies of what they multiply and drop them
  bool autocast = false;  ///< fp32 weights, cast at every use: inputs are cast by each projection
  bool parallel_blocks = false;  ///< attention and feed-forward read the same hidden state
  bool gradients_stay = true;
  bool in_backward = false;
  double micro_batches = 0;  ///< of a step; 0: not known
  double tokens = 0;         ///< of a sequence, where it is not filled; 0: filled
};

/// Looks everything up. Problems name the field.
TrainingPlan plan_training(const Request& request, const ModelSpec& spec, const Recipe& recipe,
                           const EngineVersion& version, bool quantised,
                           std::vector<Problem>& problems);

/// The recipe as the request's framework holds it; nothing where its id is unknown.
std::optional<Recipe> settle_recipe(const Request& request);

struct Job;
struct Stage;
/// Counts what one tensor of the model adds to a stage: `here` elements of it.
void count_for_training(const Job& job, const ModelTensor& tensor, double here, Stage& stage);

/// Modules that a name stands for, in the words of PEFT, Hugging Face or this contract; 0: unknown.
uint32_t modules_named(std::string_view name);

}  // namespace vramscope
