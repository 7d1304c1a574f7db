// What the formulas of speed share: rates of a card, leaves for measured figures.
#pragma once

#include "parallel/job.h"
#include "tables/speed_rates.h"
#include "vramscope/trace.h"

namespace vramscope {

/// A measured figure as a leaf, in the symbol's unit: `unit` converts the row's.
inline Expr use(Trace& t, Symbol symbol, const Spread& s, double unit = 1,
                std::string_view suffix = {}) {
  return t.ranged(symbol, s.low * unit, s.value * unit, s.high * unit, suffix);
}
inline Expr use(Trace& t, Symbol symbol, SpeedConstantId id, double unit = 1) {
  return use(t, symbol, speed_constant(id).spread, unit);
}
inline constexpr double kMicro = 1e-6;
inline constexpr double kGiga = 1e9;
inline constexpr double kTera = 1e12;

/// Operations a second of the units that multiply matrices in 16 bit with either accumulator, or in
/// the type that weights and card share. Absent where nothing is known.
std::optional<double> serving_rate(const Job& job, const GpuSpec& gpu);
/// The dense peak that utilisation is measured against, by the training precision.
std::optional<double> training_rate(const Job& job, const GpuSpec& gpu);

bool trains_in_fp8(const Job& job);

/// Bytes a second, one way, between two devices of the machine.
struct Link {
  Expr rate;
  SpeedConstantId reduce = SpeedConstantId::ReduceUsPcie;  ///< latency of a small all-reduce
};
Link link_between(Trace& t, const GpuSpec& gpu, size_t devices);
/// One way to host memory.
Expr host_link(Trace& t, const GpuSpec& gpu);

/// Stages of the pipeline that this one stands for.
double folded(const Job& job, size_t stage);

/// Layers of the stage, and those with experts.
struct LayerCount {
  double all = 0, mixtures = 0;
};
LayerCount count_layers(const Job& job, const Stage& stage);

/// Query heads times head size, summed over the layers that attend: operations with the cache.
/// `load` gives the tokens; windows see fewer.
Expr attention_work(Trace& t, const Job& job, const Stage& stage, double tokens, double factor);

/// The context as tokens that are read and tokens that are written after them. Where nothing is
/// said all of it is a prompt, and a token is added behind it: the time to the first token of the
/// longest prompt, and the slowest steps.
struct TokenSplit {
  double prompt = 0, generated = 0;
  /// Tokens that a step finds on average: generation begins behind the prompt and ends at the whole
  /// context, half of it lies in between.
  double depth() const { return prompt + generated / 2; }
};
TokenSplit split_of(const Job& job);

/// Seconds for one token of each sequence of `context` tokens on every stage, one after another.
struct StepTime {
  Expr total;
  Expr memory, compute, latency, link;  ///< of it, the parts; compute is beside memory
};
StepTime decode_step(Trace& t, const Job& job, double context);
/// What the step takes at least: its reading at full bandwidth. Empty where host memory is read.
Expr decode_floor(Trace& t, const Job& job, double context);
/// Seconds to read `sequences` prompts of `tokens` tokens each.
Expr prefill_time(Trace& t, const Job& job, double tokens, double sequences = 1);

/// What the first device does while it gives every sequence a token, or reads a prompt: operations,
/// bytes of weights and cache that have to pass its memory, seconds. The activations that pass too
/// are left out: small beside the rest, and large ones stay in the caches of fused kernels.
struct DeviceWork {
  Expr operations, bytes, time;
};
DeviceWork decode_work(Trace& t, const Job& job, double context);
DeviceWork prefill_work(Trace& t, const Job& job, double tokens);

}  // namespace vramscope
