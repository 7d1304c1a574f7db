// Activations: the lines of saved_tensors.cpp, times tokens, layers and micro-batches in flight.
// Bounded: frameworks fuse differently.
#include <algorithm>

#include "formulas/training.h"

namespace vramscope {
namespace {

/// An encoder of fixed length (Whisper) sees that many tokens whatever is written.
Expr tokens_of(Trace& t, const Job& job, const LayerGroup& group, const Workload& load) {
  if (!group.encoder || job.spec->encoder_tokens == 0) return device_tokens(t, job, load);
  return t.symbol(Symbol::MicroBatch, load.batch) *
         t.symbol(Symbol::EncoderTokens, static_cast<double>(job.spec->encoder_tokens));
}

Expr hidden(Trace& t, const Job& job) {
  return t.symbol(Symbol::Hidden, static_cast<double>(job.spec->hidden_size));
}

Expr tensor_degree(Trace& t, const Job& job) {
  return t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
}

/// Feed-forward numbers of a token: of the experts it goes to and of those it always uses.
Expr ffn_width(Trace& t, const Ffn& ffn) {
  Expr width = t.symbol(Symbol::FfnSize, static_cast<double>(ffn.intermediate_size));
  if (ffn.num_experts == 0) return width;
  width = t.symbol(Symbol::ExpertsPerToken, static_cast<double>(ffn.num_experts_per_tok)) * width;
  const uint64_t always = ffn.shared_intermediate_size + ffn.dense_intermediate_size;
  if (always > 0) width = width + t.symbol(Symbol::SharedFfn, static_cast<double>(always));
  return width;
}

/// What the mixers of a layer keep beside plain attention: rebuilt keys and values of latent
/// attention, projections and gates of a recurrent block, queries and outputs of cross-attention.
uint64_t other_mixers(const LayerGroup& group) {
  uint64_t kept = 0;
  if (const auto& a = group.latent) {
    kept += a->q_lora_rank + a->cached() + 2 * a->q_size() + 2 * a->o_size();
  }
  if (const auto& a = group.compressed) kept += 2 * (a->q_lora_rank + a->q_size() + a->head_dim);
  if (const auto& r = group.recurrent) {
    kept += 2 * r->conv_channels() + 2 * std::max(r->inner_size, r->num_heads * r->head_dim);
  }
  if (group.cross) kept += 2 * group.cross->q_size() + 2 * group.cross->k_size();
  return kept;
}

/// Rank times the projections that have an adapter.
double adapter_width(const Job& job, const LayerGroup& group) {
  double projections = 0;
  for (uint32_t targets = job.plan->targets; targets > 0; targets &= targets - 1) ++projections;
  // Names stand for fused and separate, gated and shared projections; a layer has at most these.
  const double most = (group.attention ? 4 : group.latent ? 5 : 2) + (group.ffn ? 3 : 0);
  return job.plan->rank * std::min(projections, most);
}

Expr width_of(Trace& t, const Job& job, const LayerGroup& group, const Workload& load,
              Width width) {
  const auto heads = static_cast<double>(group.num_attention_heads());
  switch (width) {
    case Width::Hidden:
      return hidden(t, job);
    case Width::Query:
      return t.symbol(Symbol::QuerySize, static_cast<double>(group.attention->q_size()));
    case Width::Key:
      return t.symbol(Symbol::KvSize, static_cast<double>(group.attention->k_size()));
    case Width::Value:
      return t.symbol(Symbol::KvSize, static_cast<double>(group.attention->v_size()));
    case Width::Ffn:
      return ffn_width(t, *group.ffn);
    case Width::Routed:
      return t.symbol(Symbol::ExpertsPerToken,
                      static_cast<double>(group.ffn->num_experts_per_tok)) *
             hidden(t, job);
    case Width::Mixer: {
      const uint64_t kept = other_mixers(group);
      return kept > 0 ? t.symbol(Symbol::MixerSize, static_cast<double>(kept)) : Expr{};
    }
    case Width::Heads:
      return t.symbol(Symbol::Heads, heads);
    case Width::Scores:
      return t.symbol(Symbol::Heads, heads) * t.symbol(Symbol::SequenceLength, load.context);
    case Width::Experts:
      return t.symbol(Symbol::Experts, static_cast<double>(group.ffn->num_experts));
    case Width::Rank:
      return t.symbol(Symbol::AdapterSize, adapter_width(job, group), "token");
  }
  return {};
}

/// Lines of one cell that are divided alike, with equal widths brought together.
Expr cells(Trace& t, const Job& job, const LayerGroup& group, const Workload& load,
           std::span<const SavedTensor> saved, Cell cell, bool split, bool quantised) {
  constexpr size_t kWidths = static_cast<size_t>(Width::Rank) + 1;
  std::array<double, kWidths> counts{};
  for (const SavedTensor& line : saved) {
    if (line.cell != cell || line.split != split || line.quantised != quantised) continue;
    counts[static_cast<size_t>(line.width)] += line.count;
  }
  if (group.attention && group.attention->k_size() == group.attention->v_size()) {
    counts[static_cast<size_t>(Width::Key)] += counts[static_cast<size_t>(Width::Value)];
    counts[static_cast<size_t>(Width::Value)] = 0;
  }
  Expr sum;
  for (size_t i = 0; i < kWidths; ++i) {
    if (counts[i] == 0) continue;
    const Expr width = width_of(t, job, group, load, static_cast<Width>(i));
    if (!width.trace) continue;
    sum = plus(sum, counts[i] == 1 ? width : counts[i] * width);
  }
  return sum;
}

double cell_bytes(const Job& job, Cell cell) {
  return cell == Cell::Activation ? job.recipe->activations : cell == Cell::Fp32 ? 4 : 1;
}

Expr cell_symbol(Trace& t, const Job& job, Cell cell) {
  const double bytes = cell_bytes(job, cell);
  return cell == Cell::Activation ? t.symbol(Symbol::BytesActivation, bytes)
                                  : t.literal(bytes, kBytes);
}

/// Layers of a group that keep only their input: every k-th.
double recomputed_layers(const Job& job, double layers) {
  const auto every = static_cast<double>(job.request->training.recompute_every);
  if (job.request->training.recompute != "full") return 0;
  return rounded_up(layers / every);
}

/// Micro-batches whose tensors a stage keeps at once, in units of all its layers. One forward, one
/// backward: the stages after it, and one; fewer where a step has fewer. Interleaved: chunks of
/// the warm-up, ((v - 1) p + 2 (p - r - 1) + 1) / v. Source: Megatron schedules, arXiv 2104.04473.
double in_flight(const Job& job, const Stage& stage) {
  const auto p = static_cast<double>(job.layout.pipeline);
  const auto r = static_cast<double>(stage.index);
  const auto v = static_cast<double>(job.request->parallel.virtual_pipeline);
  const double all = job.plan->micro_batches;
  if (p == 1) return 1;
  const std::string& schedule = job.request->parallel.schedule;
  if (schedule == "gpipe") return all > 0 ? all : p;
  double held = v > 1 ? ((v - 1) * p + 2 * (p - r - 1) + 1) / v : p - r;
  // Zero-bubble schedules start as many on every stage.
  if (schedule == "zero-bubble") held = p;
  return all > 0 ? std::min(held, all) : held;
}

Expr times_in_flight(Trace& t, const Job& job, const Stage& stage, const Expr& bytes) {
  if (job.layout.pipeline == 1) return bytes;
  return t.symbol(Symbol::InFlight, in_flight(job, stage)) * bytes;
}

/// Bytes of one micro-batch in all layers of the stage, as recomputation leaves them.
Expr one_micro_batch(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  Expr sum;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const LayerGroup& group = job.spec->groups[i];
    const auto layers = static_cast<double>(stage.group_layers[i]);
    const double inputs = recomputed_layers(job, layers);
    const Expr tokens = tokens_of(t, job, group, load);
    if (inputs > 0 && !job.plan->frozen) {
      const double wide = job.plan->wide_stream ? 4 : job.recipe->activations;
      Expr input = t.symbol(Symbol::BytesActivation, wide) * hidden(t, job);
      if (job.layout.sequence && job.layout.tensor > 1) input = input / tensor_degree(t, job);
      sum = t.sum_item(sum, t.symbol(Symbol::Layers, inputs) * tokens * input);
    }
    if (inputs == layers) continue;
    const std::vector<SavedTensor> kept = kept_tensors(job, group);
    const Expr bytes = bytes_of(t, job, group, load, kept);
    if (!bytes.trace) continue;
    sum = t.sum_item(sum, t.symbol(Symbol::Layers, layers - inputs) * tokens * bytes);
  }
  return sum;
}

/// The largest layer with everything it saves, as its backward pass needs it.
Expr one_layer(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  Expr largest;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const LayerGroup& group = job.spec->groups[i];
    const std::vector<SavedTensor> saved = saved_tensors(job, group);
    const Expr bytes = bytes_of(t, job, group, load, saved);
    if (!bytes.trace) continue;
    const Expr layer = tokens_of(t, job, group, load) * bytes;
    largest = largest.trace ? max(largest, layer) : layer;
  }
  return largest;
}

/// Feed-forward widths of gradients that are there at once in a layer's backward pass: of the
/// product, of gate and of up; the saved product is gone by then, if the down projection kept one.
double gradients_in_ffn(const Job& job, const Ffn& ffn) {
  const TrainingPlan& plan = *job.plan;
  const uint32_t down = bit(Module::Down) | bit(Module::SharedDown);
  const bool saved = ((plan.adapters ? plan.targets : plan.trained) & down) != 0;
  return (ffn.kind == FfnKind::Gated ? 3.0 : 2.0) - (saved ? 1.0 : 0.0);
}

/// Gradients of activations on their way through one layer: of its output, and of the feed-forward
/// block's middle when the gate is reached. 65.1 h bytes a token beside the layers' inputs in
/// three LoRA runs of Llama 3 8B, where this list and the layer's tensors say 65.0.
Expr on_the_way(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  if (job.plan->trainer.transient == 0 || job.plan->frozen) return {};
  Expr largest;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const LayerGroup& group = job.spec->groups[i];
    Expr width = (group.ffn ? 1 : 2) * hidden(t, job);
    if (group.ffn) {
      const Expr middle = gradients_in_ffn(job, *group.ffn) * ffn_width(t, *group.ffn);
      width = width + (job.layout.tensor > 1 ? middle / tensor_degree(t, job) : middle);
    }
    Expr bytes = tokens_of(t, job, group, load) *
                 t.symbol(Symbol::BytesActivation, job.recipe->activations) * width;
    // fp8 copies of a product's input and output gradient, and of its weights.
    if (job.plan->fp8_casts && group.ffn) {
      const Expr middle =
          t.symbol(Symbol::FfnSize, static_cast<double>(group.ffn->intermediate_size));
      const Expr cast =
          (tokens_of(t, job, group, load) * (hidden(t, job) + middle) + hidden(t, job) * middle) *
          t.literal(1, kBytes);
      bytes = bytes + (job.layout.tensor > 1 ? cast / tensor_degree(t, job) : cast);
    }
    largest = largest.trace ? max(largest, bytes) : bytes;
  }
  return largest.trace
             ? t.ranged(Symbol::TransientFactor, 0.5, job.plan->trainer.transient, 1.5) * largest
             : largest;
}

}  // namespace

Expr device_tokens(Trace& t, const Job& job, const Workload& load) {
  const double filled =
      job.plan->tokens > 0 ? std::min(job.plan->tokens, load.context) : load.context;
  Expr length = t.symbol(Symbol::SequenceLength, filled);
  if (job.layout.context > 1) {
    length = length / t.symbol(Symbol::ContextParallel, static_cast<double>(job.layout.context));
  }
  const Expr tokens = t.symbol(Symbol::MicroBatch, load.batch) * length;
  const double sequences = job.plan->objective.sequences;
  return sequences > 1 ? t.literal(sequences) * tokens : tokens;
}

Expr bytes_of(Trace& t, const Job& job, const LayerGroup& group, const Workload& load,
              std::span<const SavedTensor> saved) {
  const bool parallel = job.layout.tensor > 1;
  Expr bytes;
  for (const bool quantised : {false, true}) {
    for (const Cell cell : {Cell::Activation, Cell::Fp32, Cell::Mask}) {
      const Expr whole = cells(t, job, group, load, saved, cell, false, quantised);
      const Expr split = cells(t, job, group, load, saved, cell, true, quantised);
      if (!whole.trace && !split.trace) continue;
      Expr numbers = whole;
      if (whole.trace && parallel && job.layout.sequence) numbers = whole / tensor_degree(t, job);
      if (split.trace) numbers = plus(numbers, parallel ? split / tensor_degree(t, job) : split);
      Expr part = cell_symbol(t, job, cell) * numbers;
      if (quantised) part = use(t, kQuantisedInputs) * part;
      bytes = plus(bytes, part);
    }
  }
  return bytes;
}

Expr kept_activations(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  Expr sum = one_micro_batch(t, job, stage, load);
  if (!sum.trace) return sum;
  // What a list cannot know; the ideal is the list itself.
  if (job.engine->slack) sum = use(t, kSavedTensors) * sum;
  return times_in_flight(t, job, stage, sum);
}

Expr activations_last_layer(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  Expr bytes = kept_activations(t, job, stage, load);
  if (job.request->training.recompute != "none") {
    bytes = plus(bytes, one_layer(t, job, stage, load));
  }
  return plus(bytes, on_the_way(t, job, stage, load));
}

Expr activations_first_layer(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  Expr bytes = plus(one_layer(t, job, stage, load), on_the_way(t, job, stage, load));
  const double others = in_flight(job, stage) - 1;
  if (others > 0) {
    const Expr each = one_micro_batch(t, job, stage, load);
    if (each.trace) bytes = plus(t.symbol(Symbol::InFlight, others) * each, bytes);
  }
  return bytes;
}

Expr head_activations(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const TrainingPlan& plan = *job.plan;
  if (!stage.has_head || job.request->training.head == "classification" || plan.frozen) return {};
  const double own = job.recipe->activations;
  const LayerGroup& last = job.spec->groups.back();
  const bool wide = plan.wide_stream || (plan.trainer.eager && (!last.norm_bias || plan.autocast));
  const bool scaled = wide && !last.norm_bias && (plan.trained & bit(Module::Norm)) != 0;
  Expr norm = t.symbol(Symbol::BytesActivation, (wide ? 4 : own) + (scaled ? own : 0), "norm");
  Expr head = t.symbol(Symbol::BytesActivation, plan.wide_stream ? 4 : own, "head");
  if (job.layout.tensor > 1 && job.layout.sequence) {
    norm = norm / tensor_degree(t, job);
    // Distributed tensors keep what they gathered for the head; Megatron gathers it again.
    if (!plan.trainer.fsdp) head = head / tensor_degree(t, job);
  }
  return device_tokens(t, job, load) * hidden(t, job) * (norm + head);
}

Expr logits(Trace& t, const Job& job, const Workload& load) {
  if (job.request->training.head == "classification" || job.plan->frozen) return {};
  if (job.plan->objective.scores) return {};
  LossCopies copies = loss_copies(job.plan->trainer, job.request->training.loss);
  // Logits of a reference or a teacher, and what comparing them makes.
  const Objective& objective = job.plan->objective;
  copies.own += objective.own;
  copies.own_high += 2 * objective.own;
  copies.wide += objective.wide;
  copies.wide_low += objective.wide / 2;
  copies.wide_high += 2 * objective.wide;
  // A loss over slices of the vocabulary makes its log-probabilities by hand, with a copy of the
  // shifted logits.
  if (job.layout.tensor > 1 && job.plan->trainer.fsdp && copies.wide >= 3) {
    copies.wide += 1;
    copies.wide_high += 1;
  }
  const double own = job.recipe->activations;
  const double value = copies.own * own + copies.wide * 4;
  const double high = copies.own_high * own + copies.wide_high * 4;
  if (high == 0) return {};
  const double low = copies.own_low * own + copies.wide_low * 4;
  const Expr bytes = t.ranged(Symbol::BytesLogit, low, value, high);
  const Expr all = device_tokens(t, job, load) * bytes *
                   t.symbol(Symbol::Vocabulary, static_cast<double>(job.spec->vocab_size));
  return job.layout.tensor > 1 ? all / tensor_degree(t, job) : all;
}

}  // namespace vramscope
