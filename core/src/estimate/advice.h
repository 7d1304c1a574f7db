// What to change when a job does not fit: single changes, each tried through the same
// estimate.
#pragma once

#include "parallel/job.h"
#include "vramscope/reply.h"

namespace vramscope {

/// The fullest device of a request on its first machine; nothing when it cannot be laid out.
struct WhatIf {
  Level device;
  Bytes usable;
};
std::optional<WhatIf> what_if(const Request& request, const ModelSpec& spec);

/// Changes that save something, those that make it fit first, and of those the cheapest first.
std::vector<AdviceLine> advise(const Job& job, const Level& device);

}  // namespace vramscope
