// A Job is a Request with every id looked up and the model laid out over the devices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parallel/tensor_pattern.h"
#include "parallel/training.h"
#include "tables/engines.h"
#include "tables/formats.h"
#include "tables/llama_cpp_graphs.h"
#include "vramscope/catalogue.h"
#include "vramscope/error.h"
#include "vramscope/model_spec.h"
#include "vramscope/request.h"

namespace vramscope {

/// The two axes that searches and sweeps move.
struct Workload {
  double context = 0;  ///< tokens of one sequence
  double batch = 0;    ///< sequences; the micro-batch in training
  double total = 0;    ///< tokens of all sequences where that is given; else context x batch
};

/// Weights of one stage that are stored in one format.
struct StorageLine {
  const Format* format = nullptr;
  double sharded = 0;      ///< elements that tensor parallelism splits
  double experts = 0;      ///< elements of routed experts, where they are split another way
  double replicated = 0;   ///< elements that each device keeps whole
  double scale_bytes = 0;  ///< of rows, columns, tensors and tiles, beside the blocks' own
  bool host = false;       ///< in CPU memory
};

/// A run of layers on one device (or on each of a tensor-parallel group).
struct Stage {
  uint64_t first_layer = 0;
  uint64_t layers = 0;
  bool has_embedding = true;
  bool has_head = true;
  std::vector<uint32_t> group_layers;  ///< layers of each group here
  std::vector<StorageLine> storage;
  TrainingCounts training;  ///< training only
  double parameters = 0;    ///< unique, of this stage, before any sharding
  double active = 0;        ///< of them, those that one token multiplies
  double head = 0;          ///< of those, the output head's
  // Bytes of `storage`, before any sharding, that a step does not read whole.
  double expert_bytes = 0, host_expert_bytes = 0;  ///< routed experts
  double unread_bytes = 0, host_unread_bytes = 0;  ///< tables that are looked up, encoders
  double given_weight_bytes = 0;  ///< stated in the request for what is stored here; 0: not stated
  double largest_layer = 0;       ///< parameters
  double largest_matrix = 0;      ///< bytes; the experts of a layer are one
  double host_experts = 0;        ///< bytes of a layer's largest expert matrices in CPU memory
  double adapters = 0;            ///< elements of the LoRA adapters that are served
  size_t index = 0;               ///< place in the pipeline
  size_t device = 0;  ///< of its devices the one with the least room; index into Job::devices
  Bytes usable;       ///< room there: the reserve and the engine's own limit are taken off
};

/// A card that the request states figures of.
struct OwnCard {
  std::string name;
  GpuSpec spec;  ///< its name is the one above
};

struct JobDevice {
  const GpuSpec* spec = nullptr;         ///< of the catalogue, or of one of Job::own_cards
  Bytes usable;                          ///< what a process sees, before the reserve
  const DeviceChoice* choice = nullptr;  ///< in the request
};

/// How many ways the work is divided.
struct Layout {
  uint64_t tensor = 1;
  uint64_t pipeline = 1;
  uint64_t data = 1;
  uint64_t context = 1;
  uint64_t expert = 1;
  uint64_t tensor_expert = 1;
  uint64_t shard = 1;         ///< devices that share sharded states
  uint64_t expert_shard = 1;  ///< the same, of the experts' states
  uint64_t zero = 0;
  bool sharded_optimizer = false;  ///< ZeRO-1 or Megatron's distributed optimizer
  bool sequence = false;

  bool splits_experts() const { return expert > 1 || tensor_expert != tensor; }
  uint64_t experts_over = 0;  ///< serving: devices that share the experts; 0: as the rest
};

/// What llama.cpp's buffers depend on of a whole model.
struct LlamaCppModel {
  const LlamaCppGraph* graph = nullptr;
  const Attention* full = nullptr;     ///< of the layers that share the full cache
  const Attention* sliding = nullptr;  ///< of those that have one of their own; nullptr: none
  const LatentAttention* latent = nullptr;
  bool compressed = false;
  bool recurrent = false;

  /// Of the layers that attend, whichever there are.
  const Attention* attention() const { return full ? full : sliding; }
  bool attends() const { return latent || compressed || attention(); }
};

/// LoRA matrices that are served beside the model.
struct ServedAdapter {
  double rank = 0;
  uint32_t modules = 0;  ///< bits of Module
};

/// Which rows of a step go through llama.cpp's head.
enum class Outputs : uint8_t { Either, Slots, All };

struct DraftModel;
struct OwnWeights;

struct Job {
  const Request* request = nullptr;
  const ModelSpec* spec = nullptr;
  ParameterCounts counts;
  bool training = false;
  const Engine* engine = nullptr;
  const EngineVersion* version = nullptr;
  Outputs outputs = Outputs::Either;  ///< llama.cpp
  bool windows_whole = false;         ///< sliding layers keep the whole context
  std::vector<ServedAdapter> adapters;
  std::vector<TensorPattern> tensor_patterns;
  std::vector<uint64_t> stage_layers;       ///< of each stage; empty: the engine's own split
  std::vector<double> tensor_split;         ///< shares of the devices; empty: by memory
  std::shared_ptr<const DraftModel> draft;  ///< a model that drafts tokens; with its own layout
  const WeightPlan* weights = nullptr;
  std::shared_ptr<const OwnWeights> own_weights;  ///< what `weights` is where it is no table's row
  const StoredQuantisation* stored = nullptr;  ///< where weights are as a quantised file has them
  const Format* kv_key = nullptr;
  const Format* kv_value = nullptr;
  LlamaCppModel llama_cpp;
  std::optional<Recipe> recipe;          ///< training only
  std::optional<TrainingPlan> plan;      ///< training only
  const Optimizer* optimizer = nullptr;  ///< training only
  Layout layout;
  Workload workload;
  std::vector<JobDevice> devices;  ///< one entry a device
  std::vector<std::shared_ptr<const OwnCard>> own_cards;
  std::vector<Stage> stages;    ///< one for each distinct share of the layers
  std::optional<Stage> on_cpu;  ///< layers that stay in CPU memory
  size_t stage_count = 1;       ///< before like ones were folded
  std::vector<Problem> warnings;
};

/// The drafting model as a job of its own: on one device, or cut as the model is.
struct DraftModel {
  Request request;
  ModelSpec spec;
  Job job;
};

/// The context's tokens that are read at once; nothing where the split was not given.
std::optional<double> prompt_tokens(const Job& job, const Workload& load);

/// Share of a card that an engine takes which fills it at start.
double claimed_share(const Job& job, const JobDevice& device);
/// The limits of one step of such an engine, by its version and card.
double most_sequences(const Job& job);
double most_step_tokens(const Job& job, const Workload& load);
/// Whether the longest sequence is read in pieces.
bool cuts_prompts(const Job& job, const Workload& load);

/// What a job may use of a device: not what others took, and of a pre-allocating engine its share.
Bytes usable_for(const Job& job, const JobDevice& device);

/// Memory of one card that a process can use, and whether that was read from a real one.
struct Usable {
  Bytes bytes;
  bool measured = false;
};
Usable usable_memory(const GpuSpec& gpu, std::optional<double> memory_gib);

/// Everything about the request that does not depend on the machine, looked up and checked.
/// Errors name the field.
Result<Job> resolve_request(const Request& request, const ModelSpec& spec);

/// Lays the job out over a machine. Errors name the field.
Result<Job> resolve_machine(const Job& base, const Machine& machine, const std::string& field);

/// Layers that devices hold; llama.cpp may leave the first in CPU memory.
uint64_t layers_on_devices(const Job& job);

/// Cuts the layers into the stages of the job's layout.
void lay_out_stages(Job& job);

/// Looks up the drafting model. Errors name the field.
Result<std::shared_ptr<const DraftModel>> resolve_draft(const Request& request);
/// Lays it out as the job is.
void lay_out_draft(Job& job);

/// Bytes of a line, before any division over devices.
double line_bytes(const StorageLine& line);

/// How one tensor of the whole model is stored: a line for each format its layers use.
std::vector<StorageLine> store_tensor(const Job& job, const ModelTensor& tensor);

}  // namespace vramscope
