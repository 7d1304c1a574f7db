// From numbers to the reply's structs, with the working of each term.
#pragma once

#include "estimate/estimate.h"

namespace vramscope {

MachineResult report_machine(const Job& job);
ModelSummary summarise_model(const Job& job);

}  // namespace vramscope
