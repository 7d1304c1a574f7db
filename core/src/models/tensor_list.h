// A list of tensors under construction: what repeats (layers, experts) is set around the calls.
#pragma once

#include "vramscope/model_spec.h"

namespace vramscope {

struct TensorList {
  std::vector<ModelTensor> rows;

  void matrix(Module module, uint64_t out, uint64_t in) {
    if (out == 0 || in == 0 || copies_ == 0) return;
    rows.push_back({.module = module,
                    .group = group_,
                    .rows = out,
                    .columns = in,
                    .copies = copies_ * experts_,
                    .active = copies_ * active_,
                    .expert = experts_ > 1});
  }
  void vector(Module module, uint64_t size, uint64_t how_many = 1) {
    if (how_many == 0) return;
    matrix(module, 1, size);
    if (size == 0 || copies_ == 0) return;
    rows.back().copies *= how_many;
    rows.back().active *= how_many;
  }

  void begin_group(int index, uint64_t layers) {
    group_ = index;
    copies_ = layers;
  }
  void end_group() { begin_group(-1, 1); }
  void begin_experts(uint64_t experts, uint64_t active) {
    experts_ = experts;
    active_ = active;
  }
  void end_experts() { begin_experts(1, 1); }

 private:
  int group_ = -1;
  uint64_t copies_ = 1;
  uint64_t experts_ = 1;
  uint64_t active_ = 1;
};

}  // namespace vramscope
