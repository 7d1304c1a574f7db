// Training plans as other programs write them: DeepSpeed's JSON and accelerate's YAML in and out,
// torchtitan's TOML in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/request.h"

namespace vramscope {

enum class PlanFormat : uint8_t { DeepSpeed, Accelerate, Torchtitan };
std::string_view plan_format_id(PlanFormat format);  ///< "deepspeed"

/// What a text is a plan of, by what it holds: a JSON object with a key that only DeepSpeed's has,
/// or lines of which one is a setting of accelerate's or torchtitan's. Nothing for any other text.
std::optional<PlanFormat> plan_format(std::string_view text);

/// Lays a DeepSpeed configuration over a request: stage, buckets, offload, precision, optimizer,
/// batch sizes. "auto" leaves what is there. Warnings name keys that change memory in no way that
/// is known here.
struct PlanRead {
  Request request;
  std::vector<Problem> warnings;
};
Result<PlanRead> read_deepspeed(std::string_view text, const Request& base);

/// For each plan that was laid over the request, one warning with its keys that change nothing.
std::vector<Problem> unused_keys(const Request& request);

/// The request as a DeepSpeed configuration, with a flops_profiler block.
std::string write_deepspeed(const Request& request);

/// The request as an accelerate configuration; comments say what each choice buys on a card.
std::string write_accelerate(const Request& request);

/// "deepspeed" or "accelerate"; an empty text for another format.
std::string write_plan(const Request& request, std::string_view format);

}  // namespace vramscope
