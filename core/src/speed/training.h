// Operations that training takes, and its figures of speed.
#pragma once

#include "speed/speed.h"

namespace vramscope {

/// N as 6N counts it: what a token multiplies, and the table it is looked up in. A count given in
/// the request stands for the derived one.
double parameters_6n(const Job& job);

enum class Attended : uint8_t {
  None,    ///< 6 N
  Causal,  ///< 6 N + 6 L d s: pairs that a mask hides are left out
  Full,    ///< 6 N + 12 L d s: every pair
};
/// Operations of the model for one token, forward and backward.
Expr model_work(Trace& t, const Job& job, Attended attended);
/// The same as the device runs it: with what is computed twice, without what a frozen base saves.
Expr hardware_work(Trace& t, const Job& job);

void training_speed(Trace& t, const Job& job, SpeedValues& values);

}  // namespace vramscope
