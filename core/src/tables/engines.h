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
enum class CacheRule : uint8_t { Exact, LlamaCpp, Vllm, Transformers, Mlx };
enum class WorkspaceRule : uint8_t { None, LlamaCpp, Vllm, Transformers, Mlx };

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
  // Serving.
  double memory_utilization = 0;  ///< share of the card it takes at start; 0: takes what it needs
  uint64_t max_num_seqs = 0;
  uint64_t max_batched_tokens = 0;
  // Training; more in trainers.h.
  const Coefficient* step_copies = nullptr;
  const Coefficient* workspace_bytes = nullptr;
  bool gradient_buckets = false;  ///< data parallel copies gradients into buckets
  double bucket_elements = 0;     ///< ZeRO: elements of each of two buckets
};

/// How its kernels behave: llama.cpp's and MLX's file types have kernels of their own, the rest is
/// served by captured graphs.
SpeedClass speed_class(const Engine& engine);

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
