// Attainable operations a second are the smaller of the peak and bandwidth × operations a byte
// (Williams et al. 2009). A point lies at what the formulas of speed count: operations over bytes,
// and operations over the seconds that they take. It can lie on or under its roof, never above.
#include "speed/roofline.h"

#include <algorithm>

#include "speed/parts.h"

namespace vramscope {
namespace {

void add_point(Trace& t, const Job& job, std::string_view id, const DeviceWork& work,
               Roofline& line) {
  if (!work.time.trace || !work.operations.trace || !work.bytes.trace) return;
  const Expr intensity = work.operations / work.bytes;
  const Expr rate = work.operations / work.time;
  RooflinePoint point{.id = id,
                      .intensity = intensity.value,
                      .rate = rate.value,
                      .low = rate.low,
                      .high = rate.high};
  const Expr roof = min(t.symbol(Symbol::PeakFlops, line.peak),
                        t.symbol(Symbol::Bandwidth, line.bandwidth) * intensity);
  point.share = rate.value / roof.value;
  if (job.request->explain != Explain::None) {
    point.formula = symbolic_line(t, intensity);
    point.working = numeric_line(t, intensity);
  }
  line.points.push_back(std::move(point));
}

/// Training has a rate, but what passes the memory depends on fused kernels nobody counts: no
/// intensity.
void add_training(const SpeedValues& values, Roofline& line) {
  for (const SpeedValue& value : values.all()) {
    if (value.id != SpeedId::ModelTflops) continue;
    line.points.push_back({.id = "training",
                           .rate = value.expr.value * kTera,
                           .low = value.expr.low * kTera,
                           .high = value.expr.high * kTera,
                           .share = value.expr.value * kTera / line.peak});
  }
}

/// The roof that the peak is. A rate that happens to be the same in a smaller datatype is not it.
std::string_view roof_of_peak(const Job& job, const Roofline& line) {
  const bool fp8 = job.training ? trains_in_fp8(job) : job.weights->matrix.substr(0, 3) == "fp8";
  for (const Roof& roof : line.roofs) {
    const bool small = roof.id == "fp8" || roof.id == "int8" || roof.id == "fp4";
    if (roof.rate == line.peak && (!small || (fp8 && roof.id == "fp8"))) return roof.id;
  }
  return {};
}

}  // namespace

std::vector<Roof> roofs_of(const GpuSpec& gpu) {
  std::vector<Roof> roofs;
  const auto add = [&](std::string_view id, const std::optional<double>& tera) {
    if (!tera || *tera <= 0) return;
    const double rate = *tera * kTera;
    const double ridge = gpu.bandwidth_gb_s ? rate / (*gpu.bandwidth_gb_s * kGiga) : 0;
    roofs.push_back({id, rate, ridge});
  };
  const bool same = gpu.bf16_tflops == gpu.fp16_tflops;
  add("fp32", gpu.fp32_tflops);
  add("tf32", gpu.tf32_tflops);
  add(same ? "bf16, fp16" : "bf16", gpu.bf16_tflops);
  if (!same) add("fp16", gpu.fp16_tflops);
  add("fp8", gpu.fp8_tflops);
  add("int8", gpu.int8_tops);
  add("fp4", gpu.fp4_tflops);
  std::stable_sort(roofs.begin(), roofs.end(),
                   [](const Roof& a, const Roof& b) { return a.rate < b.rate; });
  return roofs;
}

Roofline roofline_of(Trace& t, const Job& job, const SpeedValues& values) {
  Roofline line;
  const GpuSpec& gpu = *job.devices.front().spec;
  if (!gpu.bandwidth_gb_s) return line;
  line.bandwidth = *gpu.bandwidth_gb_s * kGiga;
  line.roofs = roofs_of(gpu);
  const std::optional<double> peak =
      job.training ? training_rate(job, gpu) : serving_rate(job, gpu);
  if (!peak) return line;
  line.peak = *peak;
  line.ridge = line.peak / line.bandwidth;
  line.peak_id = roof_of_peak(job, line);
  if (job.training) {
    add_training(values, line);
    return line;
  }
  if (job.stages.empty()) return line;
  add_point(t, job, "decode", decode_work(t, job, split_of(job).depth()), line);
  add_point(t, job, "prefill", prefill_work(t, job, split_of(job).prompt), line);
  return line;
}

}  // namespace vramscope
