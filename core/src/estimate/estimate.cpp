#include "estimate/estimate.h"

#include <algorithm>

#include "estimate/training_terms.h"

namespace vramscope {
namespace {

constexpr std::array<std::string_view, 1> kServing = {"run"};
constexpr std::array<std::string_view, 2> kServingSteps = {"prefill", "decode"};
constexpr PhaseMask kPrefill = 1;
constexpr PhaseMask kDecode = 2;

std::array<Source, 2> cache_sources(const Job& job) {
  const bool latent = job.spec->groups.front().latent.has_value();
  const Source kind = latent ? Source::Mla2024 : Source::Gqa2023;
  switch (job.engine->cache) {
    case CacheRule::LlamaCpp:
      return {kind, Source::LlamaCppKv};
    case CacheRule::Vllm:
      return {kind, Source::VllmKv};
    case CacheRule::Mlx:
      return {kind, Source::MlxRuns};
    case CacheRule::Sglang:
      return {kind, Source::SglangServer};
    case CacheRule::Exllama:
      return {kind, Source::Exllama};
    case CacheRule::Exact:
    case CacheRule::Transformers:
      return {kind, Source::Mistral2023};
  }
  return {};
}

std::array<Source, 2> state_sources(const Job& job) {
  const Source engine = cache_sources(job)[1];
  return {Source::Mamba2023, engine == Source::Mistral2023 ? Source::HfCache : engine};
}

bool cache_beside_layers(const Job& job) {
  return job.engine->cache != CacheRule::LlamaCpp || job.request->options.kv_offload;
}

Source workspace_source(const Job& job) {
  switch (job.engine->workspace) {
    case WorkspaceRule::LlamaCpp:
      return Source::LlamaCppGraph;
    case WorkspaceRule::Transformers:
      return Source::QwenSpeed;
    case WorkspaceRule::Mlx:
      return Source::MlxRuns;
    case WorkspaceRule::Sglang:
      return Source::SglangServer;
    case WorkspaceRule::Litgpt:
      return Source::LitgptRuns;
    case WorkspaceRule::Exllama:
      return Source::Exllama;
    case WorkspaceRule::Vllm:
    case WorkspaceRule::None:
      return Source::VllmProfile;
  }
  return Source::Count;
}

/// The drafting model has weights, cache and state of its own; on the first device where layers are
/// spread, cut like the model where matrices are.
const DraftModel* draft_on(const Job& job, const Stage& stage) {
  return job.draft && stage.index == 0 && !job.draft->job.stages.empty() ? job.draft.get()
                                                                         : nullptr;
}

/// Cache and state while `load` is alive.
void cache_terms(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                 PhaseMask phases, TermList& list) {
  Expr cache = kv_cache(t, job, stage, load);
  Expr state = recurrent_state(t, job, stage, load);
  if (const DraftModel* draft = draft_on(job, stage)) {
    const Stage& own = draft->job.stages.front();
    cache = plus(cache, kv_cache(t, draft->job, own, load));
    state = plus(state, recurrent_state(t, draft->job, own, load));
  }
  list.add({.id = TermId::KvCache, .phases = phases, .expr = cache, .sources = cache_sources(job)});
  list.add({.id = TermId::RecurrentState,
            .phases = phases,
            .expr = state,
            .sources = state_sources(job)});
}

/// Weights on the device, with the files that lie beside the model's.
Expr device_weights(Trace& t, const Job& job, const Stage& stage) {
  Expr weights = stored_weights(t, job, stage, false);
  weights = plus(weights, padded_experts(t, job, stage));
  const uint64_t projector = job.request->options.mmproj_bytes;
  if (projector > 0 && stage.index == 0 && job.engine->cache == CacheRule::LlamaCpp) {
    weights = plus(weights, t.symbol(Symbol::GivenBytes, static_cast<double>(projector), "mmproj"));
  }
  if (const DraftModel* draft = draft_on(job, stage)) {
    weights = plus(weights, stored_weights(t, draft->job, draft->job.stages.front(), false));
  }
  return weights;
}

void serving_terms(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                   TermList& list) {
  const Expr weights = device_weights(t, job, stage);
  list.add({.id = TermId::Weights,
            .exactness = weights.ranged() ? Exactness::Bounded : Exactness::Exact,
            .expr = weights,
            .sources = {Source::HfConfig, job.weights->source}});
  list.add({.id = TermId::Adapter,
            .exactness = job.layout.tensor > 1 ? Exactness::Bounded : Exactness::Exact,
            .expr = adapters(t, job, stage),
            .sources = {Source::Lora2021, Source::Count}});
  const bool graph = job.engine->workspace == WorkspaceRule::LlamaCpp;
  const bool copied = job.on_cpu || stage.host_experts > 0;  // by a rule of thumb
  TermValue space{.id = TermId::Workspace,
                  .exactness = graph && !copied ? Exactness::Bounded : Exactness::Empirical,
                  .sources = {workspace_source(job), Source::Count}};
  const std::optional<double> prompt = prompt_tokens(job, load);
  if (!prompt) {
    if (cache_beside_layers(job)) cache_terms(t, job, stage, load, kAllPhases, list);
    space.expr = workspace(t, job, stage, load);
    return list.add(space);
  }
  Workload read = load;
  read.context = *prompt;
  cache_terms(t, job, stage, read, kPrefill, list);
  cache_terms(t, job, stage, load, kDecode, list);
  space.phases = kPrefill;
  space.sources = {Source::HfPrefill, Source::Count};
  space.expr = prefill_workspace(t, job, stage, load);
  list.add(space);
  space.phases = kDecode;
  space.sources = {workspace_source(job), Source::Count};
  space.expr = workspace(t, job, stage, load);
  list.add(space);
}

/// What lies in CPU memory: what the stage keeps there itself and, counted with the first stage,
/// what of the layers that stayed there.
void host_terms(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                TermList& list) {
  const Stage* layers = job.on_cpu && stage.index == 0 ? &*job.on_cpu : nullptr;
  const bool beside = cache_beside_layers(job);
  Expr weights = stored_weights(t, job, stage, true);
  Expr cache = beside ? Expr{} : kv_cache(t, job, stage, load);
  Expr state = beside ? Expr{} : recurrent_state(t, job, stage, load);
  if (layers) {
    weights = plus(weights, stored_weights(t, job, *layers, false));
    cache = plus(cache, kv_cache(t, job, *layers, load));
    state = plus(state, recurrent_state(t, job, *layers, load));
  }
  const auto add = [&](TermId id, const Expr& expr, std::array<Source, 2> sources) {
    const Exactness known = expr.ranged() ? Exactness::Bounded : Exactness::Exact;
    list.add(
        {.id = id, .place = Place::Host, .exactness = known, .expr = expr, .sources = sources});
  };
  add(TermId::Weights, weights, {Source::HfConfig, job.weights->source});
  add(TermId::KvCache, cache, cache_sources(job));
  add(TermId::RecurrentState, state, state_sources(job));
  add(TermId::Workspace, host_workspace(t, job, stage, load),
      {Source::LlamaCppGraph, Source::Count});
}

/// Terms that can have a row in this task.
bool belongs(TermId id, bool training) {
  switch (id) {
    case TermId::Weights:
    case TermId::Workspace:
    case TermId::CommBuffers:
    case TermId::RuntimeOverhead:
      return true;
    case TermId::KvCache:
    case TermId::RecurrentState:
      return !training;
    case TermId::Activations:
    case TermId::Logits:
    case TermId::Gradients:
    case TermId::OptimizerState:
    case TermId::Adapter:
      return training || id == TermId::Adapter;
  }
  return false;
}

/// A measured figure replaces every row of its term; where the engine has none, it makes one.
void apply_overrides(Trace& t, const Job& job, TermList& list) {
  for (const Override& given : job.request->overrides) {
    TermValue measured{
        .id = given.term,
        .place = given.term == TermId::RuntimeOverhead ? Place::Device : Place::Allocated,
        .expr = t.symbol(Symbol::GivenBytes, given.bytes.count()),
        .sources = {Source::GivenByUser, Source::Count}};
    bool found = false;
    for (TermValue& term : list.all()) {
      if (term.id != given.term || !on_card(term.place)) continue;
      measured.phases = term.phases;
      term = measured;
      found = true;
    }
    if (!found && belongs(given.term, job.training)) list.add(measured);
  }
}

void add_to(Level& level, const Level& more) {
  level.bytes += more.bytes;
  level.low += more.low;
  level.high += more.high;
}

void sum_phases(const Job& job, StageEstimate& e) {
  const size_t phases = phase_ids(job).size();
  for (const TermValue& term : e.terms.all()) {
    const Level size = term.size();
    if (term.place == Place::Host) e.host += size.bytes;
    if (term.place == Place::Nvme) e.nvme += size.bytes;
    if (term.place != Place::Allocated) continue;
    for (size_t p = 0; p < phases; ++p) {
      if (term.phases & (1u << p)) add_to(e.phases[p], size);
    }
  }
  for (size_t p = 0; p < phases; ++p) {
    if (e.phases[p].bytes > e.phases[e.peak].bytes) e.peak = p;
    e.allocated.bytes = std::max(e.allocated.bytes, e.phases[p].bytes);
    e.allocated.low = std::max(e.allocated.low, e.phases[p].low);
    e.allocated.high = std::max(e.allocated.high, e.phases[p].high);
  }
}

/// The citation of a coefficient that may not be there.
Source source_of(const Coefficient* row) { return row ? row->source : Source::Count; }

/// Gradients that are not alive at the peak, but whose blocks the allocator keeps: other sizes do
/// not fit in them.
Level cached_between(const Job& job, const StageEstimate& e) {
  Level most, now;
  if (!job.training || !job.engine->slack) return most;
  for (const TermValue& term : e.terms.all()) {
    if (term.id != TermId::Gradients || term.place != Place::Allocated) continue;
    const Level size = term.size();
    if (size.high > most.high) most = size;
    if (term.phases & (1u << e.peak)) now = size;
  }
  most.bytes = most.bytes - now.bytes;
  most.high = most.high - now.high;
  most.low = Bytes();
  return most;
}

/// What stands beside the live tensors. Follows from them, so it comes last.
void add_overhead(Trace& t, const Job& job, StageEstimate& e) {
  const Engine& engine = *job.engine;
  TermValue overhead{.id = TermId::RuntimeOverhead,
                     .place = Place::Device,
                     .exactness = Exactness::Empirical,
                     .expr = runtime_overhead(t, job, e.allocated, cached_between(job, e)),
                     .sources = {source_of(engine.context),
                                 source_of(engine.graphs ? engine.graphs : engine.slack)}};
  for (const TermValue& term : e.terms.all()) {  // a measured figure stands for all of it
    if (term.id == TermId::RuntimeOverhead) return add_to(e.device, term.size());
  }
  if (!overhead.expr.trace) return;
  add_to(e.device, overhead.size());
  e.terms.add(overhead);
}

Level with_slack(Level allocated, const Level& cached, const Coefficient* slack) {
  if (!slack) return allocated;
  const auto scaled = [](Bytes bytes, double factor) {
    return Bytes::of(rounded_up(bytes.count() * factor));
  };
  allocated = {scaled(allocated.bytes, slack->value), scaled(allocated.low, slack->low),
               scaled(allocated.high, slack->high)};
  add_to(allocated, cached);
  return allocated;
}

}  // namespace

std::span<const std::string_view> phase_ids(const Job& job) {
  if (job.training) return training_phases(job);
  if (prompt_tokens(job, job.workload)) return kServingSteps;
  return kServing;
}

StageEstimate estimate_stage(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                             Detail detail) {
  StageEstimate e;
  if (job.training) {
    training_terms(t, job, stage, load, e.terms);
  } else {
    serving_terms(t, job, stage, load, e.terms);
    if (detail == Detail::All) host_terms(t, job, stage, load, e.terms);
  }
  if (!job.request->overrides.empty()) apply_overrides(t, job, e.terms);
  sum_phases(job, e);
  e.reserved = with_slack(e.allocated, cached_between(job, e), slack_of(job));
  e.device = e.allocated;
  add_overhead(t, job, e);
  return e;
}

Verdict verdict_for(const Level& device, Bytes usable) {
  if (device.high <= usable) return Verdict::Fits;
  return device.low > usable ? Verdict::No : Verdict::Tight;
}

bool decides(const Level& first, Bytes first_usable, const Level& second, Bytes second_usable) {
  const Verdict one = verdict_for(first, first_usable);
  const Verdict other = verdict_for(second, second_usable);
  if (one != other) return one > other;
  return first_usable.count() - first.bytes.count() < second_usable.count() - second.bytes.count();
}

Margin margin_of(const Job& job, const Workload& load) {
  Trace trace(false);
  Margin margin;
  bool first = true;
  for (const Stage& stage : job.stages) {
    const StageEstimate e = estimate_stage(trace, job, stage, load, Detail::DeviceOnly);
    const double usable = stage.usable.count();
    const double low = usable - e.device.high.count();
    const double high = usable - e.device.low.count();
    margin.low = first ? low : std::min(margin.low, low);
    margin.high = first ? high : std::min(margin.high, high);
    first = false;
  }
  return margin;
}

}  // namespace vramscope
