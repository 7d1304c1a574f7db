// What a training run learns from: the models, sequences and logits it needs beside one policy.
#pragma once

#include <span>
#include <string_view>

namespace vramscope {

struct Objective {
  std::string_view id;
  double sequences = 1;    ///< that one sample puts through the model: chosen and rejected
  double reference = 0;    ///< frozen 16-bit copies; adapters need none: the base is one
  double frozen = 0;       ///< further frozen models: a reward model, a teacher
  double trained = 0;      ///< further models that train beside the policy: a critic
  double own = 0;          ///< copies of other models' logits that the loss holds, 16-bit
  double wide = 0;         ///< and fp32
  bool scores = false;     ///< a number a sequence instead of logits
  bool generates = false;  ///< writes its samples itself, with a cache of keys and values
};
std::span<const Objective> objectives();
const Objective* find_objective(std::string_view id);

}  // namespace vramscope
