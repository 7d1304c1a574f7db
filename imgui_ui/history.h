// Questions that the reader can go back to.
#pragma once

#include <string>
#include <vector>

#include "vramscope/request.h"

namespace vramscope {

/// Each step is a link: small, and read by the same code as any other.
struct History {
  std::string present;  ///< the last one recorded
  std::vector<std::string> past, future;
  bool gesture = false;  ///< a drag goes on: what follows belongs to the same step
};

/// Begins anew with this request.
void restart(History& history, const Request& now);

/// Records a change. `held`: the pointer is down or just let go, so that all of a drag is one step.
void record(History& history, const Request& now, bool held);

/// Steps back or forward and puts the request there. False: there is no step.
bool undo(History& history, Request& request);
bool redo(History& history, Request& request);

}  // namespace vramscope
