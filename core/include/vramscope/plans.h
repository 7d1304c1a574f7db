// Training plans as other programs write them: DeepSpeed's JSON in and out, accelerate's YAML out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/request.h"

namespace vramscope {

/// Lays a DeepSpeed configuration over a request: stage, buckets, offload, precision, optimizer,
/// batch sizes. "auto" leaves what is there. Warnings name keys that change memory in no way that
/// is known here.
struct PlanRead {
  Request request;
  std::vector<Problem> warnings;
};
Result<PlanRead> read_deepspeed(std::string_view text, const Request& base);

/// The request as a DeepSpeed configuration, with a flops_profiler block.
std::string write_deepspeed(const Request& request);

/// The request as an accelerate configuration; comments say what each choice buys on a card.
std::string write_accelerate(const Request& request);

/// "deepspeed" or "accelerate"; an empty text for another format.
std::string write_plan(const Request& request, std::string_view format);

}  // namespace vramscope
