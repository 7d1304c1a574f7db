#include "estimate/limits.h"

#include <algorithm>
#include <cmath>

namespace vramscope {
namespace {

constexpr double kMostTokens = 4294967296.0;   // 2^32
constexpr double kMostSequences = 16777216.0;  // 2^24
constexpr size_t kMostDevices = 1024;

/// A place on an axis and what is left there.
struct Point {
  double x = 0;
  double margin = 0;
};

/// Largest whole x from `inside`, which fits, to `outside`, which does not. The margin falls with x
/// and is nearly a straight line, so cutting by the line finds the place in a few steps; every
/// third step halves the interval, which bounds the search for any shape.
template <typename MarginAt>
double last_fitting(Point inside, Point outside, MarginAt margin_at) {
  for (int step = 0; outside.x - inside.x > 1; ++step) {
    double x =
        inside.x + (outside.x - inside.x) * (inside.margin / (inside.margin - outside.margin));
    if (step % 3 == 2) x = (inside.x + outside.x) / 2;
    x = std::clamp(std::floor(x), inside.x + 1, outside.x - 1);
    const Point here{x, margin_at(x)};
    if (here.margin < 0) {
      outside = here;
      continue;
    }
    inside = here;
    // The line usually lands just inside: try its neighbour before cutting again.
    if (x + 1 == outside.x || margin_at(x + 1) < 0) return x;
  }
  return inside.x;
}

/// The estimate only changes at multiples of `step` along the axis.
Limit along(const Job& job, double Workload::*axis, double most, double step) {
  const auto at = [&](double steps) {
    Workload load = job.workload;
    load.*axis = steps * step;
    if (axis == &Workload::context) load.total = 0;  // what is asked replaces what was given
    return margin_of(job, load);
  };
  const double most_steps = std::floor(most / step);
  const Margin least_load = at(1);
  const Margin most_load = at(most_steps);
  const auto search = [&](double Margin::*bound) {
    if (least_load.*bound < 0) return 0.0;
    if (most_load.*bound >= 0) return step * most_steps;
    return step * last_fitting({1, least_load.*bound}, {most_steps, most_load.*bound},
                               [&](double steps) { return at(steps).*bound; });
  };
  Limit limit;
  limit.guaranteed = search(&Margin::low);
  // One search answers both where the estimate is exact.
  const bool exact = least_load.low == least_load.high && most_load.low == most_load.high;
  limit.possible = exact ? limit.guaranteed : search(&Margin::high);
  return limit;
}

/// Tokens that the engine's cache allots together.
double context_step(const Job& job) {
  switch (job.engine->cache) {
    case CacheRule::Exact:
    case CacheRule::Sglang:
    case CacheRule::Transformers:
      return 1;
    case CacheRule::Exllama:
      return kExllamaCacheStep;
    case CacheRule::LlamaCpp:  // a unified cache is padded for all sequences together
      return job.request->options.kv_unified.value_or(false) ? 1 : kLlamaCppPadding;
    case CacheRule::Mlx:
      return kMlxCacheStep;
    case CacheRule::Vllm:  // where a prompt is one step, the step's activations follow each token
      return job.version->small_steps ? static_cast<double>(job.request->options.block_size) : 1;
  }
  return 1;
}

/// The same work over `count` devices of the first kind; false when it cannot be laid out.
bool relay(const Job& job, size_t count, Job& out) {
  Job base = job;
  base.devices.clear();
  base.own_cards.clear();
  base.stages.clear();
  base.warnings.clear();
  base.workload.batch = job.training ? job.workload.batch : static_cast<double>(job.request->batch);
  Machine machine;
  machine.devices.push_back(*job.devices.front().choice);
  machine.devices.front().count = count;
  Result<Job> laid = resolve_machine(base, machine, "gpus");
  if (!laid.ok()) return false;
  out = std::move(laid.value());
  for (JobDevice& device : out.devices) {
    device.usable = job.devices.front().usable;
    device.choice = job.devices.front().choice;
  }
  return true;
}

bool more_cards_help(const Job& job) {
  const Parallel& p = job.request->parallel;
  if (job.training) return job.layout.zero > 0 && !p.data;
  return job.engine->split == Split::Tensor ? !p.tensor : !p.pipeline;
}

/// Numbers of cards that the work can be laid out over, rising: all of them for layers and shards,
/// those that divide every layer's heads for tensors.
std::vector<size_t> card_counts(const Job& job) {
  std::vector<size_t> counts = {1};
  if (!more_cards_help(job)) return counts;
  const bool by_tensor = !job.training && job.engine->split == Split::Tensor;
  for (size_t count = 2; count <= kMostDevices; ++count) {
    const bool divides = std::all_of(
        job.spec->groups.begin(), job.spec->groups.end(),
        [&](const LayerGroup& group) { return group.num_attention_heads() % count == 0; });
    if (!by_tensor || divides) counts.push_back(count);
  }
  return counts;
}

/// The first count whose margin is not negative; more cards never leave less room on each.
std::optional<double> fewest(const Job& job, const std::vector<size_t>& counts,
                             double Margin::*bound) {
  const auto fits = [&](size_t count) {
    Job trial;
    return relay(job, count, trial) && margin_of(trial, trial.workload).*bound >= 0;
  };
  const auto first = std::partition_point(counts.begin(), counts.end(),
                                          [&](size_t count) { return !fits(count); });
  if (first == counts.end()) return std::nullopt;
  return static_cast<double>(*first);
}

}  // namespace

Limit max_context(const Job& job) {
  Limit limit = along(job, &Workload::context, kMostTokens, job.training ? 1 : context_step(job));
  if (job.spec->max_position_embeddings > 0) {
    limit.model = static_cast<double>(job.spec->max_position_embeddings);
  }
  return limit;
}

Limit max_batch(const Job& job) { return along(job, &Workload::batch, kMostSequences, 1); }

Limit min_gpus(const Job& job) {
  Limit limit;
  if (job.devices.size() == 1 && margin_of(job, job.workload).low >= 0) {
    limit.guaranteed = 1;
    limit.possible = 1;
    return limit;
  }
  std::vector<size_t> counts = card_counts(job);
  if (job.engine->split == Split::Layer && !job.training) {  // no card without a layer
    const size_t layers = job.spec->num_hidden_layers();
    std::erase_if(counts, [&](size_t count) { return count > layers; });
  }
  limit.possible = fewest(job, counts, &Margin::high);
  limit.guaranteed = fewest(job, counts, &Margin::low);
  return limit;
}

}  // namespace vramscope
