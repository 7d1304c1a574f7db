// What a person can choose from, for pickers and catalogues.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vramscope/request.h"

namespace vramscope {

enum class ChoiceList : uint8_t {
  Engines,
  Weights,
  Kv,
  Method,
  Objective,
  Precision,
  Optimizer,
  Attention,
  Recompute,
  Zero,
};

struct Choice {
  std::string_view id;        ///< what the request says: "q4_k_m", "3"
  std::string_view label_id;  ///< for label(): "format.q4_k_m"
  bool operator==(const Choice&) const = default;
};

/// The choices that make sense for this request's task and engine, in the order to show them.
std::vector<Choice> choices(ChoiceList list, const Request& request);

}  // namespace vramscope
