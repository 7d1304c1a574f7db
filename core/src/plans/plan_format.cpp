// Training plans of any format: told by what they hold, never by a file's name.
#include <algorithm>
#include <array>

#include "io/json_file.h"
#include "plans/plan_file.h"
#include "vramscope/config_reader.h"

namespace vramscope {
namespace {

constexpr std::string_view kBlank = " \t\r\n\xEF\xBB\xBF";

// No config.json of a model has one of these at its top. Source: DeepSpeed configuration
// reference, 0.15.
constexpr std::array<std::string_view, 7> kDeepSpeedKeys = {"zero_optimization",
                                                            "train_batch_size",
                                                            "train_micro_batch_size_per_gpu",
                                                            "gradient_accumulation_steps",
                                                            "activation_checkpointing",
                                                            "flops_profiler",
                                                            "zero_allow_untested_optimizer"};

bool is_deepspeed(std::string_view text) {
  const Result<JsonFile> file = read_json_file(text, kMaxConfigBytes);
  if (!file.ok() || !file.value().value.is_object()) return false;
  const Json& document = file.value().value;
  return std::any_of(kDeepSpeedKeys.begin(), kDeepSpeedKeys.end(),
                     [&](std::string_view key) { return document.find(key) != nullptr; });
}

}  // namespace

std::string_view plan_format_id(PlanFormat format) {
  constexpr std::array<std::string_view, 3> kIds = {"deepspeed", "accelerate", "torchtitan"};
  return kIds[static_cast<size_t>(format)];
}

std::optional<PlanFormat> plan_format(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return std::nullopt;
  if (text[first] == '{') {
    return is_deepspeed(text) ? std::optional(PlanFormat::DeepSpeed) : std::nullopt;
  }
  for (const PlanFormat format : {PlanFormat::Accelerate, PlanFormat::Torchtitan}) {
    if (has_plan_setting(text.substr(first), format)) return format;
  }
  return std::nullopt;
}

std::vector<Problem> unused_keys(const Request& request) {
  std::vector<Problem> warnings;
  for (const std::string_view path : request.unused) {
    const size_t dot = path.find('.');
    const std::string_view field = path.substr(0, dot);
    const std::string key(path.substr(std::min(path.size(), dot + 1)));
    if (!warnings.empty() && warnings.back().field == field) {
      warnings.back().params.front().value += ", " + key;
    } else {
      warnings.push_back({std::string(field), "plan_unused", {{"keys", key}}});
    }
  }
  return warnings;
}

}  // namespace vramscope
