// Ids of the reply's enumerations, as they stand in the contract.
#include <array>

#include "vramscope/reply.h"

namespace vramscope {

std::string_view term_id(TermId id) {
  constexpr std::array<std::string_view, kTermCount> kIds = {
      "weights",      "kv_cache",  "recurrent_state", "activations",
      "logits",       "gradients", "optimizer_state", "adapter",
      "comm_buffers", "workspace", "runtime_overhead"};
  return kIds[static_cast<size_t>(id)];
}

std::string_view place_id(Place place) {
  constexpr std::array<std::string_view, 4> kIds = {"allocated", "device", "host", "nvme"};
  return kIds[static_cast<size_t>(place)];
}

std::string_view exactness_id(Exactness exactness) {
  constexpr std::array<std::string_view, 3> kIds = {"exact", "bounded", "empirical"};
  return kIds[static_cast<size_t>(exactness)];
}

std::string_view speed_id(SpeedId id) {
  constexpr std::array<std::string_view, kSpeedCount> kIds = {
      "decode_tok_s", "user_tok_s",   "prefill_tok_s", "first_token_s",    "step_s",
      "request_s",    "output_tok_s", "train_step_s",  "train_tok_s",      "tok_s_per_gpu",
      "model_tflops", "mfu",          "mfu_causal",    "mfu_6n",           "hfu",
      "days",         "gpu_hours",    "energy_kwh",    "joules_per_token", "floor_s",
      "data_sent",    "tensor_sent",  "stage_sent",    "bubble",           "idle"};
  return kIds[static_cast<size_t>(id)];
}

const SpeedFigure* Speed::find(SpeedId id) const {
  for (const SpeedFigure& figure : figures) {
    if (figure.id == id) return &figure;
  }
  return nullptr;
}

std::string_view verdict_id(Verdict verdict) {
  constexpr std::array<std::string_view, 3> kIds = {"fits", "tight", "no"};
  return kIds[static_cast<size_t>(verdict)];
}

}  // namespace vramscope
