#include "estimate/advice.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "estimate/estimate.h"
#include "vramscope/choices.h"

namespace vramscope {
namespace {

bool fits(const Request& request, const ModelSpec& spec) {
  const std::optional<WhatIf> then = what_if(request, spec);
  return then && verdict_for(then->device, then->usable) == Verdict::Fits;
}

/// llama.cpp's -ngl: the most layers on the cards that fit for sure; the processor works on the
/// rest.
bool keep_layers(Request& r, const Job& job) {
  if (job.engine->workspace != WorkspaceRule::LlamaCpp) return false;
  uint64_t low = 0;  // fits, as far as anything does
  uint64_t high = layers_on_devices(job) + 1;
  while (low + 1 < high) {
    const uint64_t middle = (low + high) / 2;
    r.options.gpu_layers = middle;
    (fits(r, *job.spec) ? low : high) = middle;
  }
  r.options.gpu_layers = low;
  return true;
}

/// A change, and how dear it is in time or quality: 0 costs nothing.
struct Change {
  std::string_view id;  ///< of its message; ".cost" says what it costs
  int cost = 0;
  /// Makes the change; false where there is nothing to change.
  bool (*apply)(Request&) = nullptr;
  /// The same, for a change that depends on the model.
  bool (*apply_to)(Request&, const Job&) = nullptr;
};

bool set(std::string& field, std::string_view value) {
  if (field == value) return false;
  field = value;
  return true;
}

bool raise_zero(Request& r) {
  uint64_t cards = 0;
  for (const DeviceChoice& device : r.machine.devices) cards += device.count;
  if (cards == 1 || r.training.zero == 3) return false;
  ++r.training.zero;
  return true;
}

bool halve_batch(Request& r) {
  if (r.training.micro_batch < 2) return false;
  r.training.accumulation = r.training.accumulation.value_or(1) * 2;
  r.training.micro_batch /= 2;
  return true;
}

bool add_card(Request& r) {
  if (r.machine.devices.size() != 1) return false;
  ++r.machine.devices.front().count;
  r.parallel.data.reset();
  if (r.training.zero == 0) r.training.zero = 3;
  return true;
}

/// The first of these ids that the engine offers, unless it is chosen already.
bool choose(Request& r, std::string& field, ChoiceList list,
            std::initializer_list<std::string_view> ids) {
  const std::vector<Choice> offered = choices(list, r);
  for (const std::string_view id : ids) {
    const bool there = std::any_of(offered.begin(), offered.end(),
                                   [&](const Choice& choice) { return choice.id == id; });
    if (there) return set(field, id);
  }
  return false;
}

bool halve(uint64_t& value, uint64_t least) {
  if (value < 2 * least) return false;
  value /= 2;
  return true;
}

constexpr uint64_t kAllLayers = 65536;
constexpr uint64_t kShortestContext = 1024;

constexpr std::array kServingChanges = {
    Change{"advice.kv_8bit", 1,
           [](Request& r) {
             return choose(r, r.kv, ChoiceList::Kv, {"q8_0", "fp8", "int8"});
           }},
    Change{"advice.weights_8bit", 2,
           [](Request& r) {
             return choose(r, r.weights, ChoiceList::Weights,
                           {"q8_0", "fp8", "mlx-q8", "gptq-int8", "int8"});
           }},
    Change{"advice.half_batch", 3, [](Request& r) { return halve(r.batch, 1); }},
    Change{
        "advice.half_context", 3,
        [](Request& r) { return !r.prompt && !r.generate && halve(r.context, kShortestContext); }},
    Change{"advice.weights_4bit", 4,
           [](Request& r) {
             return choose(r, r.weights, ChoiceList::Weights,
                           {"q4_k_m", "awq", "mlx-q4", "gptq-int4", "nf4"});
           }},
    Change{"advice.experts_on_host", 5,
           [](Request& r) {
             if (r.options.cpu_moe == kAllLayers) return false;
             r.options.cpu_moe = kAllLayers;
             return true;
           }},
    Change{"advice.layers_on_host", 6, nullptr, keep_layers},
    Change{"advice.twice_the_cards", 7,
           [](Request& r) {
             if (r.machine.devices.size() != 1) return false;
             r.machine.devices.front().count *= 2;
             return true;
           }},
};

constexpr std::array kTrainingChanges = {
    Change{"advice.flash", 0,
           [](Request& r) {
             return r.training.attention == "unfused" && set(r.training.attention, "flash");
           }},
    Change{"advice.fused_loss", 0,
           [](Request& r) { return r.training.head == "lm" && set(r.training.loss, "fused"); }},
    Change{"advice.chunked_loss", 1,
           [](Request& r) {
             return r.training.head == "lm" && r.training.loss != "fused" &&
                    set(r.training.loss, "chunked");
           }},
    Change{"advice.zero", 1, raise_zero},
    Change{"advice.adamw_8bit", 1,
           [](Request& r) {
             return r.training.optimizer == "adamw" && set(r.training.optimizer, "adamw-8bit");
           }},
    Change{"advice.micro_batch", 1, halve_batch},
    Change{"advice.recompute_op", 2,
           [](Request& r) {
             return r.training.recompute == "none" && set(r.training.recompute, "op");
           }},
    Change{"advice.recompute_full", 3,
           [](Request& r) { return set(r.training.recompute, "full"); }},
    Change{"advice.bf16", 4,
           [](Request& r) {
             return r.training.method == "full" && set(r.training.precision, "bf16");
           }},
    Change{
        "advice.lora", 4,
        [](Request& r) { return r.training.method == "full" && set(r.training.method, "lora"); }},
    Change{"advice.qlora", 5,
           [](Request& r) {
             const bool changes = r.training.method == "full" || r.training.method == "lora";
             if (!changes) return false;
             r.weights = "nf4-dq";
             return set(r.training.method, "qlora");
           }},
    Change{"advice.offload_optimizer", 6,
           [](Request& r) {
             return r.training.method == "full" && set(r.training.offload.optimizer, "cpu");
           }},
    Change{"advice.activation_offload", 6,
           [](Request& r) {
             const bool before = r.training.activation_offload;
             r.training.activation_offload = true;
             return !before;
           }},
    Change{"advice.one_more_card", 7, add_card},
};

}  // namespace

std::optional<WhatIf> what_if(const Request& request, const ModelSpec& spec) {
  const Result<Job> base = resolve_request(request, spec);
  if (!base.ok()) return std::nullopt;
  const Result<Job> laid = resolve_machine(base.value(), request.machine, "gpu");
  if (!laid.ok()) return std::nullopt;
  const Job& job = laid.value();
  Trace trace(false);
  std::optional<WhatIf> fullest;
  for (const Stage& stage : job.stages) {
    const StageEstimate e = estimate_stage(trace, job, stage, job.workload, Detail::DeviceOnly);
    if (!fullest || decides(e.device, stage.usable, fullest->device, fullest->usable)) {
      fullest = WhatIf{e.device, stage.usable};
    }
  }
  return fullest;
}

std::vector<AdviceLine> advise(const Job& job, const Level& device) {
  std::vector<AdviceLine> lines;
  std::vector<int> costs;
  const std::span<const Change> changes =
      job.training ? std::span<const Change>(kTrainingChanges) : kServingChanges;
  for (const Change& change : changes) {
    Request changed = *job.request;
    const bool made = change.apply ? change.apply(changed) : change.apply_to(changed, job);
    if (!made) continue;
    const std::optional<WhatIf> then = what_if(changed, *job.spec);
    if (!then) continue;
    const double saved = device.bytes.count() - then->device.bytes.count();
    if (saved < device.bytes.count() * 0.01) continue;
    lines.push_back({.id = change.id,
                     .changed = std::move(changed),
                     .saved = Bytes::of(saved),
                     .device = then->device,
                     .verdict = verdict_for(then->device, then->usable),
                     .cost = change.cost});
  }
  std::stable_sort(lines.begin(), lines.end(), [](const AdviceLine& a, const AdviceLine& b) {
    if (a.verdict != b.verdict) return a.verdict < b.verdict;
    if (a.verdict != Verdict::No) return a.cost < b.cost;
    return a.saved > b.saved;
  });
  return lines;
}

}  // namespace vramscope
