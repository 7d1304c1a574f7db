// Number formats: how many bytes a weight or a cache element takes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tables/sources.h"

namespace vramscope {

/// A format stores `elements` numbers, with their scales, in `bytes` bytes.
struct Format {
  std::string_view id;
  uint32_t elements = 1;
  uint32_t bytes = 2;
  bool ggml = false;       ///< a ggml tensor type
  bool for_cache = false;  ///< engines can keep keys and values in it
  Source source = Source::HfConfig;

  double bits_per_element() const { return 8.0 * bytes / elements; }
};

std::span<const Format> formats();
const Format* find_format(std::string_view id);

/// How llama-quantize deviates from the base type of a file for one kind of tensor.
enum class MoreBits : uint8_t {
  Never,
  Always,
  UseMoreBits,  ///< first and last eighth of the layers, and every third between
  FirstEighth,
  FirstSixteenth,
  FirstTwo,
  FirstFour,
};

/// What `weights` may name: how each kind of tensor is stored.
struct WeightPlan {
  std::string_view id;
  std::string_view matrix;     ///< format of the layers' matrices
  std::string_view embedding;  ///< of the token embedding
  std::string_view head;       ///< of the output head, and of an embedding that serves as the head
  std::string_view vectors;    ///< norms, biases, routers
  std::string_view attn_v = {};  ///< format of value projections where `attn_v_rule` says so
  MoreBits attn_v_rule = MoreBits::Never;
  std::string_view attn_v_base = {};  ///< of the other value projections; empty: matrix
  std::string_view ffn_down = {};
  MoreBits ffn_down_rule = MoreBits::Never;
  std::string_view ffn_down_base = {};
  std::string_view attn_output = {};  ///< of attention output projections; empty: matrix
  bool gguf = false;                  ///< a llama.cpp file type
  Source source = Source::HfConfig;

  /// One 16- or 32-bit type throughout.
  bool plain() const { return matrix == vectors; }
};

std::span<const WeightPlan> weight_plans();
const WeightPlan* find_weight_plan(std::string_view id);

/// True when llama-quantize gives layer `index` of `layers` the larger type.
bool takes_more_bits(MoreBits rule, uint64_t index, uint64_t layers);

}  // namespace vramscope
