// DeepSpeed's JSON, read and written. Source: DeepSpeed configuration reference, 0.15.
#include <array>

#include "io/json_file.h"
#include "io/json_writer.h"
#include "io/plan_json.h"
#include "text/ids.h"
#include "vramscope/plans.h"

namespace vramscope {
namespace {

constexpr double kMost = 9007199254740991.0;

/// Reads one configuration into a request.
class Reader {
 public:
  explicit Reader(const Request& base) { read_.request = base; }

  Result<PlanRead> read(const Json& document) {
    if (!document.is_object()) return Problem{"", "not_an_object", {}};
    read_.request.task = Task::Training;
    read_.request.engine = "deepspeed";
    for (const Json& value : document.children) top(value);
    if (!problems_.empty()) return problems_;
    return std::move(read_);
  }

 private:
  static bool automatic(const Json& value) {
    return value.is_null() || (value.is_text() && same_id(value.text, "auto"));
  }

  void unused(const std::string& path) { read_.warnings.push_back({path, "option_ignored", {}}); }

  template <typename Number>
  void count(const std::string& path, const Json& value, Number& out) {
    if (automatic(value)) return;
    const double x = value.is_number() ? value.number : -1;
    if (!(x >= 0 && x <= kMost)) {
      problems_.push_back({path, "wrong_type", {{"expected", "number"}}});
      return;
    }
    out = static_cast<uint64_t>(x);
  }

  static bool enabled(const Json& block) {
    const Json* flag = block.find("enabled");
    return flag && flag->is_bool() && flag->number != 0;
  }

  void top(const Json& value) {
    TrainingOptions& training = read_.request.training;
    const std::string& name = value.name;
    if (name == "train_micro_batch_size_per_gpu") return count(name, value, training.micro_batch);
    if (name == "gradient_accumulation_steps") return count(name, value, training.accumulation);
    if (name == "train_batch_size") return count(name, value, training.global_batch);
    if (name == "bf16" || name == "bfloat16") {
      if (enabled(value)) training.precision = "mixed-bf16";
    } else if (name == "fp16") {
      if (enabled(value)) training.precision = "mixed-fp16";
    } else if (name == "optimizer") {
      optimizer(value);
    } else if (name == "zero_optimization") {
      zero(value);
    } else if (name == "activation_checkpointing") {
      const Json* cpu = value.find("cpu_checkpointing");
      if (cpu && cpu->is_bool() && cpu->number != 0) training.activation_offload = true;
      training.recompute = "full";
    } else {
      unused(name);
    }
  }

  void optimizer(const Json& value) {
    const Json* type = value.find("type");
    if (!type || automatic(*type)) return;
    struct Name {
      std::string_view theirs, ours;
    };
    constexpr std::array<Name, 8> kNames = {{{"adam", "adamw"},
                                             {"adamw", "adamw"},
                                             {"adagrad", "adagrad"},
                                             {"lion", "lion"},
                                             {"lamb", "adamw"},
                                             {"muon", "muon"},
                                             {"sgd", "sgd"},
                                             {"onebitadam", "adamw"}}};
    for (const Name& row : kNames) {
      if (same_id(row.theirs, type->text)) {
        read_.request.training.optimizer = row.ours;
        return;
      }
    }
    problems_.push_back({"optimizer.type", "unknown_id", {{"value", type->text}}});
  }

  void offload(const std::string& path, const Json& value, std::string& out) {
    const Json* device = value.find("device");
    if (!device || automatic(*device)) return;
    if (same_id(device->text, "cpu") || same_id(device->text, "nvme") ||
        same_id(device->text, "none")) {
      out = device->text;
    } else {
      problems_.push_back({path, "unknown_id", {{"value", device->text}}});
    }
  }

  void zero(const Json& block) {
    TrainingOptions& training = read_.request.training;
    const std::string at = "zero_optimization.";
    for (const Json& value : block.children) {
      const std::string& name = value.name;
      const std::string path = at + name;
      if (name == "stage") {
        count(path, value, training.zero);
        if (training.zero > 3) {
          problems_.push_back({path, "out_of_range", {{"low", "0"}, {"high", "3"}}});
        }
      } else if (name == "reduce_bucket_size") {
        count(path, value, training.buckets.reduce);
      } else if (name == "allgather_bucket_size") {
        count(path, value, training.buckets.allgather);
      } else if (name == "stage3_prefetch_bucket_size") {
        count(path, value, training.buckets.prefetch);
      } else if (name == "stage3_max_live_parameters") {
        count(path, value, training.buckets.max_live);
      } else if (name == "zero_hpz_partition_size") {
        count(path, value, training.hpz_partition);
      } else if (name == "zero_quantized_weights" || name == "zero_quantized_gradients") {
        bool& flag = name == "zero_quantized_weights" ? training.quantised_weights
                                                      : training.quantised_gradients;
        if (value.is_bool()) flag = value.number != 0;
      } else if (name == "offload_optimizer") {
        offload(path + ".device", value, training.offload.optimizer);
        const Json* ratio = value.find("ratio");
        if (ratio && ratio->is_number()) training.offload.fraction = ratio->number;
      } else if (name == "offload_param") {
        offload(path + ".device", value, training.offload.parameters);
      } else {
        unused(path);
      }
    }
  }

  PlanRead read_;
  std::vector<Problem> problems_;
};

double or_else(const std::optional<uint64_t>& given, double usual) {
  return given ? static_cast<double>(*given) : usual;
}

void write_offload(JsonWriter& out, std::string_view name, const std::string& device) {
  if (device == "none") return;
  out.begin_object(name);
  out.text("device", device);
  out.flag("pin_memory", true);
  if (device == "nvme") out.text("nvme_path", "/local_nvme");
  out.end_object();
}

std::string_view optimizer_type(const std::string& id) {
  if (id == "sgd" || id == "sgd-momentum") return "SGD";
  if (id == "lion" || id == "lion-8bit") return "Lion";
  if (id == "adagrad") return "Adagrad";
  if (id == "muon") return "Muon";
  return "AdamW";
}

}  // namespace

Result<PlanRead> read_deepspeed(const Json& document, const Request& base) {
  return Reader(base).read(document);
}

Result<PlanRead> read_deepspeed(std::string_view text, const Request& base) {
  const Result<JsonFile> file = read_json_file(text, kMaxConfigBytes);
  if (!file.ok()) return file.errors();
  Result<PlanRead> read = read_deepspeed(file.value().value, base);
  if (read.ok()) {
    std::vector<Problem>& warnings = read.value().warnings;
    warnings.insert(warnings.begin(), file.value().warnings.begin(), file.value().warnings.end());
  }
  return read;
}

std::string write_deepspeed(const Request& request) {
  const TrainingOptions& training = request.training;
  JsonWriter out;
  out.begin_object();
  out.number("train_micro_batch_size_per_gpu", static_cast<double>(training.micro_batch));
  out.number("gradient_accumulation_steps", or_else(training.accumulation, 1));
  out.text("gradient_clipping", "auto");
  const bool half = training.precision == "mixed-fp16";
  out.begin_object(half ? "fp16" : "bf16");
  out.flag("enabled", training.precision != "fp32");
  out.end_object();
  out.begin_object("optimizer");
  out.text("type", optimizer_type(training.optimizer));
  out.begin_object("params");
  out.text("lr", "auto");
  out.text("weight_decay", "auto");
  out.end_object();
  out.end_object();
  out.begin_object("zero_optimization");
  out.number("stage", static_cast<double>(training.zero));
  out.flag("overlap_comm", true);
  out.flag("contiguous_gradients", true);
  out.number("reduce_bucket_size", or_else(training.buckets.reduce, 5e8));
  if (training.zero < 3) {
    out.number("allgather_bucket_size", or_else(training.buckets.allgather, 5e8));
  } else {
    out.number("stage3_prefetch_bucket_size", or_else(training.buckets.prefetch, 5e7));
    out.number("stage3_max_live_parameters", or_else(training.buckets.max_live, 1e9));
    out.flag("stage3_gather_16bit_weights_on_model_save", true);
    if (training.hpz_partition > 1) {
      out.number("zero_hpz_partition_size", static_cast<double>(training.hpz_partition));
    }
    if (training.quantised_weights) out.flag("zero_quantized_weights", true);
    if (training.quantised_gradients) out.flag("zero_quantized_gradients", true);
  }
  write_offload(out, "offload_optimizer", training.offload.optimizer);
  write_offload(out, "offload_param", training.offload.parameters);
  out.end_object();
  if (training.recompute == "full") {
    out.begin_object("activation_checkpointing");
    out.flag("cpu_checkpointing", training.activation_offload);
    out.end_object();
  }
  // One step in every detail: what a card computes in it, module by module.
  out.begin_object("flops_profiler");
  out.flag("enabled", true);
  out.number("profile_step", 1);
  out.number("module_depth", -1);
  out.number("top_modules", 1);
  out.flag("detailed", true);
  out.end_object();
  out.end_object();
  return out.document();
}

}  // namespace vramscope
