// Training: operations of one token, time of a step, and the shares of the peak that people quote.
//
// A token costs 6 N operations with the weights (2 forward, 4 backward) and 12 L d_att s with the
// scores, when every pair is counted as published MFU figures do; half of that when masked pairs
// are left out. Recomputation runs the forward pass again: counted in HFU, not in MFU. A frozen
// base has no weight gradients: 4 N. Pipeline bubbles are not in the step.
#include "speed/training.h"

#include <algorithm>

#include "formulas/formulas.h"
#include "speed/parts.h"
#include "speed/traffic.h"
#include "speed/utilisation.h"

namespace vramscope {
namespace {

Stage whole_model(const Job& job) {
  Stage whole;
  for (const LayerGroup& group : job.spec->groups) {
    whole.group_layers.push_back(static_cast<uint32_t>(group.count));
  }
  return whole;
}

Expr with_scores(Trace& t, const Job& job, double weights, double scores) {
  const Expr work = t.literal(weights, kFlops) * t.symbol(Symbol::Parameters, parameters_6n(job));
  if (scores == 0) return work;
  return plus(work, attention_work(t, job, whole_model(job), job.workload.context, scores));
}

/// What the backward pass does not hide of the traffic of data parallelism.
Expr data_parallel_time(Trace& t, const Job& job) {
  const Expr bytes = data_parallel_bytes(t, job);
  if (!bytes.trace) return {};
  const Link link = link_between(t, *job.devices.front().spec, job.devices.size());
  return bytes / link.rate * use(t, Symbol::ExposedShare, SpeedConstantId::ExposedShare);
}

/// The sums of a tensor-parallel group stand between the layers' products: nothing hides them.
Expr tensor_parallel_time(Trace& t, const Job& job) {
  const Expr bytes = tensor_parallel_bytes(t, job);
  if (!bytes.trace) return {};
  return bytes / link_between(t, *job.devices.front().spec, job.layout.tensor).rate;
}

Expr leaf(Trace& t, Symbol symbol, const Expr& e) {
  return t.ranged(symbol, e.low, e.value, e.high);
}

}  // namespace

double parameters_6n(const Job& job) {
  const double counted = job.counts.active_with_lookup;
  const std::optional<uint64_t>& given = job.request->model.parameters;
  if (!given) return counted;
  const double derived = count_parameters(*job.spec).total;
  return derived > 0 ? counted * (static_cast<double>(*given) / derived) : counted;
}

Expr model_work(Trace& t, const Job& job, Attended attended) {
  const double scores = attended == Attended::None ? 0 : attended == Attended::Causal ? 6 : 12;
  return with_scores(t, job, 6, scores);
}

Expr hardware_work(Trace& t, const Job& job) {
  const std::string& recompute = job.request->training.recompute;
  const double backward = job.request->training.method == "full" ? 4 : 2;
  if (recompute == "full") return with_scores(t, job, 4 + backward, 16);
  if (recompute == "selective") return with_scores(t, job, 2 + backward, 16);
  return with_scores(t, job, 2 + backward, 12);
}

void training_speed(Trace& t, const Job& job, SpeedValues& values) {
  const GpuSpec& gpu = *job.devices.front().spec;
  const std::optional<double> peak = training_rate(job, gpu);
  if (!peak || job.counts.total == 0) return;
  const TrainingRow& row = training_row(gpu);
  const auto devices = static_cast<double>(job.devices.size());
  const std::array<Source, 2> sources = {row.source, Source::Megatron2022};

  // Tokens that one device answers for in a step: one micro-batch where no number is given.
  Expr step_tokens = t.symbol(Symbol::MicroBatch, job.workload.batch) *
                     t.symbol(Symbol::SequenceLength, job.workload.context) *
                     t.symbol(Symbol::Shards, static_cast<double>(job.layout.data)) /
                     t.symbol(Symbol::Devices, devices);
  if (job.plan && job.plan->micro_batches > 1) {
    step_tokens = t.literal(job.plan->micro_batches) * step_tokens;
  }
  Expr rate = observed_rate(t, job);
  const bool seen = rate.trace != nullptr;
  Expr step;
  if (seen) {
    step = step_tokens / rate;
  } else {
    Expr reached = t.symbol(Symbol::PeakFlops, *peak) * use(t, Symbol::TrainShare, row.hfu);
    if (trains_in_fp8(job) && gpu.fp8_tflops) {
      reached = reached * use(t, Symbol::TrainShare,
                              speed_constant(SpeedConstantId::Fp8Training).spread, 1, "fp8");
    }
    if (count_layers(job, whole_model(job)).mixtures > 0) {
      reached = reached * use(t, Symbol::TrainShare,
                              speed_constant(SpeedConstantId::MixtureTraining).spread, 1, "moe");
    }
    step = step_tokens * hardware_work(t, job) / reached;
    step = plus(plus(step, tensor_parallel_time(t, job)), data_parallel_time(t, job));
    rate = step_tokens / leaf(t, Symbol::StepSeconds, step);
  }
  const std::array<Source, 2> from =
      seen ? std::array{Source::GivenByUser, Source::Count} : sources;
  values.add({SpeedId::TrainStepS, step, from});
  values.add({SpeedId::TrainTokS,
              t.symbol(Symbol::Devices, devices) * leaf(t, Symbol::TokenRate, rate), from});
  values.add({SpeedId::TokSPerGpu, rate, from});

  const Expr each = leaf(t, Symbol::TokenRate, rate);
  const auto share_of = [&](const Expr& work) {
    return work * each / t.symbol(Symbol::PeakFlops, *peak);
  };
  const Expr model = model_work(t, job, Attended::Full);
  values.add({SpeedId::ModelTflops, model * each / t.literal(kTera), from});
  values.add({SpeedId::Mfu, share_of(model), from});
  values.add({SpeedId::MfuCausal, share_of(model_work(t, job, Attended::Causal)), from});
  values.add({SpeedId::Mfu6n, share_of(model_work(t, job, Attended::None)), from});
  values.add({SpeedId::Hfu, share_of(hardware_work(t, job)), from});
  values.definition = "6n_12lhs";

  Expr power;
  if (gpu.tdp_w) {
    power = t.symbol(Symbol::Power, *gpu.tdp_w) *
            use(t, Symbol::PowerShare, SpeedConstantId::PowerTraining);
  }
  if (const std::optional<uint64_t>& wanted = job.request->training.tokens) {
    const Expr tokens = t.symbol(Symbol::TrainTokens, static_cast<double>(*wanted));
    const Expr seconds = tokens / (t.symbol(Symbol::Devices, devices) * each);
    values.add({SpeedId::Days, seconds / t.literal(86400, kSeconds), from});
    values.add({SpeedId::GpuHours, tokens / each / t.literal(3600, kSeconds), from});
    if (power.trace) {
      values.add({SpeedId::EnergyKwh, tokens / each * power / t.literal(3.6e6), from});
    }
  }
  if (power.trace) values.add({SpeedId::JoulesPerToken, power / each, from});
  training_traffic(t, job, values);
}

}  // namespace vramscope
