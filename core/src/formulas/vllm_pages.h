// How vLLM lays the caches of unlike layers into pages of one size.
#pragma once

#include "formulas/formulas.h"

namespace vramscope {

/// Layers of one kind form groups of `group` layers, and each group takes pages of its own. With
/// recurrent layers the block grows until a page holds a state.
struct VllmPages {
  double group = 0;  ///< layers of a group; 0: all layers are alike, nothing is grouped
  double block = 0;  ///< tokens of a block
  bool states = false;
  /// Empty places of the last group of each kind, which take pages all the same.
  double empty_full = 0, empty_sliding = 0, empty_states = 0;
};
/// Source: vLLM v1/core/kv_cache_utils.py and platforms/interface.py; block sizes of 544 and 1,568
/// tokens in published logs.
VllmPages vllm_pages(const Job& job, const Stage& stage);

/// Bytes of a token in one attending layer on one device; 0 where none attends.
double attention_token_bytes(const Job& job, const Stage& stage);

}  // namespace vramscope
