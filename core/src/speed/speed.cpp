#include "speed/speed.h"

#include <algorithm>

#include "speed/parts.h"
#include "speed/training.h"

namespace vramscope {
namespace {

Expr leaf(Trace& t, Symbol symbol, const Expr& e) {
  return t.ranged(symbol, e.low, e.value, e.high);
}

std::string_view bound_of(const StepTime& step) {
  std::string_view bound = "memory";
  double most = step.memory.value;
  const auto consider = [&](const Expr& part, std::string_view name) {
    if (part.trace && part.value > most) {
      most = part.value;
      bound = name;
    }
  };
  consider(step.compute, "compute");
  consider(step.latency, "latency");
  consider(step.link, "link");
  return bound;
}

bool bandwidth_known(const Job& job) {
  return std::all_of(job.devices.begin(), job.devices.end(),
                     [](const JobDevice& device) { return device.spec->bandwidth_gb_s; });
}

void serving_speed(Trace& t, const Job& job, SpeedValues& values) {
  if (!bandwidth_known(job)) return;
  const GpuSpec& gpu = *job.devices.front().spec;
  const Source row = speed_row(speed_class(*job.engine), card_class(gpu)).source;
  const std::array<Source, 2> sources = {row, Source::Roofline};
  const TokenSplit split = split_of(job);
  const double depth = split.depth();
  const StepTime step = decode_step(t, job, depth);
  if (!step.total.trace) return;
  values.bound = bound_of(step);
  const auto devices = static_cast<double>(job.devices.size());
  const auto replicas = static_cast<double>(job.layout.data);
  const auto all = [&](const Expr& e) {
    return replicas == 1 ? e : t.symbol(Symbol::Replicas, replicas) * e;
  };
  const auto time = [&] { return leaf(t, Symbol::StepSeconds, step.total); };
  const Expr decode = all(t.symbol(Symbol::Batch, job.workload.batch)) / time();
  values.add({SpeedId::DecodeTokS, decode, sources});
  values.add({SpeedId::UserTokS, t.literal(1) / time(), sources});
  if (const Expr prompt = prefill_time(t, job, split.prompt); prompt.trace) {
    values.add(
        {SpeedId::PrefillTokS,
         all(t.symbol(Symbol::PromptTokens, split.prompt)) / leaf(t, Symbol::PromptSeconds, prompt),
         sources});
    values.add({SpeedId::FirstTokenS, prompt, sources});
  }
  values.add({SpeedId::StepS, step.total, sources});
  if (split.generated > 0) {
    if (const Expr prompts = prefill_time(t, job, split.prompt, job.workload.batch);
        prompts.trace) {
      const Expr written = t.symbol(Symbol::GeneratedTokens, split.generated);
      const auto request = [&] {
        return leaf(t, Symbol::PromptSeconds, prompts) + written * time();
      };
      values.add({SpeedId::RequestS, request(), sources});
      values.add({SpeedId::OutputTokS,
                  all(t.symbol(Symbol::Batch, job.workload.batch) * written) / request(), sources});
    }
  }
  const auto rate = [&] { return leaf(t, Symbol::TokenRate, decode); };
  values.add({SpeedId::TokSPerGpu, rate() / t.symbol(Symbol::Devices, devices), sources});
  if (gpu.tdp_w) {
    values.add({SpeedId::JoulesPerToken,
                t.symbol(Symbol::Devices, devices) * t.symbol(Symbol::Power, *gpu.tdp_w) *
                    use(t, Symbol::PowerShare, SpeedConstantId::PowerDecode) / rate(),
                sources});
  }
  values.add({SpeedId::FloorS, decode_floor(t, job, depth), {Source::Roofline, Source::Count}});
}

}  // namespace

TokenSplit split_of(const Job& job) {
  const double context = job.workload.context;
  const Request& request = *job.request;
  if (request.generate) {
    const double generated = std::min(static_cast<double>(*request.generate), context - 1);
    return {context - generated, generated};
  }
  if (!request.prompt) return {context, 0};
  const double prompt = std::min(static_cast<double>(*request.prompt), context);
  return {prompt, context - prompt};
}

SpeedValues speed_of(Trace& t, const Job& job) {
  SpeedValues values;
  if (job.training) {
    training_speed(t, job, values);
  } else {
    serving_speed(t, job, values);
  }
  return values;
}

}  // namespace vramscope
