// What a card's kernels can do, and finding cards.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/catalogue.h"

namespace vramscope {

struct CardFeatures {
  bool known = false;  ///< false: nothing is said of this maker's cards
  bool flash1 = false, flash2 = false, flash3 = false;  ///< FlashAttention by version
  bool int4 = false;                                    ///< matrix units for 4-bit integers
  bool sparsity = false;                                ///< 2:4 structured sparsity
};
CardFeatures card_features(const GpuSpec& gpu);

/// Cards that have every word in their id, name, maker, architecture, category or memory type;
/// largest first by "memory", "bandwidth", "bf16", "fp16", "fp8", "tdp" or "released", else by id.
/// False when there is no such order.
bool find_gpus(std::span<const std::string> words, std::string_view sort,
               std::vector<const GpuSpec*>& found);

}  // namespace vramscope
