#include "estimate/advice.h"

#include <algorithm>
#include <array>

#include "estimate/estimate.h"

namespace vramscope {
namespace {

/// A change, and how dear it is in time or quality: 0 costs nothing.
struct Change {
  std::string_view id;  ///< of its message; ".cost" says what it costs
  int cost = 0;
  /// Makes the change; false where there is nothing to change.
  bool (*apply)(Request&) = nullptr;
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

constexpr std::array kChanges = {
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
  for (const Change& change : kChanges) {
    Request changed = *job.request;
    if (!change.apply(changed)) continue;
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
