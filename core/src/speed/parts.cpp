#include "speed/parts.h"

#include <algorithm>

namespace vramscope {
namespace {

double larger(const std::optional<double>& a, const std::optional<double>& b) {
  return std::max(a.value_or(0), b.value_or(0));
}

std::optional<double> known(double tera) {
  if (tera <= 0) return std::nullopt;
  return tera * kTera;
}

/// One direction of a slot such as "4.0 x16", 10^9 B/s; 0 where the card does not say.
double pcie_gb_s(std::string_view slot) {
  if (slot.size() < 6) return 0;
  double lane = 0;
  switch (slot[0]) {  // after encoding: 8, 16, 32, 64 GT/s
    case '2':
      lane = 0.5;
      break;
    case '3':
      lane = 0.985;
      break;
    case '4':
      lane = 1.969;
      break;
    case '5':
      lane = 3.938;
      break;
    case '6':
      lane = 7.563;
      break;
    default:
      return 0;
  }
  double lanes = 0;
  for (size_t i = slot.find('x') + 1; i < slot.size() && slot[i] >= '0' && slot[i] <= '9'; ++i) {
    lanes = lanes * 10 + (slot[i] - '0');
  }
  return lane * lanes;
}

constexpr double kUsualPcie = 31.5;    ///< 4.0 x16
constexpr size_t kMachineDevices = 8;  ///< more stand in several machines

}  // namespace

std::optional<double> serving_rate(const Job& job, const GpuSpec& gpu) {
  double rate = larger(gpu.fp16_tflops, gpu.bf16_tflops);
  if (speed_class(*job.engine) == SpeedClass::LlamaCpp && gpu.vendor == "nvidia" && gpu.int8_tops) {
    // Quantised matrices go through the int8 units, which no GeForce halves; 16-bit ones
    // accumulate in 16 bit. Both run at half the int8 rate.
    rate = std::max(rate, *gpu.int8_tops / 2);
  }
  const bool fp8 = job.weights->matrix.substr(0, 3) == "fp8";
  if (fp8 && speed_class(*job.engine) == SpeedClass::Compiled && gpu.fp8_tflops) {
    rate = std::max(rate, *gpu.fp8_tflops);
  }
  if (rate == 0 || job.weights->matrix == "fp32") rate = larger(gpu.fp32_tflops, gpu.tf32_tflops);
  return known(rate);
}

bool trains_in_fp8(const Job& job) {
  const TrainingOptions& options = job.request->training;
  return options.float8_linears || options.precision.find("fp8") != std::string::npos;
}

std::optional<double> training_rate(const Job& job, const GpuSpec& gpu) {
  const bool fp32 = job.recipe && job.recipe->activations == 4;
  if (trains_in_fp8(job) && gpu.fp8_tflops) return known(*gpu.fp8_tflops);
  if (fp32) return known(gpu.fp32_tflops.value_or(0));
  return known(gpu.bf16_tflops ? *gpu.bf16_tflops : gpu.fp16_tflops.value_or(0));
}

Link link_between(Trace& t, const GpuSpec& gpu, size_t devices) {
  if (devices > kMachineDevices) {
    return {use(t, Symbol::LinkRate, SpeedConstantId::NetworkGbS, kGiga),
            SpeedConstantId::ReduceUsPcie};
  }
  if (gpu.nvlink_gb_s && *gpu.nvlink_gb_s > 0) {
    return {t.symbol(Symbol::LinkRate, *gpu.nvlink_gb_s / 2 * kGiga) *
                use(t, Symbol::LinkShare, SpeedConstantId::LinkShare),
            SpeedConstantId::ReduceUsLink};
  }
  const double slot = pcie_gb_s(gpu.pcie);
  return {t.symbol(Symbol::LinkRate, (slot > 0 ? slot : kUsualPcie) * kGiga) *
              use(t, Symbol::LinkShare, SpeedConstantId::PcieShare),
          SpeedConstantId::ReduceUsPcie};
}

Expr host_link(Trace& t, const GpuSpec& gpu) {
  const double slot = pcie_gb_s(gpu.pcie);
  return t.symbol(Symbol::LinkRate, (slot > 0 ? slot : kUsualPcie) * kGiga, "host") *
         use(t, Symbol::LinkShare, Spread{0.4, 0.7, 0.9}, 1, "host");
}

double folded(const Job& job, size_t stage) {
  const bool last = stage + 1 == job.stages.size();
  const size_t next = last ? job.stage_count : job.stages[stage + 1].index;
  return static_cast<double>(next - job.stages[stage].index);
}

LayerCount count_layers(const Job& job, const Stage& stage) {
  LayerCount count;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    const LayerGroup& group = job.spec->groups[i];
    if (group.encoder) continue;
    count.all += stage.group_layers[i];
    if (group.ffn && group.ffn->num_experts > 0) count.mixtures += stage.group_layers[i];
  }
  return count;
}

Expr attention_work(Trace& t, const Job& job, const Stage& stage, double tokens, double factor) {
  Expr sum;
  const auto add = [&](double layers, double width, double seen) {
    sum = t.sum_item(sum, t.literal(factor, kFlops) * t.symbol(Symbol::Layers, layers) *
                              t.symbol(Symbol::AttentionWidth, width) *
                              t.symbol(Symbol::SequenceLength, seen));
  };
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    const LayerGroup& group = job.spec->groups[i];
    const double layers = stage.group_layers[i];
    if (layers == 0 || group.encoder) continue;
    if (const auto& a = group.attention) {
      const bool full = a->kind == AttentionKind::Full;
      const double seen = full ? tokens : std::min(tokens, static_cast<double>(a->sliding_window));
      add(layers, static_cast<double>(a->q_size() + a->o_size()) / 2, seen);
    }
    if (const auto& a = group.latent) {
      add(layers, static_cast<double>(a->q_size() + a->o_size()) / 2, tokens);
    }
    if (const auto& a = group.compressed) {
      const double ratio = static_cast<double>(std::max<uint64_t>(1, a->compress_ratio));
      const double kept = a->compress_ratio > 0 ? tokens / ratio : 0;
      add(layers, static_cast<double>(a->q_size()),
          std::min(tokens, static_cast<double>(a->sliding_window)) + kept);
    }
  }
  return sum;
}

}  // namespace vramscope
