// The roofline of a device: what its memory and its units allow, and where the job stands.
#pragma once

#include <vector>

#include "parallel/job.h"
#include "speed/speed.h"
#include "vramscope/roofline.h"
#include "vramscope/trace.h"

namespace vramscope {

/// Dense rates of the card by datatype, the lowest first. Each datatype that differs once.
std::vector<Roof> roofs_of(const GpuSpec& gpu);

/// Of the job's first device. No points where a rate is not known; nothing without a bandwidth.
Roofline roofline_of(Trace& t, const Job& job, const SpeedValues& values);

}  // namespace vramscope
