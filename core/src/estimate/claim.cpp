#include "estimate/claim.h"

#include <algorithm>
#include <cmath>

namespace vramscope {
namespace {

/// Whether a term lies in the pool that the engine divides among sequences.
bool pooled(const Job& job, TermId id) {
  return id == TermId::KvCache ||
         (id == TermId::RecurrentState && job.engine->cache != CacheRule::Exact);
}

/// Bytes of a sequence as long as the engine was told to allow; `sequence`: of the context.
double longest_sequence(const Job& job, const Stage& stage, double sequence) {
  const auto& most = job.request->options.max_model_len;
  if (!most) return sequence;
  Trace quiet(false);
  const Workload one{.context = static_cast<double>(*most), .batch = 1};
  return plus(kv_cache(quiet, job, stage, one), recurrent_state(quiet, job, stage, one)).value;
}

}  // namespace

std::optional<Claim> claim_of(const Job& job, const StageEstimate& e) {
  if (job.training || !job.engine->claims()) return std::nullopt;
  const Stage& stage = job.stages.front();
  const JobDevice& device = job.devices[stage.device];
  Claim claim;
  claim.budget = Bytes::of(std::floor(device.usable.count() * claimed_share(job, device)));
  Trace quiet(false);
  Expr charged = charged_overhead(quiet, job);
  double pool = 0;
  Level beside;
  const auto add = [&](const Level& size) {
    beside.bytes += size.bytes;
    beside.low += size.low;
    beside.high += size.high;
  };
  bool measured = false;
  for (const TermValue& term : e.terms.all()) {
    if (term.place == Place::Host) continue;
    const bool aside = job.version->charged == Charged::Nothing && term.id == TermId::Workspace;
    const bool given = term.sources[0] == Source::GivenByUser;
    if (pooled(job, term.id)) {
      pool += term.size().bytes.count();
    } else if (term.id == TermId::RuntimeOverhead) {
      measured = given;
      if (given) add(term.size());
    } else if (!aside || given) {
      add(term.size());
    }
  }
  if (!measured && charged.trace) {
    add({Bytes::of(rounded_up(charged.value)), Bytes::of(rounded_up(charged.low)),
         Bytes::of(rounded_up(charged.high))});
  }
  // SGLang divides what is free when it starts: the context is gone by then.
  if (job.version->charged == Charged::Nothing && !measured) {
    const Expr gone = claimed_share(job, device) * taken_before_start(quiet, job);
    add({Bytes::of(rounded_up(gone.value)), Bytes::of(rounded_up(gone.low)),
         Bytes::of(rounded_up(gone.high))});
  }
  const auto left = [&](Bytes taken) {
    return Bytes::of(std::max(0.0, claim.budget.count() - taken.count()));
  };
  claim.kv_range = {left(beside.bytes), left(beside.high), left(beside.low)};
  if (const auto& seen = job.request->options.kv_bytes_available) {
    const Bytes bytes = Bytes::of(static_cast<double>(*seen));
    claim.kv_range = {bytes, bytes, bytes};
  }
  claim.kv = claim.kv_range.bytes;
  claim.block_size = job.engine->cache == CacheRule::Vllm
                         ? static_cast<double>(job.request->options.block_size)
                         : 1;
  if (pool > 0) {
    const double sequence = pool / job.workload.batch;
    const double longest = longest_sequence(job, stage, sequence);
    const auto tokens = [&](Bytes bytes) {
      return std::floor(bytes.count() / sequence * job.workload.context);
    };
    claim.max_concurrency = claim.kv.count() / longest;
    claim.kv_tokens = tokens(claim.kv);
    claim.kv_tokens_low = tokens(claim.kv_range.low);
    claim.kv_tokens_high = tokens(claim.kv_range.high);
    claim.blocks = std::floor(claim.kv_tokens / claim.block_size);
  }
  return claim;
}

}  // namespace vramscope
