#include "speed/utilisation.h"

#include "speed/training.h"

namespace vramscope {
namespace {

constexpr double kTera = 1e12;

Expr peak(Trace& t, const Job& job) {
  const GpuSpec& gpu = *job.devices.front().spec;
  const bool fp32 = job.recipe && job.recipe->activations == 4;
  const std::optional<double>& half = gpu.bf16_tflops ? gpu.bf16_tflops : gpu.fp16_tflops;
  const std::optional<double>& rate = fp32 ? gpu.fp32_tflops : half;
  return rate ? t.symbol(Symbol::PeakFlops, *rate * kTera) : Expr{};
}

}  // namespace

Expr observed_rate(Trace& t, const Job& job) {
  const Observed& seen = job.request->observed;
  if (seen.tokens_per_s_per_gpu) return t.symbol(Symbol::TokenRate, *seen.tokens_per_s_per_gpu);
  if (!seen.samples_per_s) return {};
  return t.symbol(Symbol::SampleRate, *seen.samples_per_s) *
         t.symbol(Symbol::SequenceLength, job.workload.context) /
         t.symbol(Symbol::Devices, static_cast<double>(job.devices.size()));
}

std::vector<UtilisationValue> utilisation(Trace& t, const Job& job) {
  std::vector<UtilisationValue> values;
  const Observed& seen = job.request->observed;
  if (seen == Observed{}) return values;
  const Expr card = peak(t, job);
  const Expr rate = observed_rate(t, job);
  if (seen.tflops && card.trace) {
    values.push_back(
        {"utilisation_flops", t.symbol(Symbol::MeasuredFlops, *seen.tflops * kTera) / card});
  }
  if (rate.trace && seen.reference_tokens_per_s_per_gpu) {
    values.push_back(
        {"utilisation_throughput",
         rate / t.symbol(Symbol::ReferenceRate, *seen.reference_tokens_per_s_per_gpu)});
  }
  if (rate.trace && card.trace) {
    // Forward 2 N operations a token; in training the backward pass twice that.
    values.push_back({"utilisation_mfu", t.literal(job.training ? 6 : 2, kFlops) *
                                             t.symbol(Symbol::Parameters, parameters_6n(job)) *
                                             rate / card});
    if (job.training) {
      values.push_back(
          {"utilisation_mfu_attention", model_work(t, job, Attended::Full) * rate / card});
    }
  }
  return values;
}

}  // namespace vramscope
