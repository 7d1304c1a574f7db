#include "speed/speed.h"

namespace vramscope {

SpeedValues speed_of(Trace&, const Job&) { return {}; }

}  // namespace vramscope
