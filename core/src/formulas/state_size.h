// Bytes of one layer's recurrent state, as engines keep it.
#pragma once

#include "parallel/job.h"

namespace vramscope {

/// Bytes of a number of the state and of the convolution's past.
double state_number_bytes(const Job& job, const Recurrent& r);
double conv_number_bytes(const Job& job);
/// Tokens that the convolution remembers.
double conv_past(const Job& job, const Recurrent& r);
/// State and past of one layer and sequence on one device.
double layer_state_bytes(const Job& job, const Recurrent& r);

}  // namespace vramscope
