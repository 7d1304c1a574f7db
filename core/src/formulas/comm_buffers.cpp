// Buffers that exist because several devices train together, and copies of the optimizer step.
#include <algorithm>

#include "formulas/training.h"

namespace vramscope {
namespace {

constexpr double kSubGroup = 1e9;  // elements; DeepSpeed's sub_group_size

Expr on_tensor_group(Trace& t, const Job& job, const Expr& elements) {
  if (job.layout.tensor == 1) return elements;
  return elements / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
}

/// Bytes of a weight as it is gathered: of a quantised base, its packed form.
double gathered_bytes(const Job& job, const Stage& stage) {
  if (!job.plan->adapters && !job.plan->frozen) {
    return std::min(job.recipe->weights, job.recipe->activations);
  }
  double bytes = 0;
  double elements = 0;
  for (const StorageLine& line : stage.storage) {
    bytes += line_bytes(line);
    elements += line.sharded + line.replicated;
  }
  return elements > 0 ? bytes / elements : job.recipe->activations;
}

/// ZeRO-3 keeps a shard of each layer and gathers a whole one, weights and gradient, to compute
/// with it; prefetching gathers the next one meanwhile. Source: ZeRO section 5.3. FSDP's root
/// group, the table and the head, stays whole through the step.
Expr gathered_layers(Trace& t, const Job& job, const Stage& stage) {
  const Trainer& trainer = job.plan->trainer;
  const bool roots = trainer.gathers_roots;
  double largest = stage.largest_layer;
  if (!roots) largest = std::max({largest, job.counts.embedding, job.counts.lm_head});
  const Expr layer = on_tensor_group(t, job, t.symbol(Symbol::LargestLayer, largest));
  const Expr bytes = t.symbol(Symbol::BytesWeight, gathered_bytes(job, stage), "gathered");
  Expr sum;
  // Stages of a pipeline gather their weights once for all micro-batches and add gradients up
  // whole.
  const bool through_pipeline = trainer.fsdp && job.layout.pipeline > 1;
  const Expr whole = on_tensor_group(t, job, t.symbol(Symbol::Parameters, stage.parameters));
  if (through_pipeline) {
    return (bytes + t.symbol(Symbol::BytesGradient, job.recipe->reduce, "whole")) * whole;
  }
  if (!job.request->training.reshard_after_forward) {
    sum = bytes * whole;
  } else {
    sum = layer * (t.symbol(Symbol::GatheredLayers, trainer.layer_copies) * bytes);
    const double tables = job.counts.embedding + job.counts.lm_head;
    if (roots && tables > 0) {
      sum = sum + bytes * on_tensor_group(t, job, t.symbol(Symbol::Parameters, tables, "root"));
    }
  }
  if (stage.training.trained == 0) return sum;
  return sum + layer * t.symbol(Symbol::BytesGradient, job.recipe->reduce, "whole");
}

/// ZeRO++: a second 16-bit copy, shared by the devices of one node instead of all (hpZ), and the
/// 8-bit numbers of a layer before they are widened (qwZ). Source: arXiv 2306.10209 section 3.
Expr second_partition(Trace& t, const Job& job, const Stage& stage) {
  const TrainingOptions& asked = job.request->training;
  Expr sum;
  if (asked.hpz_partition > 1) {
    const double over =
        std::min(static_cast<double>(asked.hpz_partition), static_cast<double>(job.layout.shard));
    sum = t.symbol(Symbol::BytesWeight, job.recipe->activations, "hpz") *
          on_tensor_group(t, job, t.symbol(Symbol::Parameters, stage.parameters)) /
          t.symbol(Symbol::Shards, over, "hpz");
  }
  if (asked.quantised_weights) {
    sum = plus(sum, on_tensor_group(t, job, t.symbol(Symbol::LargestLayer, stage.largest_layer)) *
                        t.symbol(Symbol::BytesWeight, 1, "qwz"));
  }
  return sum;
}

double given_or(const std::optional<uint64_t>& given, double usual) {
  return given ? static_cast<double>(*given) : usual;
}

/// DeepSpeed's flat buffers. ZeRO-1 and 2 reduce one bucket while the next one fills, and gather
/// updated weights in another; ZeRO-3 may keep parameters of `max_live` elements gathered.
Expr buckets(Trace& t, const Job& job, const Stage& stage) {
  const double usual = job.engine->bucket_elements;
  const BucketOptions& given = job.request->training.buckets;
  const double here = stage.training.trained;
  const auto bucket = [&](double elements, double bytes, std::string_view which) {
    return t.symbol(Symbol::BucketElements, std::min(elements, here), which) *
           t.symbol(Symbol::BytesGradient, bytes);
  };
  const double reduce = given_or(given.reduce, usual);
  const double wire = job.recipe->activations;
  if (job.layout.zero < 3) {
    return bucket(reduce, wire, "reduce") +
           bucket(given_or(given.allgather, usual), wire, "gather");
  }
  Expr sum = bucket(reduce, wire, "reduce");
  // ZeRO++ qgZ: the bucket again in 4 bit, on its way out and in.
  if (job.request->training.quantised_gradients) sum = sum + bucket(reduce, 1, "qgz");
  if (here > 0) {
    const double live = std::min(given_or(given.max_live, 1e9), here);
    const double prefetch = std::min(given_or(given.prefetch, 5e7), here);
    sum = sum + t.ranged(Symbol::BucketElements, 0, live, live + prefetch, "live") *
                    t.symbol(Symbol::BytesWeight, wire);
  }
  return sum;
}

}  // namespace

Expr comm_buffers(Trace& t, const Job& job, const Stage& stage) {
  const Layout& layout = job.layout;
  const bool flat =
      layout.zero > 0 && job.engine->bucket_elements > 0;  // DeepSpeed's, always there
  if (layout.data * layout.context == 1 && !flat) return {};
  Expr sum;
  if (layout.zero == 3 && layout.shard > 1) {
    sum = t.sum_item(sum, gathered_layers(t, job, stage));
    const Expr second = second_partition(t, job, stage);
    if (second.trace) sum = t.sum_item(sum, second);
  }
  if (flat && stage.training.trained > 0) {
    sum = t.sum_item(sum, buckets(t, job, stage));
  }
  if (layout.zero == 0 && job.engine->gradient_buckets && stage.training.trained > 0) {
    sum = t.sum_item(sum,
                     on_tensor_group(t, job, t.symbol(Symbol::Parameters, stage.training.trained)) *
                         t.symbol(Symbol::BytesGradient, job.recipe->gradients));
  }
  return sum;
}

Expr training_workspace(Trace& t, const Job& job) {
  return job.engine->workspace_bytes ? use(t, *job.engine->workspace_bytes) : Expr{};
}

/// DeepSpeed turns gradients into fp32 to step: all of the shard, or in ZeRO-3 a group of 1e9.
Expr wide_gradients(Trace& t, const Job& job, const Stage& stage) {
  const double here = stage.training.trained / static_cast<double>(job.layout.tensor) /
                      static_cast<double>(job.layout.shard);
  if (job.layout.zero == 0 || job.recipe->master == 0 || here == 0) return {};
  if (job.request->training.offload.optimizer != "none") return {};
  const double group = job.layout.zero == 3 ? std::min(here, kSubGroup) : here;
  return t.literal(4, kBytes) * t.symbol(Symbol::BucketElements, group, "step");
}

Expr step_copies(Trace& t, const Job& job, const Stage& stage) {
  if (job.engine->bucket_elements > 0) return wide_gradients(t, job, stage);
  const bool many = job.engine->step_copies && job.request->training.foreach;
  const bool adam = job.optimizer->kind == StateKind::Plain && job.optimizer->states > 0;
  if (!many || !adam || job.plan->in_backward || stage.training.trained == 0) return {};
  const Expr copies =
      use(t, *job.engine->step_copies) *
      on_tensor_group(t, job, t.symbol(Symbol::Parameters, stage.training.trained)) *
      t.symbol(Symbol::BytesParameter, job.recipe->state);
  if (job.layout.shard == 1 || !job.layout.sharded_optimizer) return copies;
  return copies / t.symbol(Symbol::Shards, static_cast<double>(job.layout.shard));
}

}  // namespace vramscope
