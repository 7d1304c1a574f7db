// Number formats: how many bytes a weight or a cache element takes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tables/sources.h"
#include "vramscope/model_spec.h"

namespace vramscope {

/// A format stores `elements` numbers, with the scales of their block, in `bytes` bytes.
struct Format {
  std::string_view id;
  uint32_t elements = 1;
  uint32_t bytes = 2;
  bool ggml = false;       ///< a ggml tensor type
  bool for_cache = false;  ///< engines can keep keys and values in it
  Source source = Source::HfConfig;
  // What a matrix takes beside its elements.
  uint32_t row_bytes = 0;     ///< an output feature: scales of int8 and fp8
  uint32_t column_bytes = 0;  ///< an input feature: GPTQ's group index
  uint32_t tensor_bytes = 0;
  uint32_t tile_bytes = 0;  ///< a 128 x 128 tile

  double bits_per_element() const { return 8.0 * bytes / elements; }
};

std::span<const Format> formats();
const Format* find_format(std::string_view id);

/// When llama-quantize deviates from the base type of a file. Layers are counted among those that
/// have the tensor; a mixture's by their place in the model.
enum class When : uint8_t {
  Always,
  UseMoreBits,  ///< first and last eighth of the layers, and every third between
  FirstEighth,
  FirstSixteenth,
  FirstTwo,
  FirstFour,
  Middle,      ///< not in the first or last eighth
  WideGroups,  ///< four or more query heads a KV head
  WideOrMoe,   ///< the same, or four or more experts
  EightExperts,
};
struct MixRule {
  Module module;
  When when;
  std::string_view format;
};

/// What `weights` may name: how each kind of tensor is stored.
struct WeightPlan {
  std::string_view id;
  std::string_view matrix;     ///< format of the layers' matrices
  std::string_view embedding;  ///< of the token embedding
  std::string_view head;       ///< of the output head, and of an embedding that serves as the head
  std::string_view vectors;    ///< norms, biases, routers
  std::span<const MixRule> mix = {};      ///< the first that holds decides; none: matrix
  std::string_view outside_experts = {};  ///< of matrices that are no expert's; empty: matrix
  bool gguf = false;                      ///< a llama.cpp file type
  bool mlx = false;                       ///< as mlx-lm converts a model
  bool exl2 = false;                      ///< as exllamav2 converts a model
  bool own_head = false;                  ///< stores a head of its own where the model ties it
  Source source = Source::HfConfig;

  /// One 16- or 32-bit type throughout.
  bool plain() const { return matrix == vectors; }
};

std::span<const WeightPlan> weight_plans();
const WeightPlan* find_weight_plan(std::string_view id);

/// What the rules ask about a tensor's place.
struct MixPlace {
  uint64_t index = 0;         ///< of its layer
  uint64_t layers = 0;        ///< that have such a tensor
  uint64_t query_groups = 1;  ///< query heads a KV head
  uint64_t experts = 0;
};
bool holds(When when, const MixPlace& place);

}  // namespace vramscope
