// Requests of every kind, from a seed.
#pragma once

#include <cstdint>

#include "vramscope/request.h"

namespace vramscope::test {

/// The `index`-th random request; the same on every machine.
Request random_request(uint64_t index);

}  // namespace vramscope::test
