// Kernels and formats that a card does not have: each a warning with the reason and a way out.
#include "parallel/feasible.h"

#include <algorithm>

namespace vramscope {
namespace {

struct Checks {
  const Job& job;
  const GpuSpec& gpu;
  std::vector<Problem>& warnings;

  void warn(std::string_view field, std::string_view code) {
    const auto same = [&](const Problem& w) { return w.code == code; };
    if (std::any_of(warnings.begin(), warnings.end(), same)) return;
    warnings.push_back(
        {std::string(field),
         std::string(code),
         {{"gpu", std::string(gpu.name)}, {"architecture", std::string(gpu.architecture)}}});
  }

  bool nvidia() const { return gpu.vendor == "nvidia"; }
  bool is(std::string_view architecture) const {
    return nvidia() && gpu.architecture == architecture;
  }
  bool lacks(const std::optional<bool>& feature) const { return feature && !*feature; }
  /// Weights of llama.cpp and MLX are unpacked in software on every card.
  bool own_kernels() const {
    return speed_class(*job.engine) == SpeedClass::LlamaCpp ||
           speed_class(*job.engine) == SpeedClass::Mlx ||
           speed_class(*job.engine) == SpeedClass::Ideal;
  }

  void training() {
    if (job.plan && job.plan->attention == "flash") {
      if (is("Turing")) warn("training.attention", "flash2_not_on_turing");
      if (is("Volta") || is("Pascal")) warn("training.attention", "flash_not_on_card");
    }
    const std::string& precision = job.request->training.precision;
    const bool bf16 = precision.find("bf16") != std::string::npos;
    if (bf16 && lacks(gpu.supports_bf16)) warn("training.precision", "bf16_not_on_card");
    if (precision.find("fp8") != std::string::npos && lacks(gpu.supports_fp8)) {
      warn("training.precision", "fp8_not_on_card");
    }
  }

  void serving() {
    const std::string_view id = job.engine->id;
    if (id == "mlx" && gpu.vendor != "apple") warn("engine", "mlx_needs_apple");
    if (id == "vllm" && (gpu.vendor == "apple" || is("Pascal"))) warn("engine", "vllm_not_on_card");
    const std::string_view format =
        job.stored ? std::string_view(job.stored->format) : job.weights->matrix;
    if (own_kernels()) return;
    if (format == "bf16" && lacks(gpu.supports_bf16)) warn("weights", "bf16_weights_not_on_card");
    if (format.substr(0, 3) == "fp8" && lacks(gpu.supports_fp8)) {
      warn("weights", "fp8_weights_not_on_card");
    }
    if (format.substr(0, 5) == "nvfp4" && lacks(gpu.supports_fp4))
      warn("weights", "fp4_not_on_card");
    if (format.substr(0, 5) == "mxfp4" && lacks(gpu.supports_fp4))
      warn("weights", "mxfp4_emulated");
    if (format.substr(0, 3) == "awq" && (is("Volta") || is("Pascal"))) {
      warn("weights", "awq_not_on_card");
    }
    const bool fp8_cache = job.kv_key->id.substr(0, 3) == "fp8";
    if (fp8_cache && lacks(gpu.supports_fp8)) warn("kv", "fp8_cache_not_on_card");
    if (job.request->options.attention == "flash" &&
        (is("Volta") || is("Pascal") || is("Turing"))) {
      warn("options.attention", is("Turing") ? "flash2_not_on_turing" : "flash_not_on_card");
    }
  }
};

}  // namespace

void check_cards(Job& job) {
  const GpuSpec* last = nullptr;
  for (const JobDevice& device : job.devices) {
    if (device.spec == last) continue;
    last = device.spec;
    Checks checks{job, *device.spec, job.warnings};
    job.training ? checks.training() : checks.serving();
  }
}

}  // namespace vramscope
