#include "estimate/sweep.h"

#include <algorithm>
#include <cmath>

#include "estimate/estimate.h"
#include "speed/speed.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

double power(double base, uint64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

/// n-th root by halving: only + x and comparison, so that every platform gets the same bits.
double root(double value, uint64_t n) {
  double low = 1;
  double high = value;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (power(middle, n) < value ? low : high) = middle;
  }
  return low;
}

/// Whole numbers from `from` to `to`, rising, without repeats.
std::vector<double> points_of(const Sweep& sweep) {
  const auto from = static_cast<double>(sweep.from);
  const auto to = static_cast<double>(sweep.to);
  const uint64_t steps = sweep.points - 1;
  const double ratio = sweep.scale == "log" && to > from ? root(to / from, steps) : 1;
  std::vector<double> points;
  for (uint64_t i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(steps);
    double x = sweep.scale == "log" ? from * power(ratio, i) : from + (to - from) * share;
    x = i == steps ? to : std::floor(x + 0.5);
    if (points.empty() || x > points.back()) points.push_back(x);
  }
  return points;
}

/// Throughput against latency: what more sequences or cards buy.
void append_speed(const Job& job, SweepColumns& columns) {
  Trace trace(false);
  const SpeedValues speed = speed_of(trace, job);
  const SpeedId rate = job.training ? SpeedId::TrainTokS : SpeedId::DecodeTokS;
  const SpeedId step = job.training ? SpeedId::TrainStepS : SpeedId::StepS;
  for (const SpeedValue& value : speed.all()) {
    if (value.id == step) columns.latency_s.push_back(value.expr.value);
    if (value.id != rate) continue;
    columns.tok_s.push_back(value.expr.value);
    columns.tok_s_low.push_back(value.expr.low);
    columns.tok_s_high.push_back(value.expr.high);
  }
}

void append_point(const Job& job, const Workload& load, SweepColumns& columns) {
  Trace trace(false);
  StageEstimate fullest;
  Bytes usable;
  for (size_t i = 0; i < job.stages.size(); ++i) {
    const StageEstimate e = estimate_stage(trace, job, job.stages[i], load, Detail::DeviceOnly);
    if (i > 0 && !decides(e.device, job.stages[i].usable, fullest.device, usable)) continue;
    usable = job.stages[i].usable;
    fullest = e;
  }
  const size_t row = columns.device.size();
  columns.device.push_back(fullest.device.bytes.count());
  columns.low.push_back(fullest.device.low.count());
  columns.high.push_back(fullest.device.high.count());
  columns.allocated.push_back(fullest.allocated.bytes.count());
  columns.verdict.push_back(verdict_for(fullest.device, usable));
  for (const TermValue& term : fullest.terms.all()) {
    if (!on_card(term.place) || !(term.phases & (1u << fullest.peak))) continue;
    auto place = std::find(columns.terms.begin(), columns.terms.end(), term.id);
    if (place == columns.terms.end()) {
      columns.terms.push_back(term.id);
      columns.term_bytes.emplace_back(row, 0.0);
      place = std::prev(columns.terms.end());
    }
    auto& column = columns.term_bytes[static_cast<size_t>(place - columns.terms.begin())];
    column.resize(row + 1, 0.0);
    column[row] += term.size().bytes.count();
  }
  for (auto& column : columns.term_bytes) column.resize(row + 1, 0.0);
}

}  // namespace

Result<SweepColumns> sweep(const Job& base) {
  const Sweep& request = base.request->sweep;
  if (request.over == "gpus" && request.to > kMaxDevices) {
    return Problem{"sweep.to",
                   "out_of_range",
                   {{"low", "1"}, {"high", format_number(static_cast<double>(kMaxDevices))}}};
  }
  if (request.from > request.to) {
    return Problem{"sweep.to",
                   "out_of_range",
                   {{"low", format_number(static_cast<double>(request.from))}, {"high", "∞"}}};
  }
  SweepColumns columns{.over = request.over};
  Result<Job> job = resolve_machine(base, base.request->machine, "gpu");
  for (double x : points_of(request)) {
    Workload load = job.ok() ? job.value().workload : base.workload;
    if (request.over == "context") {
      load.context = x;
      load.total = 0;  // what is swept replaces what was given
    }
    if (request.over == "batch") load.batch = x;
    if (request.over == "gpus") {  // only the number of cards changes the layout
      Machine machine = base.request->machine;
      machine.devices.front().count = static_cast<uint64_t>(x);
      job = resolve_machine(base, machine, "gpu");
      if (!job.ok()) continue;  // a count that the job cannot be laid out over has no point
      load = job.value().workload;
    }
    if (!job.ok()) return job.errors();
    columns.x.push_back(x);
    append_point(job.value(), load, columns);
    job.value().workload = load;
    append_speed(job.value(), columns);
  }
  return columns;
}

}  // namespace vramscope
