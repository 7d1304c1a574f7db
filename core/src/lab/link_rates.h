// What links carry and how much of it collectives reach, as rows with their sources.
#pragma once

#include <string_view>

#include "vramscope/topo.h"

namespace vramscope::lab {

struct Rate {
  double low = 0, value = 0, high = 0;
};

struct RateRow {
  std::string_view id;
  Rate rate;
  std::string_view source;
  std::string_view as_of;
};

/// Bytes a second that one GPU's links carry one way.
struct WireRate {
  Rate rate;
  std::string_view source;
};
WireRate wire_rate(const Topology& topology, const TopoWorkload& workload);

/// Share of the wire that a ring reaches as bus bandwidth (all-gather, reduce-scatter, and
/// all-reduce where nothing does better).
const RateRow& ring_share(const Topology& topology);
/// The same of the best all-reduce: NVSwitch of Hopper and later adds inside the switch.
RateRow all_reduce_share(const Topology& topology, const TopoWorkload& workload);

/// Share of the peak that the matrix units reach while nothing waits for a link.
const RateRow& compute_share();

}  // namespace vramscope::lab
