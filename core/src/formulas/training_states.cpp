// States of training: weights, gradients, what the optimizer keeps, adapters. Bytes a parameter of
// the recipe times parameters, divided by the devices that share them. Exact.
#include <algorithm>

#include "formulas/training.h"

namespace vramscope {
namespace {

/// One kind of number a parameter, with the parameters that have it.
struct Part {
  double bytes = 0;
  double elements = 0;  ///< before any division
  double experts = 0;   ///< of them, in routed experts
  std::string_view which = {};
};

/// Elements on one device: split by tensor parallelism, experts over their own groups.
Expr on_device(Trace& t, const Job& job, const Part& part) {
  const Layout& layout = job.layout;
  const auto degree = static_cast<double>(layout.tensor);
  const bool apart = layout.splits_experts() && part.experts > 0;
  const double dense = apart ? part.elements - part.experts : part.elements;
  Expr sum = t.symbol(Symbol::Parameters, dense, part.which);
  if (layout.tensor > 1) sum = sum / t.symbol(Symbol::TensorParallel, degree);
  if (!apart) return sum;
  return sum + t.symbol(Symbol::Parameters, part.experts, "expert") /
                   t.symbol(Symbol::ExpertParallel,
                            static_cast<double>(layout.expert * layout.tensor_expert));
}

/// The same, divided over the devices that share sharded states. Experts have fewer of those.
Expr sharded(Trace& t, const Job& job, const Part& part, bool shards) {
  const Layout& layout = job.layout;
  const Expr bytes = t.symbol(Symbol::BytesParameter, part.bytes, part.which);
  if (!shards || (layout.shard == 1 && layout.expert_shard == 1)) {
    return bytes * on_device(t, job, part);
  }
  const Expr by = t.symbol(Symbol::Shards, static_cast<double>(layout.shard));
  if (!layout.splits_experts() || part.experts == 0 || layout.expert_shard == layout.shard) {
    return bytes * on_device(t, job, part) / by;
  }
  const Part dense{part.bytes, part.elements - part.experts, 0, part.which};
  const Expr apart =
      t.symbol(Symbol::Parameters, part.experts, "expert") /
      t.symbol(Symbol::ExpertParallel, static_cast<double>(layout.expert * layout.tensor_expert));
  return bytes * on_device(t, job, dense) / by +
         bytes * apart /
             t.symbol(Symbol::Shards, static_cast<double>(layout.expert_shard), "expert");
}

/// With the recipe's own symbol where one kind of number covers everything.
Expr plain_state(Trace& t, const Job& job, const Stage& stage, Symbol symbol, double bytes,
                 bool shards) {
  const TrainingCounts& n = stage.training;
  const bool simple = !job.layout.splits_experts() || n.trained_experts == 0;
  if (!simple) {
    return sharded(t, job, {bytes, n.trained, n.trained_experts, {}}, shards);
  }
  const Expr whole = t.symbol(symbol, bytes) * on_device(t, job, {bytes, n.trained, 0, {}});
  if (!shards || job.layout.shard == 1) return whole;
  return whole / t.symbol(Symbol::Shards, static_cast<double>(job.layout.shard));
}

/// What the optimizer keeps beside the master copy: parts, because embeddings, vectors and layer
/// matrices may be treated differently.
struct Parts {
  std::array<Part, 3> all;
  size_t count = 0;
  void add(double bytes, double elements, double experts, std::string_view which) {
    if (bytes > 0 && elements > 0) all[count++] = {bytes, elements, experts, which};
  }
};

Parts optimizer_parts(const Job& job, const Stage& stage) {
  const TrainingCounts& n = stage.training;
  const Optimizer& o = *job.optimizer;
  const TrainingOptions& asked = job.request->training;
  const double beside = job.recipe->master + (asked.ema ? 4 : 0) + (asked.kahan ? 2 : 0);
  const double state = job.recipe->state;
  const double rest = n.tables + n.small;
  Parts parts;
  switch (o.kind) {
    case StateKind::Plain:
      parts.add(beside + o.states * state, n.trained, n.trained_experts, {});
      break;
    case StateKind::Block8:  // tables are kept in 32 bit, and so are vectors below 4,096 numbers
      parts.add(beside + o.states * kBlock8Bytes, n.matrices, n.trained_experts, "8bit");
      parts.add(beside + o.states * 4, rest, 0, "32bit");
      break;
    case StateKind::Factored:
      parts.add(beside, n.trained, n.trained_experts, {});
      parts.add(4, n.factored + n.small, 0, "factor");
      break;
    case StateKind::Muon:
      parts.add(beside + state, n.matrices, n.trained_experts, "matrix");
      parts.add(beside + 2 * state, rest, 0, "adam");
      break;
    case StateKind::Galore:
      parts.add(beside, n.trained, n.trained_experts, {});
      parts.add(state, n.galore, 0, "low");
      parts.add(2 * state, rest, 0, "adam");
      break;
    case StateKind::OneBlock:  // its fp32 copy too, for the block in turn only
      parts.add(4 + o.states * 4, stage.largest_layer, 0, "block");
      break;
  }
  return parts;
}

}  // namespace

Expr stage_parameters(Trace& t, const Job& job, const Stage& stage) {
  return on_device(t, job, {0, stage.parameters, stage.training.experts, {}});
}

Expr training_weights(Trace& t, const Job& job, const Stage& stage) {
  const TrainingCounts& n = stage.training;
  const bool shards = job.layout.zero == 3;
  if (job.request->training.method != "full") return frozen_weights(t, job, stage);
  const bool simple = !job.layout.splits_experts() || n.experts == 0;
  Expr sum;
  if (simple) {
    sum = t.symbol(Symbol::BytesWeight, job.recipe->weights) * on_device(t, job, {0, n.all, 0, {}});
    if (shards && job.layout.shard > 1) {
      sum = sum / t.symbol(Symbol::Shards, static_cast<double>(job.layout.shard));
    }
  } else {
    sum = sharded(t, job, {job.recipe->weights, n.all, n.experts, {}}, shards);
  }
  return sum;
}

Expr weight_casts(Trace& t, const Job& job, const Stage& stage) {
  // Transformer Engine: the fp8 weights and their transpose, kept over a step's micro-batches.
  const double fp8 = job.plan->fp8_inputs ? 2 : 0;
  const double each = std::max(job.recipe->casts, fp8);
  if (each == 0 || job.plan->adapters || job.plan->frozen) return {};
  const TrainingCounts& n = stage.training;
  return t.symbol(Symbol::BytesActivation, each) *
         on_device(t, job, {0, n.linears, n.experts, "linear"});
}

Expr other_models(Trace& t, const Job& job, const Stage& stage) {
  const Objective& objective = job.plan->objective;
  const double models = objective.reference + objective.frozen * job.plan->teacher_share;
  if (models == 0) return {};
  const TrainingCounts& n = stage.training;
  return t.symbol(Symbol::Models, models, "frozen") *
         sharded(t, job, {job.recipe->activations, n.all, n.experts, {}}, job.layout.zero == 3);
}

Expr frozen_weights(Trace& t, const Job& job, const Stage& stage) {
  Expr bytes = stored_weights(t, job, stage, false);
  if (!bytes.trace) return bytes;
  if (job.plan->upcasts) {  // what is not quantised turns from 16 bit into fp32
    bytes =
        bytes + 2 * on_device(t, job, {0, stage.training.upcast, 0, "kept"}) * t.literal(1, kBytes);
  }
  if (job.layout.zero == 3 && job.layout.shard > 1) {
    bytes = bytes / t.symbol(Symbol::Shards, static_cast<double>(job.layout.shard));
  }
  return bytes;
}

Expr gradients(Trace& t, const Job& job, const Stage& stage) {
  if (stage.training.trained == 0) return {};
  if (job.plan->in_backward) {  // the largest one at a time
    return t.symbol(Symbol::BytesGradient, job.recipe->gradients) *
           t.symbol(Symbol::LargestMatrix, stage.training.largest);
  }
  if (job.optimizer->kind == StateKind::OneBlock) {
    return t.symbol(Symbol::BytesGradient, job.recipe->gradients) *
           t.symbol(Symbol::LargestLayer, stage.largest_layer);
  }
  return plain_state(t, job, stage, Symbol::BytesGradient, job.recipe->gradients,
                     job.layout.zero >= 2);
}

Expr head_gradients(Trace& t, const Job& job, const Stage& stage) {
  if (stage.training.trained == 0 || !(job.plan->trained & bit(Module::LmHead))) return {};
  if (stage.training.head == 0) return {};
  return t.symbol(Symbol::BytesGradient, job.recipe->gradients) *
         on_device(t, job, {0, stage.training.head, 0, "head"});
}

Expr optimizer_state(Trace& t, const Job& job, const Stage& stage) {
  if (stage.training.trained == 0) return {};
  const bool shards = job.layout.sharded_optimizer;
  const Parts parts = optimizer_parts(job, stage);
  if (job.optimizer->kind == StateKind::Plain && parts.count == 1) {
    return plain_state(t, job, stage, Symbol::BytesOptimizer, parts.all[0].bytes, shards);
  }
  Expr sum;
  for (size_t i = 0; i < parts.count; ++i) {
    sum = plus(sum, sharded(t, job, parts.all[i], shards));
  }
  return sum;
}

Expr adapter(Trace& t, const Job& job, const Stage& stage, bool with_gradients) {
  const TrainingPlan& plan = *job.plan;
  if (!plan.adapters || stage.training.adapter == 0) return {};
  const double states = job.optimizer->kind == StateKind::Block8
                            ? job.optimizer->states * kBlock8Bytes
                            : job.optimizer->states * plan.adapter_state;
  const double each = plan.adapter_weights + states + (with_gradients ? plan.adapter_gradients : 0);
  Expr bytes = t.symbol(Symbol::BytesParameter, each, "lora") *
               t.symbol(Symbol::AdapterSize, stage.training.adapter);
  if (job.layout.tensor > 1) {
    bytes = bytes / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
  }
  if (job.layout.zero == 3 && job.layout.shard > 1) {
    bytes = bytes / t.symbol(Symbol::Shards, static_cast<double>(job.layout.shard));
  }
  return bytes;
}

}  // namespace vramscope
