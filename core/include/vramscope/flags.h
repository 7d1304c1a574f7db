// Command-line flags as a request, by the same table of fields as documents and links.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/request.h"

namespace vramscope {

/// A request from a document (may be empty) with flags laid over it. Flags are the short names of
/// fields ("context", "zero", "max-num-seqs") and: model, model-config (text of a config.json),
/// gpu, gpus, compare ("rtx-4090,a100-sxm4-80gb*2"), reserve. Errors name the field.
Result<Request> request_from_flags(std::string_view document, std::span<const Param> flags);

/// Does this flag hold the text of another program's training plan?
bool is_plan_flag(std::string_view name);

/// The flags there are, for --help and to tell a flag from its value.
std::vector<std::string_view> flag_names();

}  // namespace vramscope
