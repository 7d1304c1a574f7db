// Buffers that exist because several devices train together, and copies of the optimizer step.
#include <algorithm>

#include "formulas/formulas.h"

namespace vramscope {
namespace {

/// ZeRO-3 keeps a shard of each layer and gathers a whole one, weights and gradient, to compute
/// with it; prefetching gathers the next one meanwhile. Source: ZeRO section 5.3.
Expr gathered_layers(Trace& t, const Job& job, const Stage& stage) {
  const double embedding = std::max(job.counts.embedding, job.counts.lm_head);
  const Expr largest = t.symbol(Symbol::LargestLayer, std::max(stage.largest_layer, embedding));
  const Expr here =
      job.layout.tensor == 1
          ? largest
          : largest / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
  return here * (t.symbol(Symbol::GatheredLayers, job.engine->gathered_layers) *
                     t.symbol(Symbol::BytesWeight, job.recipe->weights) +
                 t.symbol(Symbol::BytesGradient, job.recipe->gradients));
}

}  // namespace

Expr comm_buffers(Trace& t, const Job& job, const Stage& stage) {
  if (job.layout.data == 1) return {};
  Expr sum;
  if (job.layout.zero == 3) sum = t.sum_item(sum, gathered_layers(t, job, stage));
  if (job.layout.zero > 0 && job.engine->bucket_elements > 0) {
    sum = t.sum_item(sum, 2 * t.symbol(Symbol::BucketElements, job.engine->bucket_elements) *
                              t.symbol(Symbol::BytesGradient, job.recipe->gradients));
  }
  if (job.layout.zero == 0 && job.engine->gradient_buckets) {
    sum = t.sum_item(sum, stage_parameters(t, job, stage) *
                              t.symbol(Symbol::BytesGradient, job.recipe->gradients));
  }
  return sum;
}

Expr step_copies(Trace& t, const Job& job, const Stage& stage) {
  if (!job.engine->step_copies || job.optimizer->states == 0) return {};
  const Expr copies = use(t, *job.engine->step_copies) * stage_parameters(t, job, stage) *
                      t.symbol(Symbol::BytesParameter, job.recipe->state);
  if (job.layout.data == 1 || job.layout.zero == 0) return copies;
  return copies / t.symbol(Symbol::Shards, static_cast<double>(job.layout.data));
}

}  // namespace vramscope
