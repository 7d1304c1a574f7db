// accelerate's YAML: plain keys, so no library is needed to write it. A comment behind a choice
// says what it saves on the fullest card; the figure is the estimate with and without it.
#include "estimate/advice.h"
#include "vramscope/catalogue.h"
#include "vramscope/config_reader.h"
#include "vramscope/plans.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

class Yaml {
 public:
  void line(std::string_view key, std::string_view value, std::string_view comment = {}) {
    text_.append(indent_, ' ');
    text_ += key;
    text_ += ':';
    if (!value.empty()) text_ += ' ';
    text_ += value;
    if (!comment.empty()) {
      text_ += "  # ";
      text_ += comment;
    }
    text_ += '\n';
  }
  void flag(std::string_view key, bool value, std::string_view comment = {}) {
    line(key, value ? "true" : "false", comment);
  }
  void number(std::string_view key, uint64_t value, std::string_view comment = {}) {
    line(key, std::to_string(value), comment);
  }
  void open(std::string_view key) {
    line(key, {});
    indent_ += 2;
  }
  void close() { indent_ -= 2; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  size_t indent_ = 0;
};

/// What a choice buys: the estimate without it less the estimate with it.
class Savings {
 public:
  explicit Savings(const Request& request) : request_(request) {
    if (request.model.spec) {
      spec_ = *request.model.spec;
    } else if (const CatalogueModel* row = find_model(request.model.id)) {
      Result<ReadModel> read = read_catalogue_model(*row);
      if (read.ok()) spec_ = std::move(read.value().spec);
    }
    if (spec_) with_ = what_if(request, *spec_);
  }

  template <typename Undo>
  std::string of(Undo undo) const {
    if (!with_) return {};
    Request without = request_;
    undo(without.training);
    const std::optional<WhatIf> then = what_if(without, *spec_);
    if (!then) return {};
    const double saved = then->device.bytes.count() - with_->device.bytes.count();
    if (saved < 1048576) return {};
    return say("plan.saves",
               std::vector<Param>{{"bytes", format_bytes(Bytes::of(saved), Units::Gib)}},
               request_.lang);
  }

 private:
  const Request& request_;
  std::optional<ModelSpec> spec_;
  std::optional<WhatIf> with_;
};

uint64_t cards(const Request& request) {
  uint64_t count = 0;
  for (const DeviceChoice& device : request.machine.devices) count += device.count;
  return count;
}

std::string_view mixed_precision(const std::string& precision) {
  if (precision == "fp32") return "no";
  if (precision == "mixed-fp16") return "fp16";
  return precision == "fp8" ? "fp8" : "bf16";
}

void write_fsdp(Yaml& out, const Request& request, const Savings& savings) {
  const TrainingOptions& training = request.training;
  out.open("fsdp_config");
  out.number("fsdp_version", 2);
  out.flag("fsdp_reshard_after_forward", training.reshard_after_forward,
           savings.of([](TrainingOptions& t) { t.reshard_after_forward = false; }));
  out.line("fsdp_auto_wrap_policy", "TRANSFORMER_BASED_WRAP");
  out.flag("fsdp_activation_checkpointing", training.recompute == "full",
           savings.of([](TrainingOptions& t) { t.recompute = "none"; }));
  out.flag("fsdp_offload_params", training.offload.parameters != "none",
           savings.of([](TrainingOptions& t) { t.offload.parameters = "none"; }));
  out.flag("fsdp_cpu_ram_efficient_loading", true);
  out.line("fsdp_state_dict_type", "SHARDED_STATE_DICT");
  out.close();
}

void write_zero(Yaml& out, const Request& request, const Savings& savings) {
  const TrainingOptions& training = request.training;
  out.open("deepspeed_config");
  out.number("zero_stage", training.zero, savings.of([](TrainingOptions& t) { t.zero = 0; }));
  out.number("gradient_accumulation_steps", training.accumulation.value_or(1));
  out.line("offload_optimizer_device", training.offload.optimizer,
           savings.of([](TrainingOptions& t) { t.offload.optimizer = "none"; }));
  out.line("offload_param_device", training.offload.parameters,
           savings.of([](TrainingOptions& t) { t.offload.parameters = "none"; }));
  out.flag("zero3_init_flag", training.zero == 3);
  out.close();
}

}  // namespace

std::string write_accelerate(const Request& request) {
  const uint64_t count = cards(request);
  const bool fsdp =
      request.engine == "fsdp" || request.engine == "torchtitan" || request.engine == "llm-foundry";
  const bool zero = !fsdp && request.training.zero > 0;
  const Savings savings(request);
  Yaml out;
  out.line("compute_environment", "LOCAL_MACHINE");
  out.line("distributed_type", fsdp        ? "FSDP"
                               : zero      ? "DEEPSPEED"
                               : count > 1 ? "MULTI_GPU"
                                           : "'NO'");
  out.line("mixed_precision", mixed_precision(request.training.precision));
  out.number("num_machines", 1);
  out.number("num_processes", count);
  if (fsdp) write_fsdp(out, request, savings);
  if (zero) write_zero(out, request, savings);
  return out.take();
}

std::string write_plan(const Request& request, std::string_view format) {
  if (format == "deepspeed") return write_deepspeed(request) + "\n";
  if (format == "accelerate") return write_accelerate(request);
  return {};
}

}  // namespace vramscope
