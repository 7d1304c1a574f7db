#include "estimate/report.h"

#include <algorithm>
#include <cmath>

#include "estimate/advice.h"
#include "estimate/claim.h"
#include "estimate/limits.h"
#include "estimate/training_terms.h"
#include "speed/references.h"
#include "speed/speed.h"
#include "speed/utilisation.h"
#include "tables/formats.h"
#include "vramscope/speed_text.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

/// Copies the nodes of one expression in post order.
int copy_tree(const Trace& trace, int32_t index, std::vector<TreeNode>& tree) {
  if (index < 0) return -1;
  const TraceNode& node = trace.node(index);
  const int left = copy_tree(trace, node.left, tree);
  const int right = copy_tree(trace, node.right, tree);
  tree.push_back(
      {node.op, node.symbol, std::string(node.suffix), node.value, node.dimension, left, right});
  return static_cast<int>(tree.size()) - 1;
}

Term report_term(const Trace& trace, const TermValue& value, Explain explain, bool spec_in_doubt) {
  // Nothing about an architecture that is read as another one is exact.
  const bool bounded = spec_in_doubt && value.exactness == Exactness::Exact;
  Term term{.id = value.id,
            .place = value.place,
            .size = value.size(),
            .exactness = bounded ? Exactness::Bounded : value.exactness};
  for (Source source : value.sources) {
    if (source == Source::Count) continue;
    const std::string_view cited = citation(source);
    if (std::find(term.sources.begin(), term.sources.end(), cited) == term.sources.end()) {
      term.sources.push_back(cited);
    }
  }
  if (explain == Explain::None) return term;
  term.formula = symbolic_line(trace, value.expr);
  term.working = numeric_line(trace, value.expr);
  term.symbols = symbols_of(trace, value.expr);
  if (explain == Explain::Tree) copy_tree(trace, value.expr.node, term.tree);
  return term;
}

struct Fullest {
  size_t stage = 0;
  StageEstimate estimate;
};

/// Devices that hold what this stage holds.
double copies_of(const Job& job, size_t stage) {
  const bool last = stage + 1 == job.stages.size();
  const size_t next = last ? job.stage_count : job.stages[stage + 1].index;
  const size_t folded = next - job.stages[stage].index;
  const size_t each = job.devices.size() / job.stage_count;
  return static_cast<double>(folded * each);
}

/// Adds what `copies` devices hold.
void add_sums(RuleSums& sums, const RuleSums& more, double copies) {
  sums.weights += copies * more.weights;
  sums.states += copies * more.states;
  sums.activations += copies * more.activations;
  sums.device += copies * more.device;
}

/// A rule speaks of one whole model: it stands beside one card that holds all of it, or beside all
/// cards that share it. What a process takes beside is each card's own.
void report_rules(const Job& job, Trace& trace, const StageEstimate& e, RuleSums all,
                  MachineResult& result) {
  const Explain explain = job.request->explain;
  const bool whole = job.devices.size() == 1 || (job.layout.zero == 0 && job.layout.tensor == 1 &&
                                                 job.layout.pipeline == 1 && job.stage_count == 1);
  const RuleSums one = rule_sums(e.terms.all(), e.device);
  all.overhead = one.overhead;
  all.activations /= static_cast<double>(job.layout.data);  // each replica has samples of its own
  const RuleList rules = rules_of_thumb(trace, job, whole ? one : all);
  for (const RuleValue& rule : rules.all()) {
    RuleLine line{.id = rule.id, .bytes = Bytes::of(rounded_up(rule.expr.value))};
    line.ratio_to_estimate = rule.ours > 0 ? rule.expr.value / rule.ours : 0;
    if (explain != Explain::None) {
      line.formula = symbolic_line(trace, rule.expr);
      line.working = numeric_line(trace, rule.expr);
      line.note = say(rule.id, {}, job.request->lang);
    }
    result.rules.push_back(std::move(line));
  }
}

void report_phases(const Job& job, const StageEstimate& e, MachineResult& result) {
  const auto ids = phase_ids(job);
  for (size_t p = 0; p < ids.size(); ++p) {
    Phase phase{.id = ids[p], .allocated = e.phases[p]};
    for (const TermValue& term : e.terms.all()) {
      const bool live = term.place == Place::Allocated && (term.phases & (1u << p)) != 0;
      if (live) phase.terms.push_back({term.id, term.size()});
    }
    result.phases.push_back(std::move(phase));
  }
  result.peak_phase = e.peak;
}

void report_utilisation(const Job& job, Trace& trace, MachineResult& result) {
  for (const UtilisationValue& value : utilisation(trace, job)) {
    result.utilisation.push_back({.id = value.id,
                                  .share = value.share.value,
                                  .formula = symbolic_line(trace, value.share),
                                  .working = numeric_line(trace, value.share),
                                  .note = say(value.id, {}, job.request->lang)});
  }
}

void report_speed(const Job& job, Trace& trace, MachineResult& result) {
  const SpeedValues speed = speed_of(trace, job);
  const Lang lang = job.request->lang;
  result.speed.bound = speed.bound;
  result.speed.definition = speed.definition;
  for (const SpeedValue& value : speed.all()) {
    const Expr& e = value.expr;
    SpeedFigure figure{.id = value.id, .value = e.value, .low = e.low, .high = e.high};
    figure.text = format_speed(value.id, e.value, lang);
    if (e.ranged()) {
      figure.range_text = format_speed_range(value.id, e.low, e.high, lang);
    }
    for (Source source : value.sources) {
      if (source != Source::Count) figure.sources.push_back(citation(source));
    }
    if (job.request->explain != Explain::None) {
      figure.formula = symbolic_line(trace, e);
      figure.working = numeric_line(trace, e);
      figure.symbols = symbols_of(trace, e);
    }
    result.speed.figures.push_back(std::move(figure));
  }
  const SpeedFigure* rate = result.speed.find(SpeedId::TokSPerGpu);
  const Observed& seen = job.request->observed;
  if (job.training && rate && (seen.tokens_per_s_per_gpu || seen.samples_per_s)) {
    result.references = nearest_runs(job, rate->value);
  }
}

/// The list of tensors whose sum the activations are, by the formula's own function.
void report_saved_tensors(const Job& job, const Stage& stage, MachineResult& result) {
  Trace trace(false);
  const double tokens = device_tokens(trace, job, job.workload).value;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const LayerGroup& group = job.spec->groups[i];
    for (const SavedTensor& line : kept_tensors(job, group)) {
      const Expr each = bytes_of(trace, job, group, job.workload, {&line, 1});
      if (!each.trace) continue;
      result.saved_tensors.push_back(
          {.id = line.id,
           .layers = stage.group_layers[i],
           .bytes_a_token = each.value,
           .bytes = Bytes::of(rounded_up(each.value * tokens * stage.group_layers[i]))});
    }
  }
}

/// A card with another memory size says so.
std::string name_of(const JobDevice& device) {
  std::string name(device.spec->name);
  const std::optional<double>& gib = device.choice->memory_gib;
  const bool named = device.choice->own && !device.choice->own->name.empty();
  if (gib && !named) name += " (" + format_number(*gib) + " GiB)";
  return name;
}

void report_devices(const Job& job, MachineResult& result) {
  for (const JobDevice& device : job.devices) {
    if (!result.devices.empty() && result.devices.back().id == device.spec->id &&
        result.devices.back().usable == device.usable) {
      ++result.devices.back().count;
      continue;
    }
    result.devices.push_back({std::string(device.spec->id), name_of(device), 1, device.usable});
  }
}

/// What no way to divide the work makes smaller: where it is more than all cards have, say so.
void warn_of_states(const Job& job, Trace& t, MachineResult& result) {
  const bool full = job.training && job.request->training.method == "full";
  if (!full || result.verdict != Verdict::No) return;
  const Recipe& recipe = *job.recipe;
  const double each =
      recipe.weights + recipe.gradients + recipe.master + job.optimizer->states * recipe.state;
  const Expr states =
      t.symbol(Symbol::BytesParameter, each) * t.symbol(Symbol::Parameters, job.counts.total);
  double memory = 0;
  for (const JobDevice& device : job.devices) memory += device.usable.count();
  if (states.value <= memory || memory <= 0) return;
  // LoRA leaves the base, which 4 bits a number can hold.
  const double quantised = job.counts.total * find_format("nf4-dq")->bits_per_element() / 8;
  const double gpus = rounded_up(states.value / (memory / static_cast<double>(job.devices.size())));
  result.warnings.push_back({"training",
                             "training_needs_more",
                             {{"states", format_bytes(Bytes::of(states.value), Units::Gib)},
                              {"memory", format_bytes(Bytes::of(memory), Units::Gib)},
                              {"gpus", format_number(gpus)},
                              {"quantised", format_bytes(Bytes::of(quantised), Units::Gib)}}});
}

/// What a rank holds at its peak.
std::vector<PhaseTerm> live_terms(const StageEstimate& e) {
  std::vector<PhaseTerm> live;
  for (const TermValue& term : e.terms.all()) {
    const bool now = (term.phases & (1u << e.peak)) != 0;
    if (now && term.place != Place::Host) live.push_back({term.id, term.size()});
  }
  return live;
}

/// CPU memory: weights are pages of the file where it is mapped; buffers that the card reads from
/// are pinned.
void add_host(const Job& job, const StageEstimate& e, MachineResult& result) {
  const bool llama_cpp = job.engine->cache == CacheRule::LlamaCpp;
  for (const TermValue& term : e.terms.all()) {
    if (term.place != Place::Host) continue;
    const Bytes bytes = term.size().bytes;
    const bool pinned = llama_cpp && term.id == TermId::Workspace;
    (pinned ? result.host_pinned : result.host_pageable) += bytes;
    const bool mapped =
        llama_cpp && term.id == TermId::Weights && job.request->options.mmap && !job.training;
    if (mapped) result.host_mapped += bytes;
  }
}

void add_host_terms(const StageEstimate& from, StageEstimate& to) {
  for (const TermValue& term : from.terms.all()) {
    if (on_card(term.place)) continue;
    const auto all = to.terms.all();
    const auto same = std::find_if(all.begin(), all.end(), [&](const TermValue& other) {
      return other.id == term.id && other.place == term.place;
    });
    if (same != all.end()) {
      same->expr = same->expr + term.expr;
    } else {
      to.terms.add(term);
    }
  }
}

}  // namespace

MachineResult report_machine(const Job& job) {
  MachineResult result;
  const Explain explain = job.request->explain;
  Trace trace(explain != Explain::None);
  Fullest fullest;
  double total = 0;
  RuleSums sums;
  for (size_t i = 0; i < job.stages.size(); ++i) {
    const Stage& stage = job.stages[i];
    StageEstimate e = estimate_stage(trace, job, stage, job.workload);
    total += e.device.bytes.count() * copies_of(job, i);
    add_sums(sums, rule_sums(e.terms.all(), e.device), copies_of(job, i));
    if (job.training) {  // each device has its own share, in pinned memory
      result.host_pinned += Bytes::of(e.host.count() * copies_of(job, i));
      result.nvme += Bytes::of(e.nvme.count() * copies_of(job, i));
    } else {
      add_host(job, e, result);
    }
    if (job.stages.size() > 1) {
      result.per_rank.push_back(
          {.rank = stage.device,
           .device = std::string(job.devices[stage.device].spec->id),
           .name = std::string(job.devices[stage.device].spec->name),
           .copies = static_cast<uint64_t>(copies_of(job, i)),
           .usable = stage.usable,
           .allocated = e.allocated,
           .device_total = e.device,
           .between_steps = e.phases[job.training ? kBetweenStepsPhase : phase_ids(job).size() - 1],
           .layers = stage.layers,
           .terms = live_terms(e)});
    }
    if (i == 0) {
      fullest = {i, e};
      continue;
    }
    // What lies in CPU memory is shown whichever device is shown.
    StageEstimate& shown = fullest.estimate;
    if (decides(e.device, stage.usable, shown.device, job.stages[fullest.stage].usable)) {
      add_host_terms(shown, e);
      fullest = {i, e};
    } else {
      add_host_terms(e, shown);
    }
  }
  const StageEstimate& e = fullest.estimate;
  report_devices(job, result);
  result.usable = job.stages[fullest.stage].usable;
  const bool in_doubt = job.spec->generic || !job.spec->not_read.empty();
  for (const TermValue& term : e.terms.all()) {
    const bool live = (term.phases & (1u << e.peak)) != 0;
    if (live) result.terms.push_back(report_term(trace, term, explain, in_doubt));
  }
  result.allocated = e.allocated;
  result.reserved = e.reserved;
  result.device = e.device;
  result.total_over_devices = Bytes::of(total);
  report_phases(job, e, result);
  result.verdict = verdict_for(e.device, result.usable);
  result.spare = result.usable - e.device.bytes;
  result.max_context = max_context(job);
  result.max_batch = max_batch(job);
  result.min_gpus = min_gpus(job);
  result.claim = claim_of(job, e);
  if (job.training && explain != Explain::None) {
    report_saved_tensors(job, job.stages[fullest.stage], result);
  }
  if (explain != Explain::None && result.verdict != Verdict::Fits) {
    result.advice = advise(job, e.device);
  }
  report_rules(job, trace, e, sums, result);
  report_speed(job, trace, result);
  report_utilisation(job, trace, result);
  result.warnings = job.warnings;
  warn_of_states(job, trace, result);
  if (trace.dimension_error()) result.warnings.push_back({"", "dimension_error", {}});
  return result;
}

ModelSummary summarise_model(const Job& job) {
  const ModelSpec& spec = *job.spec;
  ModelSummary summary{.id = spec.id,
                       .name = spec.name,
                       .family = spec.family,
                       .parameters = job.counts.total,
                       .active_parameters = job.counts.active,
                       .stored_elements = job.counts.stored(),
                       .layers = spec.num_hidden_layers(),
                       .max_context = spec.max_position_embeddings};
  const auto element_of = [](const Format& format) {
    return static_cast<double>(format.bytes) / format.elements;
  };
  const double element = (element_of(*job.kv_key) + element_of(*job.kv_value)) / 2;
  for (const LayerGroup& group : spec.groups) {
    const CachedElements cached = cached_elements(spec, group);
    const double bytes = element * static_cast<double>(group.count);
    summary.kv_bytes_per_token += bytes * cached.a_token;
    summary.fixed_state_bytes_per_sequence += bytes * cached.a_sequence;
  }
  return summary;
}

}  // namespace vramscope
