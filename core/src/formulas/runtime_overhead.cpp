// Runtime overhead: what the card shows as used beside live tensors. Empirical throughout.
#include "formulas/formulas.h"

namespace vramscope {
namespace {

/// The context by the card's maker and the library's age.
const Coefficient* context_row(const Job& job) {
  const Engine& engine = *job.engine;
  if (engine.context != &kTorchContext) return engine.context;
  if (job.version && job.version->eager_kernels && engine.eager_context) {
    return engine.eager_context;
  }
  const bool amd = !job.devices.empty() && job.devices.front().spec->vendor == "amd";
  return amd ? &kHipContext : engine.context;
}

/// Captured graphs; few of them where the largest batch is small.
const Coefficient* graphs_row(const Job& job) {
  const InferenceOptions& options = job.request->options;
  if (!job.engine->graphs || options.enforce_eager) return nullptr;
  constexpr uint64_t kFewSizes = 32;  // batches of 1, 2, 4, 8, 16, 24, 32
  const bool few = options.graph_max_batch && *options.graph_max_batch <= kFewSizes;
  return few ? &kFewGraphs : job.engine->graphs;
}

Expr added(Trace& t, Expr sum, const Coefficient* row) {
  return row ? t.sum_item(sum, use(t, *row)) : sum;
}

/// Whether the devices of a serving group talk over switched NVLink (Hopper and later), over older
/// NVLink, or over PCIe.
enum class Fabric : uint8_t { Pcie, Nvlink, Switched };
Fabric fabric_of(const Job& job) {
  constexpr double kFast = 300;  // GB/s; bridges of two cards are below
  const GpuSpec& card = *job.devices.front().spec;
  if (card.nvlink_gb_s.value_or(0) < kFast) {
    return card.vendor == "nvidia" ? Fabric::Pcie : Fabric::Nvlink;
  }
  const bool hopper = card.compute_capability >= "9" || card.compute_capability.starts_with("1");
  return hopper ? Fabric::Switched : Fabric::Nvlink;
}

/// Communicators; how much they take follows from the link.
const Coefficient* communication_row(const Job& job) {
  if (job.devices.size() < 2 || !job.engine->communication) return nullptr;
  if (job.training) return job.engine->communication;
  switch (fabric_of(job)) {
    case Fabric::Pcie:
      return &kNcclPcie;
    case Fabric::Nvlink:
      return job.engine->communication;
    case Fabric::Switched:
      return &kNcclSwitched;
  }
  return nullptr;
}

/// Buffers beside the communicators that sum over a tensor-parallel group.
const Coefficient* reduce_row(const Job& job) {
  if (job.training || job.layout.tensor < 2 || !job.engine->claims()) return nullptr;
  return fabric_of(job) == Fabric::Switched ? job.version->reduce : &kVllmPlainReduce;
}

/// What the process takes beside the allocator; the version says.
const Coefficient* other_row(const Job& job) {
  return job.engine->other ? job.version->other : nullptr;
}

}  // namespace

const Coefficient* slack_of(const Job& job) {
  const bool expands = job.training && job.request->training.expandable_segments;
  return job.engine->slack && expands ? &kExpandableSlack : job.engine->slack;
}

Expr runtime_overhead(Trace& t, const Job& job, const Level& allocated, const Level& cached) {
  Expr sum;
  sum = added(t, sum, context_row(job));
  sum = added(t, sum, other_row(job));
  sum = added(t, sum, graphs_row(job));
  sum = added(t, sum, communication_row(job));
  sum = added(t, sum, reduce_row(job));
  if (const Coefficient* slack = slack_of(job)) {
    const Expr live = t.ranged(Symbol::GivenBytes, allocated.low.count(), allocated.bytes.count(),
                               allocated.high.count(), "allocated");
    sum = t.sum_item(sum, (use(t, *slack) - 1) * live);
  }
  if (cached.high.count() > 0) {
    sum = t.sum_item(sum, t.ranged(Symbol::CachedBytes, cached.low.count(), cached.bytes.count(),
                                   cached.high.count()));
  }
  return sum;
}

Expr taken_before_start(Trace& t, const Job& job) {
  Expr sum = added(t, {}, context_row(job));
  sum = added(t, sum, communication_row(job));
  return added(t, sum, reduce_row(job));
}

Expr charged_overhead(Trace& t, const Job& job) {
  const Charged charged = job.version->charged;
  Expr sum;
  switch (charged) {
    case Charged::Tensors:
    case Charged::Nothing:
      break;
    case Charged::Process:
      sum = added(t, sum, &kVllmProcess);
      sum = added(t, sum, communication_row(job));
      sum = added(t, sum, reduce_row(job));
      break;
    case Charged::Growth:
      sum = added(t, sum, communication_row(job));
      [[fallthrough]];
    case Charged::Settled:
      sum = added(t, sum, other_row(job));
      sum = added(t, sum, reduce_row(job));
      break;
  }
  if (job.version->graphs_charged) sum = added(t, sum, graphs_row(job));
  return sum;
}

}  // namespace vramscope
