// Training plans that are files of sections, keys and scalars: accelerate's YAML, torchtitan's
// TOML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/plans.h"

namespace vramscope {

/// One field of a request that a line of the file sets.
struct PlanSetting {
  std::string_view path;  ///< "training.zero"; "gpus" for the number of cards
  std::string value;
  std::string from;  ///< "fsdp_config.fsdp_offload_params"
  size_t line = 0;
};
struct PlanFile {
  std::vector<PlanSetting> settings;  ///< later ones stand over earlier ones
  std::vector<std::string> unused;    ///< keys that change memory in no way that is known here
};

/// Is one of its lines a setting that is known of this format?
bool has_plan_setting(std::string_view text, PlanFormat format);

/// Two levels of scalars and comments; anything else is an error with its line.
Result<PlanFile> read_plan_file(std::string_view text, PlanFormat format);

}  // namespace vramscope
