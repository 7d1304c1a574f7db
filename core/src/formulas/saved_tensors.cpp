// The tensors that autograd saves in one layer, as a table. Their sum is the activation formula.
//
// A linear layer saves its input when its weight is trained; a frozen one does not. Eager RMSNorm
// saves its input in fp32 and, with a trained scale, the normalised input; a fused or compiled one
// only its input. Eager SwiGLU saves the activation's output too. Fused attention saves queries,
// keys, values, its output and one fp32 number a head; unfused attention saves the scores instead
// of that number. Dropout saves a mask of one byte.
// Checked on litgpt, torchtune, torchtitan and Megatron runs. Where it stops being true: kernels
// that fuse more (Liger, Unsloth), modules that save less or more than these.
#include <algorithm>

#include "formulas/training.h"
#include "io/link_parts.h"
#include "text/ids.h"

namespace vramscope {
namespace {

/// What decides about a line.
struct Facts {
  const Job& job;
  const LayerGroup& group;
  const Trainer& trainer;
  const TrainingPlan& plan;

  bool full() const { return !plan.adapters && !plan.frozen; }
  bool on(Module a, Module b = Module::Norm) const {
    const uint32_t wanted = bit(a) | (b == Module::Norm ? 0 : bit(b));
    return full() ? (plan.trained & wanted) != 0 : (plan.targets & wanted) != 0;
  }
  bool eager() const { return trainer.eager; }
  bool rms() const { return !group.norm_bias; }
  bool attends() const { return group.attention.has_value(); }
  bool gated() const { return group.ffn && group.ffn->kind == FfnKind::Gated; }
  bool routed() const { return group.ffn && group.ffn->num_experts > 0; }
  bool unfused() const { return plan.attention == "unfused"; }
  /// Transformer Engine keeps the fp8 cast of a layer's input.
  Cell input_cell() const { return plan.fp8_inputs ? Cell::Mask : Cell::Activation; }
  bool keeps_inputs() const { return plan.quantised && trainer.quantised_inputs; }
  bool drops() const { return plan.dropout > 0; }
  /// Different inputs of norms: blocks side by side read the same one.
  double norm_inputs() const {
    const bool beside = group.norms == 1 || plan.parallel_blocks;
    return beside ? 1.0 : static_cast<double>(group.norms);
  }
  double norms() const { return static_cast<double>(group.norms); }

  /// Inputs that adapters keep: one where nothing is changed on the way, else one a projection.
  double adapter_inputs(std::initializer_list<Module> modules, bool fused) const {
    double wanted = 0;
    for (const Module module : modules) wanted += (plan.targets & bit(module)) != 0;
    if (wanted == 0) return 0;
    const bool copies = plan.lora_dropout > 0 || plan.adapter_weights == 4;
    return copies && !fused ? wanted : 1;
  }
};

using Lines = std::vector<SavedTensor>;

void add(Lines& lines, std::string_view id, Width width, Cell cell, double count, bool split = true,
         bool quantised = false) {
  if (count > 0) lines.push_back({id, width, cell, count, split, quantised});
}

void norm_lines(const Facts& f, Lines& lines) {
  // Autocast runs norms in fp32, whatever comes in.
  const bool wide = f.eager() && (f.rms() || f.plan.autocast);
  if (wide) {
    add(lines, "saved.norm_input_fp32", Width::Hidden, Cell::Fp32,
        f.rms() ? f.norms() : f.norm_inputs(), false);
    const bool scaled = f.full() && f.rms() && (f.plan.trained & bit(Module::Norm));
    if (scaled) {
      add(lines, "saved.norm_scaled", Width::Hidden, Cell::Activation, f.norms(), false);
    }
  } else {
    add(lines, "saved.norm_input", Width::Hidden, Cell::Activation, f.norm_inputs(), false);
  }
}

/// Inputs of the projections into attention and feed-forward.
void input_lines(const Facts& f, Lines& lines) {
  const bool shared = f.group.norms == 1;
  if (f.full()) {
    const bool both = f.on(Module::Query, Module::QueryKeyValue) || f.on(Module::Up);
    double inputs = shared ? 1 : std::max(2.0, f.norms() / 2);
    if (f.plan.autocast) {
      const bool fused = f.group.attention && f.group.attention->fused_qkv;
      inputs = (fused || !f.attends() ? 1 : 3) + (f.gated() ? 2 : 1);
    }
    if (both) {
      // Distributed tensors keep what sequence parallelism gathered; Megatron gathers it again.
      const Layout& layout = f.job.layout;
      if (f.trainer.fsdp && layout.sequence) inputs *= static_cast<double>(layout.tensor);
      add(lines, "saved.projection_input", Width::Hidden, f.input_cell(), inputs, false);
    }
    return;
  }
  const bool fused = f.trainer.keeps_fused_qkv;
  const double attention = f.adapter_inputs(
      {Module::Query, Module::Key, Module::Value, Module::LatentDown, Module::StateIn}, fused);
  const double ffn = f.adapter_inputs({Module::Gate, Module::Up}, false);
  double inputs = attention + ffn;
  // Quantised layers of older bitsandbytes keep what goes in, adapters or not.
  if (f.keeps_inputs()) {
    const double bare = (attention > 0 && f.plan.lora_dropout == 0 ? 0.0 : 1.0) +
                        (shared || (ffn > 0 && f.plan.lora_dropout == 0) ? 0.0 : 1.0);
    add(lines, "saved.quantised_input", Width::Hidden, Cell::Activation, bare, false, true);
  }
  if (inputs == 0) return;
  add(lines, "saved.adapter_input", Width::Hidden, Cell::Activation, inputs, false);
  if (f.plan.lora_dropout > 0) {
    add(lines, "saved.dropout_mask", Width::Hidden, Cell::Mask, inputs, false);
  }
}

void attention_lines(const Facts& f, Lines& lines) {
  if (f.attends()) {
    add(lines, "saved.query", Width::Query, Cell::Activation, 1);
    const bool repeats = f.trainer.repeats_kv && f.group.attention->num_key_value_heads <
                                                     f.group.attention->num_attention_heads;
    add(lines, "saved.key", repeats ? Width::Query : Width::Key, Cell::Activation, 1);
    add(lines, "saved.value", repeats ? Width::Query : Width::Value, Cell::Activation, 1);
    add(lines, "saved.attention_output", Width::Query, Cell::Activation, 1);
    if (f.plan.fp8_inputs && f.full()) {
      add(lines, "saved.output_input", Width::Query, Cell::Mask, 1);
    }
    if (f.trainer.keeps_fused_qkv) {
      add(lines, "saved.fused_projection", Width::Query, Cell::Activation, 1);
      add(lines, "saved.fused_projection", Width::Key, Cell::Activation, repeats ? 2 : 1);
    }
    if (f.keeps_inputs()) {
      add(lines, "saved.quantised_input", Width::Query, Cell::Activation, 1, true, true);
    }
    if (!f.full() && f.trainer.keeps_lora_source) {
      double outputs = 0;
      if (f.plan.targets & bit(Module::Query)) ++outputs;
      add(lines, "saved.adapter_output", Width::Query, Cell::Activation, outputs);
      double shared = 0;
      if (f.plan.targets & bit(Module::Key)) ++shared;
      if (f.plan.targets & bit(Module::Value)) ++shared;
      add(lines, "saved.adapter_output", Width::Key, Cell::Activation, shared);
    }
  }
  if (f.group.num_attention_heads() > 0) {
    if (f.unfused()) {
      const bool wide = f.plan.autocast;  // softmax in fp32, its result cast for the product
      if (wide) add(lines, "saved.scores", Width::Scores, Cell::Fp32, 1);
      add(lines, "saved.scores", Width::Scores, Cell::Activation, f.drops() && !wide ? 2 : 1);
      if (f.drops()) add(lines, "saved.score_mask", Width::Scores, Cell::Mask, 1);
    } else {
      add(lines, "saved.row_sums", Width::Heads, Cell::Fp32, 1);
    }
  }
  add(lines, "saved.mixer", Width::Mixer, Cell::Activation, 1);
  if (f.drops()) add(lines, "saved.dropout_mask", Width::Hidden, Cell::Mask, 2, false);
}

void ffn_lines(const Facts& f, Lines& lines) {
  if (!f.group.ffn) return;
  const bool quantised = f.keeps_inputs();
  const bool down = f.full() ? f.on(Module::Down) : (f.plan.targets & bit(Module::Down)) != 0;
  if (f.routed() && f.full()) {
    add(lines, "saved.routed_input", Width::Routed, Cell::Activation, 1);
    add(lines, "saved.routed_output", Width::Routed, Cell::Activation, 1);
    add(lines, "saved.router", Width::Experts, Cell::Fp32, 2, false);
  }
  if (f.gated()) {
    add(lines, "saved.gate", Width::Ffn, Cell::Activation, 1);
    add(lines, "saved.up", Width::Ffn, Cell::Activation, 1);
    if (f.eager()) add(lines, "saved.activated", Width::Ffn, Cell::Activation, 1);
  } else {
    add(lines, "saved.up", Width::Ffn, Cell::Activation, 1);
  }
  if (down) {
    add(lines, "saved.down_input", Width::Ffn, f.full() ? f.input_cell() : Cell::Activation, 1);
    if (!f.full() && f.plan.lora_dropout > 0) {
      add(lines, "saved.dropout_mask", Width::Ffn, Cell::Mask, 1);
    }
  } else if (quantised) {
    add(lines, "saved.quantised_input", Width::Ffn, Cell::Activation, 1, true, true);
  }
}

/// What operator-level recomputation keeps of a layer: its input, the attention's output and every
/// second matrix product. Compiled code drops the last product, which nobody reads again.
Lines operator_lines(const Facts& f) {
  Lines lines;
  add(lines, "saved.layer_input", Width::Hidden, Cell::Activation, 1, false);
  if (f.attends()) {
    add(lines, "saved.query", Width::Query, Cell::Activation, 1);
    add(lines, "saved.value", Width::Value, Cell::Activation, 1);
    add(lines, "saved.attention_output", Width::Query, Cell::Activation, 1);
    add(lines, "saved.row_sums", Width::Heads, Cell::Fp32, 1);
  }
  add(lines, "saved.mixer", Width::Mixer, Cell::Activation, 0.5);
  if (f.group.ffn) {
    add(lines, "saved.gate", Width::Ffn, Cell::Activation, 1);
    if (f.eager()) {
      add(lines, "saved.down_output", Width::Hidden, Cell::Activation, 1, false);
    }
  }
  return lines;
}

/// Lines that recomputing a module takes away.
bool recomputed(std::string_view module, const SavedTensor& line) {
  const auto is = [&](std::string_view id) { return same_id(module, id); };
  const std::string_view id = line.id.substr(6);  // after "saved."
  const bool between = id == "gate" || id == "up" || id == "activated" || id == "down_input";
  if (is("core-attn") || is("attention")) return id == "scores" || id == "score_mask";
  if (is("layernorm") || is("norm")) return id == "projection_input" || id == "norm_scaled";
  if (is("mlp") || is("ffn")) return between;
  if (is("moe")) return between || id == "routed_input" || id == "routed_output";
  if (is("moe-act") || is("activation")) return id == "activated" || id == "down_input";
  return false;
}

}  // namespace

std::vector<SavedTensor> saved_tensors(const Job& job, const LayerGroup& group) {
  const Facts facts{job, group, job.plan->trainer, *job.plan};
  Lines lines;
  lines.reserve(20);
  if (job.plan->frozen) return lines;
  norm_lines(facts, lines);
  input_lines(facts, lines);
  attention_lines(facts, lines);
  ffn_lines(facts, lines);
  if (job.plan->adapters) add(lines, "saved.low_rank", Width::Rank, Cell::Activation, 1);
  return lines;
}

std::vector<SavedTensor> kept_tensors(const Job& job, const LayerGroup& group) {
  const TrainingOptions& asked = job.request->training;
  const Facts facts{job, group, job.plan->trainer, *job.plan};
  if (asked.recompute == "op" || (asked.recompute == "selective" && job.plan->trainer.fsdp &&
                                  asked.recompute_modules.empty())) {
    return operator_lines(facts);
  }
  Lines lines = saved_tensors(job, group);
  if (asked.recompute == "selective") {
    // The scores alone, unless modules are named. Flash attention keeps no scores to begin with.
    const std::string_view names =
        asked.recompute_modules.empty() ? "core-attn" : std::string_view(asked.recompute_modules);
    for (std::string_view name : split_text(names, ',')) {
      std::erase_if(lines, [&](const SavedTensor& line) { return recomputed(name, line); });
    }
  }
  return lines;
}

}  // namespace vramscope
