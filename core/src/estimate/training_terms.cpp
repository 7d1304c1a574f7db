// A step's phases: the forward pass ends with everything saved; the loss adds the logits; the
// backward pass begins with everything saved and ends with all gradients and one layer; the
// optimizer steps; between steps only states are left. Gradients that are made anew each step are
// not there before the backward pass; accumulated ones and those in flat buffers are.
#include "estimate/training_terms.h"

#include <array>

namespace vramscope {
namespace {

constexpr std::array<std::string_view, 7> kPhases = {
    "forward_end",    "loss",          "backward_last_layer", "backward_first_layer",
    "optimizer_step", "between_steps", "generation"};
constexpr PhaseMask kForwardEnd = 1;
constexpr PhaseMask kLoss = 2;
constexpr PhaseMask kBackwardLast = 4;
constexpr PhaseMask kBackwardFirst = 8;
constexpr PhaseMask kOptimizerStep = 16;
constexpr PhaseMask kGeneration = 64;  // 32: between steps, which no row names alone
constexpr PhaseMask kComputing = kForwardEnd | kLoss | kBackwardLast | kBackwardFirst;

using Sources = std::array<Source, 2>;

Source source_of_workspace(const Job& job) {
  return job.engine->workspace_bytes ? job.engine->workspace_bytes->source : Source::Count;
}

void activation_terms(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                      TermList& list) {
  TermValue term{.id = TermId::Activations,
                 .exactness = Exactness::Bounded,
                 .sources = {Source::Megatron2022, Source::FlashAttention2022}};
  if (job.plan->quantised) {
    term.exactness = Exactness::Empirical;
    term.sources[1] = Source::LitGptRuns;
  }
  const Expr kept = kept_activations(t, job, stage, load);
  const Expr first = activations_first_layer(t, job, stage, load);
  const bool offloads = job.request->training.activation_offload && kept.trace;
  if (offloads) {
    // One layer at a time is on the device; what is saved waits in pinned host memory.
    term.phases = kBackwardLast | kBackwardFirst;
    term.expr = first;
    list.add(term);
    term.phases = kAllPhases;
    term.place = Place::Host;
    term.expr = kept;
    list.add(term);
    term.place = Place::Allocated;
  } else {
    term.phases = kForwardEnd | kLoss;
    term.expr = kept;
    list.add(term);
    term.phases = kBackwardLast;
    term.expr = activations_last_layer(t, job, stage, load);
    list.add(term);
    term.phases = kBackwardFirst;
    term.expr = first;
    list.add(term);
  }
  if (!stage.has_head) return;
  list.add({.id = TermId::Logits,
            .exactness = Exactness::Bounded,
            .phases = kLoss,
            .expr = plus(logits(t, job, load), head_activations(t, job, stage, load)),
            .sources = {Source::HfLogits, Source::Megatron2022}});
}

bool chunked(const Job& job) {
  const std::string& loss = job.request->training.loss;
  return loss == "chunked" || (loss == "auto" && job.plan->trainer.loss == "chunked");
}

void gradient_terms(Trace& t, const Job& job, const Stage& stage, const Sources& recipe,
                    TermList& list) {
  TermValue term{.id = TermId::Gradients, .sources = recipe};
  term.expr = gradients(t, job, stage);
  if (!term.expr.trace) return;
  if (job.plan->gradients_stay) {
    list.add(term);
    return;
  }
  term.phases =
      job.plan->in_backward ? kBackwardFirst | kBackwardLast : kBackwardFirst | kOptimizerStep;
  list.add(term);
  const Expr head = head_gradients(t, job, stage);
  if (!head.trace) return;
  // A chunked loss makes the head's gradient chunk by chunk: the sum so far and the newest.
  if (chunked(job) && stage.has_head) {
    term.phases = kLoss;
    term.expr = 2 * head;
    list.add(term);
  }
  if (job.plan->in_backward) return;
  term.phases = kBackwardLast;
  term.expr = head;
  list.add(term);
}

/// The optimizer's states, where they are: on the device, or a fraction of them in host memory.
void state_terms(Trace& t, const Job& job, const Stage& stage, const Sources& recipe,
                 TermList& list) {
  const OffloadOptions& offload = job.request->training.offload;
  const Expr states = optimizer_state(t, job, stage);
  TermValue term{.id = TermId::OptimizerState, .expr = states, .sources = recipe};
  if (!states.trace) return;
  if (offload.optimizer == "none" && !job.optimizer->paged) {
    list.add(term);
    return;
  }
  const double away = job.optimizer->paged ? 1 : offload.fraction;
  if (away < 1) {
    term.expr = t.symbol(Symbol::OffloadShare, 1 - away, "device") * states;
    list.add(term);
  }
  if (away > 0) {
    term.expr = away < 1 ? t.symbol(Symbol::OffloadShare, away, "host") * states : states;
    term.place = offload.optimizer == "nvme" ? Place::Nvme : Place::Host;
    list.add(term);
  }
}

void weight_terms(Trace& t, const Job& job, const Stage& stage, const Sources& recipe,
                  TermList& list) {
  const std::string& where = job.request->training.offload.parameters;
  TermValue term{.id = TermId::Weights, .expr = training_weights(t, job, stage), .sources = recipe};
  const Expr casts = weight_casts(t, job, stage);
  if (where != "none") {
    term.place = where == "nvme" ? Place::Nvme : Place::Host;
    list.add(term);
    term.place = Place::Allocated;
    term.expr = {};
  }
  if (!casts.trace) {
    list.add(term);
    return;
  }
  // The copies live from the forward pass to the end of the backward pass.
  TermValue with_casts = term;
  with_casts.expr = plus(term.expr, casts);
  with_casts.phases = kComputing;
  list.add(with_casts);
  term.phases = static_cast<PhaseMask>(~kComputing);
  list.add(term);
}

void adapter_terms(Trace& t, const Job& job, const Stage& stage, TermList& list) {
  TermValue term{.id = TermId::Adapter, .sources = {Source::Qlora2023, job.recipe->source}};
  term.expr = adapter(t, job, stage, true);
  if (job.plan->gradients_stay) return list.add(term);
  term.phases = kBackwardFirst | kOptimizerStep;
  list.add(term);
  term.phases = static_cast<PhaseMask>(~(kBackwardFirst | kOptimizerStep));
  term.expr = adapter(t, job, stage, false);
  list.add(term);
}

/// Models beside the policy: those that train have states and activations of their own, frozen
/// ones 16-bit weights.
void add_models(Trace& t, const Job& job, const Stage& stage, TermList& list) {
  const Objective& objective = job.plan->objective;
  const Expr frozen = other_models(t, job, stage);
  bool placed = !frozen.trace;
  for (TermValue& term : list.all()) {
    const bool shared =
        term.id == TermId::Logits || term.id == TermId::CommBuffers || term.id == TermId::Workspace;
    if (objective.trained > 0 && !shared) {
      term.expr = t.symbol(Symbol::Models, 1 + objective.trained, "trained") * term.expr;
    }
    if (frozen.trace && term.id == TermId::Weights && term.place == Place::Allocated) {
      term.expr = term.expr + frozen;
      placed = true;
    }
  }
  if (!placed) list.add({.id = TermId::Weights, .expr = frozen, .sources = {Source::Trl}});
}

}  // namespace

std::span<const std::string_view> training_phases(const Job& job) {
  const std::span<const std::string_view> all = kPhases;
  return job.plan->objective.generates ? all : all.first(kBetweenStepsPhase + 1);
}

void training_terms(Trace& t, const Job& job, const Stage& stage, const Workload& load,
                    TermList& list) {
  const bool own_base = job.request->training.method != "full";
  const Sources recipe = {job.recipe->source, Source::Zero2019};
  weight_terms(t, job, stage, own_base ? Sources{Source::HfConfig, job.weights->source} : recipe,
               list);
  activation_terms(t, job, stage, load, list);
  gradient_terms(t, job, stage, recipe, list);
  state_terms(t, job, stage, recipe, list);
  adapter_terms(t, job, stage, list);
  add_models(t, job, stage, list);
  if (job.plan->objective.generates) {
    list.add({.id = TermId::KvCache,
              .exactness = Exactness::Bounded,
              .phases = kGeneration,
              .expr = kv_cache(t, job, stage, load),
              .sources = {Source::Trl, Source::Count}});
  }
  list.add(
      {.id = TermId::CommBuffers,
       .exactness = Exactness::Bounded,
       .phases = kComputing,
       .expr = comm_buffers(t, job, stage),
       .sources = {job.engine->bucket_elements > 0 ? Source::DeepSpeedConfig : Source::TorchDdp,
                   Source::Zero2019}});
  list.add({.id = TermId::Workspace,
            .exactness = Exactness::Empirical,
            .phases = kOptimizerStep,
            .expr = step_copies(t, job, stage),
            .sources = {Source::TorchAdamW, Source::Count}});
  list.add({.id = TermId::Workspace,
            .exactness = Exactness::Empirical,
            .expr = training_workspace(t, job),
            .sources = {source_of_workspace(job), Source::Count}});
}

}  // namespace vramscope
