#include "tables/objectives.h"

#include <array>

#include "text/ids.h"

namespace vramscope {
namespace {

// Sources: TRL's trainers (DPO, KTO, ORPO, CPO, PPO, GRPO, GKD, reward), DPO arXiv 2305.18290, PPO
// for text 2203.02155, GRPO 2402.03300 (no critic; TRL drops the reference where its weight is 0).
constexpr std::array kObjectives = {
    Objective{.id = "sft"},
    Objective{.id = "reward", .sequences = 2, .scores = true},
    Objective{.id = "dpo", .sequences = 2, .reference = 1, .own = 1},
    Objective{.id = "kto", .reference = 1, .own = 1},
    Objective{.id = "orpo", .sequences = 2},
    Objective{.id = "simpo", .sequences = 2},
    Objective{.id = "ppo", .reference = 1, .frozen = 1, .trained = 1, .own = 1, .generates = true},
    Objective{.id = "grpo", .generates = true},
    // Probabilities of teacher and student and their difference, in fp32 beside the student's own.
    Objective{.id = "distill", .frozen = 1, .own = 1, .wide = 2},
};

}  // namespace

std::span<const Objective> objectives() { return kObjectives; }

const Objective* find_objective(std::string_view id) {
  for (const Objective& row : kObjectives) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

}  // namespace vramscope
