// What engines do with memory, as rows. A formula asks the row, never the engine's name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tables/coefficients.h"
#include "tables/speed_rates.h"

namespace vramscope {

enum class Split : uint8_t {
  Tensor,  ///< every device holds a slice of each matrix
  Layer,   ///< devices hold whole layers, as many as their memory allows
};
enum class CacheRule : uint8_t { Exact, LlamaCpp, Vllm, Sglang, Transformers, Mlx, Exllama };
enum class WorkspaceRule : uint8_t {
  None,
  LlamaCpp,
  Vllm,
  Sglang,
  Transformers,
  Litgpt,
  Mlx,
  Exllama,
};
/// What an engine that fills its share of the card counts as its own when it sizes the cache.
enum class Charged : uint8_t {
  Growth,   ///< what was taken since the process had its context
  Settled,  ///< what was taken since it had its context and its communicators
  Process,  ///< all that the process took, the context too
  Tensors,  ///< live tensors only: what stands beside them was not seen
  Nothing,  ///< weights only: the rest lies outside the share
};

/// How SGLang finds its share of the card where none is given.
enum class ShareRule : uint8_t {
  Ranks,     ///< by the number of ranks
  Capacity,  ///< by ranks on cards of 80 GiB and less, more on larger ones
  Table,     ///< what is set aside, from a table by the card's memory
  Reserve,   ///< what is set aside, from the step and the captured graphs
};

/// What changed in a version, as far as memory goes. Rows of one engine stand oldest first; each
/// says all that holds from it on.
struct EngineVersion {
  std::string_view engine;
  std::string_view from;  ///< version or build; empty: the oldest known
  std::string_view date;  ///< its release
  std::string_view what;  ///< for maintainers, with where it was read
  // llama.cpp and its like
  bool all_outputs = false;  ///< every token of a step goes through the head
  // Transformers
  bool all_logits = false;     ///< every token of the prompt goes through the head, then to fp32
  bool keeps_windows = true;   ///< sliding layers keep the window only
  bool expands_kv = false;     ///< sdpa repeats keys and values for every query head
  bool eager_kernels = false;  ///< a CUDA context holds all kernels
  // Engines that fill their share
  Charged charged = Charged::Growth;
  bool graphs_charged = false;  ///< captured graphs count into the share
  bool small_steps = true;      ///< all prompts are cut into steps; else the longest only
  bool pages_cross = false;     ///< cross-attention layers take a page of every token of the text
  double chunk_tokens = 0;      ///< of those pieces; 0: the engine's own
  double hidden_copies = 4;     ///< hidden states that a step's widest layer holds
  bool experts_stay = false;    ///< the experts' workspace stays while the sampler runs
  const Coefficient* sampler = &kVllmSampler;  ///< bytes a logit costs
  bool sampler_rows = false;                   ///< its kernel holds rows of its own
  const Coefficient* other = &kVllmNonTorch;   ///< taken beside the allocator
  const Coefficient* reduce = &kVllmReduce;    ///< for sums over a fast link
  uint64_t num_seqs = 0;                       ///< most sequences by default; 0: the engine's own
  double large_card_gib = 0;  ///< from this size on the larger defaults hold; 0: there are none
  bool hopper_only = false;   ///< and only on H100 and H200
  ShareRule share = ShareRule::Ranks;  ///< how SGLang's share of the card comes about
  // Training
  std::string_view loss = {};  ///< row of trainers.cpp: what the framework's own loss copies
  bool when_stated = false;    ///< by a flag too: holds only where the version was asked for
};

struct Engine {
  std::string_view id;
  bool inference = false;
  bool training = false;
  Split split = Split::Tensor;
  CacheRule cache = CacheRule::Exact;
  WorkspaceRule workspace = WorkspaceRule::None;
  bool embedding_on_host = false;      ///< the lookup table stays in CPU memory
  bool gguf = false;                   ///< loads llama.cpp file types
  bool mlx = false;                    ///< loads MLX's quantised weights
  SpeedClass speed = SpeedClass::Any;  ///< Any: by the fields above, see speed_class()
  bool any_format = false;             ///< is not bound to what some program can load
  // Bytes beside the live tensors; nullptr where the engine has none.
  const Coefficient* context = nullptr;
  const Coefficient* other = nullptr;
  const Coefficient* graphs = nullptr;
  const Coefficient* slack = nullptr;
  const Coefficient* communication = nullptr;  ///< a device, when there are several
  const Coefficient* eager_context = nullptr;  ///< of versions that load all kernels at start
  // Serving.
  double memory_utilization = 0;  ///< share of the card it takes at start; 0: takes what it needs
  uint64_t max_num_seqs = 0;
  uint64_t max_batched_tokens = 0;
  uint64_t large_num_seqs = 0;  ///< on a large card, where versions tell them apart
  uint64_t large_batched_tokens = 0;
  bool windows_kept_whole = false;  ///< sliding layers keep the whole context
  bool busy_experts_only = false;   ///< copies experts to the card for long steps only
  bool latent_modes = false;        ///< latent attention can be cached in several ways
  bool prefill_at_once = false;     ///< the whole prompt is one step
  bool outer_on_first = false;      ///< embedding and head lie on the first device
  bool outer_whole = false;         ///< and tensor parallelism leaves them whole
  bool exl2 = false;                ///< loads exllama's weights
  std::string_view like;            ///< engine whose versions it follows
  // Training; more in trainers.h.
  const Coefficient* step_copies = nullptr;
  const Coefficient* workspace_bytes = nullptr;
  bool gradient_buckets = false;  ///< data parallel copies gradients into buckets
  double bucket_elements = 0;     ///< ZeRO: elements of each of two buckets

  /// Whether it fills a share of the card at start.
  bool claims() const { return memory_utilization > 0; }
};

/// How its kernels behave: llama.cpp's and MLX's file types have kernels of their own, the rest is
/// served by captured graphs.
SpeedClass speed_class(const Engine& engine);
std::span<const EngineVersion> engine_versions();
/// The row that holds for a version: a number ("0.21.0", "b9272") or a date ("2026-05"). Empty: the
/// newest. nullptr where the text is neither.
const EngineVersion* find_engine_version(const Engine& engine, std::string_view version);

struct WeightPlan;
struct Format;
/// Whether the engine can load weights stored so: llama.cpp its own file types, the others none of
/// those; plain 16- and 32-bit types everybody; the ideal engine anything.
bool loads(const Engine& engine, const WeightPlan& plan);
/// Whether it can keep keys and values so: ggml's block types in llama.cpp only, fp8 and int8 in
/// the others only.
bool keeps(const Engine& engine, const Format& format);

std::span<const Engine> engines();
const Engine* find_engine(std::string_view id);
/// Place of the row in engines(), for bit masks.
size_t engine_index(const Engine& engine);

}  // namespace vramscope
