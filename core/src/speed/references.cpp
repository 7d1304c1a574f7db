// Published runs near to an observed one: the same card first, then the same precision, then a like
// size of model and length of sequence.
#include "speed/references.h"

#include <algorithm>
#include <array>

#include "speed/training.h"

namespace vramscope {
namespace {

/// How many times one is the other; at least 1.
double apart(double a, double b) {
  if (a <= 0 || b <= 0) return 2;  // not said
  return std::max(a / b, b / a);
}

}  // namespace

std::vector<ReferenceLine> nearest_runs(const Job& job, double tokens_per_s_per_gpu) {
  constexpr size_t kShown = 3;
  constexpr double kOtherCard = 100, kOtherPrecision = 3;
  const std::string_view card = job.devices.front().spec->id;
  const std::string& precision = job.request->training.precision;
  const double parameters = parameters_6n(job);
  const auto distance = [&](const ReferenceRun& run) {
    double d = apart(run.active_parameters, parameters);
    if (run.context > 0) d *= (3 + apart(run.context, job.workload.context)) / 4;
    if (precision.find(run.precision) == std::string::npos) d *= kOtherPrecision;
    return run.gpu == card ? d : d * kOtherCard;
  };
  struct Near {
    double distance = 0;
    const ReferenceRun* run = nullptr;
  };
  std::array<Near, kShown> near;
  for (const ReferenceRun& run : reference_runs()) {
    Near here{distance(run), &run};
    for (Near& place : near) {
      if (place.run && place.distance <= here.distance) continue;
      std::swap(place, here);
      if (!here.run) break;
    }
  }
  std::vector<ReferenceLine> lines;
  for (const Near& place : near) {
    if (!place.run) break;
    const ReferenceRun& run = *place.run;
    lines.push_back({run.model, run.gpu, run.precision, run.source, run.date, run.gpus, run.context,
                     run.tokens_per_s_per_gpu, tokens_per_s_per_gpu / run.tokens_per_s_per_gpu});
  }
  return lines;
}

}  // namespace vramscope
