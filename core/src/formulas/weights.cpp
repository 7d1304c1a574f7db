#include "formulas/formulas.h"

namespace vramscope {
namespace {

/// Bytes that `elements` take in a format: one factor for plain types, blocks for packed ones.
Expr in_format(Trace& t, const Expr& elements, const Format& format) {
  if (format.elements == 1)
    return elements * t.symbol(Symbol::BytesWeight, format.bytes, format.id);
  return elements * t.symbol(Symbol::BytesBlock, format.bytes, format.id) /
         t.symbol(Symbol::ElementsBlock, format.elements, format.id);
}

Expr line_elements(Trace& t, const Job& job, const StorageLine& line) {
  if (job.layout.tensor == 1) {
    return t.symbol(Symbol::StoredElements, line.sharded + line.replicated, line.format->id);
  }
  const Expr degree = t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
  if (line.sharded == 0) {
    return t.symbol(Symbol::ReplicatedElements, line.replicated, line.format->id);
  }
  const Expr split = t.symbol(Symbol::ShardedElements, line.sharded, line.format->id) / degree;
  if (line.replicated == 0) return split;
  return split + t.symbol(Symbol::ReplicatedElements, line.replicated, line.format->id);
}

/// Routed experts that are spread over devices of their own number.
Expr expert_elements(Trace& t, const Job& job, const StorageLine& line) {
  return t.symbol(Symbol::ExpertElements, line.experts, line.format->id) /
         t.symbol(Symbol::ExpertParallel, static_cast<double>(job.layout.experts_over));
}

/// Adapters are served in 16 bit.
constexpr double kAdapterBytes = 2;

}  // namespace

Expr adapters(Trace& t, const Job& job, const Stage& stage) {
  if (stage.adapters == 0) return {};
  const Expr all = t.symbol(Symbol::AdapterElements, stage.adapters) *
                   t.symbol(Symbol::BytesWeight, kAdapterBytes);
  if (job.layout.tensor == 1) return all;
  // Of the two matrices one is cut and one is kept whole, by the direction of the linear layer.
  const auto degree = static_cast<double>(job.layout.tensor);
  return all * t.ranged(Symbol::AdapterShare, 1 / degree, (1 + 1 / degree) / 2, 1);
}

Expr padded_experts(Trace& t, const Job& job, const Stage& stage) {
  const bool packed = job.weights->id == "mxfp4" || (job.stored && job.stored->format == "mxfp4");
  if (job.engine->cache != CacheRule::Vllm || stage.expert_bytes == 0 || !packed) return {};
  constexpr double kMultiple = 256;
  const auto h = static_cast<double>(job.spec->hidden_size);
  const double more = rounded_up(h / kMultiple) * kMultiple / h - 1;
  if (more == 0) return {};
  const Expr experts = t.symbol(Symbol::GivenBytes, stage.expert_bytes, "experts") /
                       t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
  return use(t, kMxfp4Padding) * t.symbol(Symbol::PaddedShare, more, "256") * experts;
}

Expr stored_weights(Trace& t, const Job& job, const Stage& stage, bool host) {
  if (!host && stage.given_weight_bytes > 0) {
    const Expr given = t.symbol(Symbol::GivenBytes, stage.given_weight_bytes);
    if (job.layout.tensor == 1) return given;
    return given / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
  }
  Expr sum;
  for (const StorageLine& line : stage.storage) {
    if (line.host != host) continue;
    const bool usual = line.sharded + line.replicated > 0;
    if (usual) sum = t.sum_item(sum, in_format(t, line_elements(t, job, line), *line.format));
    if (line.experts > 0) {
      sum = t.sum_item(sum, in_format(t, expert_elements(t, job, line), *line.format));
    }
    if (line.scale_bytes > 0) {
      const Expr scales = t.symbol(Symbol::ScaleBytes, line.scale_bytes, line.format->id);
      const bool split = job.layout.tensor > 1 && line.sharded > 0;
      const auto degree = static_cast<double>(job.layout.tensor);
      sum = t.sum_item(sum, split ? scales / t.symbol(Symbol::TensorParallel, degree) : scales);
    }
  }
  return sum;
}

}  // namespace vramscope
