// Training: what a device sends to the others in a step, and how long a pipeline stands idle.
//
// A ring passes (n - 1) / n of a message over each link for a reduce-scatter or an all-gather, and
// twice that for an all-reduce, which is both. Bytes on the wire do not depend on the link, so they
// are exact where the times made from them are not. A tree or in-switch sums send less.
#include "speed/traffic.h"

#include <algorithm>

#include "speed/parts.h"

namespace vramscope {
namespace {

double micro_batches(const Job& job) { return std::max(1.0, job.plan->micro_batches); }

Expr each_micro_batch(Trace& t, const Job& job, const Expr& bytes) {
  const double count = micro_batches(job);
  return count == 1 || !bytes.trace ? bytes : t.symbol(Symbol::MicroBatches, count) * bytes;
}

/// Hidden states of one micro-batch on the tokens that one device works on.
Expr hidden_states(Trace& t, const Job& job) {
  return t.symbol(Symbol::BytesActivation, job.recipe->activations) *
         t.symbol(Symbol::MicroBatch, job.workload.batch) *
         t.symbol(Symbol::SequenceLength,
                  job.workload.context / static_cast<double>(job.layout.context)) *
         t.symbol(Symbol::Hidden, static_cast<double>(job.spec->hidden_size));
}

double layers_of_a_stage(const Job& job) {
  return static_cast<double>(job.spec->num_hidden_layers()) /
         static_cast<double>(job.layout.pipeline);
}

}  // namespace

/// Plain data parallelism sums gradients once a step. Sharded optimizer states take their part of
/// the sum and give the new weights back. Where gradients are sharded they are summed with every
/// micro-batch, where weights are, these come twice with each: forward and backward.
Expr data_parallel_bytes(Trace& t, const Job& job) {
  const auto shards = static_cast<double>(job.layout.data * job.layout.context);
  if (shards == 1) return {};
  const uint64_t zero = job.layout.zero;
  const bool trains_all = !job.plan->adapters && !job.plan->frozen;
  const bool sharded = zero > 0 || job.layout.sharded_optimizer;
  const double pass = (shards - 1) / shards;
  Expr each;
  if (trains_all) {
    each = t.symbol(Symbol::RingShare, sharded ? pass : 2 * pass) *
           t.symbol(Symbol::BytesGradient, job.recipe->reduce);
    if (zero >= 2) each = each_micro_batch(t, job, each);
  }
  if (zero == 3 || (sharded && trains_all)) {
    Expr gather = t.symbol(Symbol::RingShare, zero == 3 ? 2 * pass : pass, "weights") *
                  t.symbol(Symbol::BytesWeight, job.recipe->activations);
    if (zero == 3) gather = each_micro_batch(t, job, gather);
    each = plus(each, gather);
  }
  if (!each.trace) return {};
  const double held =
      job.counts.total / static_cast<double>(job.layout.tensor * job.layout.pipeline);
  return each * t.symbol(Symbol::Parameters, held);
}

/// Four sums a layer, two forward and two backward; recomputed layers run the forward ones again.
Expr tensor_parallel_bytes(Trace& t, const Job& job) {
  const auto degree = static_cast<double>(job.layout.tensor);
  if (degree == 1) return {};
  const double sums = job.request->training.recompute == "full" ? 6 : 4;
  return t.literal(sums) * t.symbol(Symbol::Layers, layers_of_a_stage(job)) *
         t.symbol(Symbol::RingShare, 2 * (degree - 1) / degree) * hidden_states(t, job);
}

namespace {

/// Hidden states forward and their gradients backward over a boundary: what a device between two
/// others sends. Tensor-parallel devices each send the whole, which all of them hold, or with
/// sequence parallelism their own part.
Expr stage_bytes(Trace& t, const Job& job) {
  if (job.layout.pipeline == 1) return {};
  Expr sent = t.literal(2) * each_micro_batch(t, job, hidden_states(t, job));
  if (job.layout.sequence && job.layout.tensor > 1) {
    sent = sent / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
  }
  return sent;
}

/// (p - 1) / (v m) of the ideal time: filling and draining. 1F1B and GPipe have the same. Of
/// zero-bubble schedules only bounds are known.
Expr bubble(Trace& t, const Job& job) {
  if (job.layout.pipeline == 1 || job.plan->micro_batches == 0) return {};
  if (job.request->parallel.schedule == "zero-bubble") return {};
  const auto chunks = static_cast<double>(job.request->parallel.virtual_pipeline);
  const Expr filled =
      t.symbol(Symbol::PipelineStages, static_cast<double>(job.layout.pipeline)) - t.literal(1);
  const Expr count = t.symbol(Symbol::MicroBatches, job.plan->micro_batches);
  return chunks == 1 ? filled / count : filled / (t.symbol(Symbol::StageChunks, chunks) * count);
}

}  // namespace

void training_traffic(Trace& t, const Job& job, SpeedValues& values) {
  values.add({SpeedId::DataSent, data_parallel_bytes(t, job), {Source::Zero2019, Source::Count}});
  values.add({SpeedId::TensorSent,
              each_micro_batch(t, job, tensor_parallel_bytes(t, job)),
              {Source::Megatron2022, Source::Count}});
  values.add({SpeedId::StageSent, stage_bytes(t, job), {Source::Megatron2022, Source::Count}});
  const Expr idle = bubble(t, job);
  if (!idle.trace) return;
  values.add({SpeedId::Bubble, idle, {Source::Megatron2022, Source::Count}});
  const Expr again = bubble(t, job);
  values.add({SpeedId::Idle, idle / (t.literal(1) + again), {Source::Megatron2022, Source::Count}});
}

}  // namespace vramscope
