// Bytes that training sends between devices, and a pipeline's idle share.
#pragma once

#include "speed/speed.h"

namespace vramscope {

/// Sent by one device in a step; an empty expression where it sends nothing.
Expr data_parallel_bytes(Trace& t, const Job& job);
/// Sent by one device in one micro-batch.
Expr tensor_parallel_bytes(Trace& t, const Job& job);

void training_traffic(Trace& t, const Job& job, SpeedValues& values);

}  // namespace vramscope
