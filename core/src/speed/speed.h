// How fast a job runs: figures of speed as traced expressions.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "parallel/job.h"
#include "tables/sources.h"
#include "vramscope/reply.h"
#include "vramscope/trace.h"

namespace vramscope {

struct SpeedValue {
  SpeedId id = SpeedId::DecodeTokS;
  Expr expr;
  std::array<Source, 2> sources{Source::Count, Source::Count};  ///< Count: none
};

class SpeedValues {
 public:
  std::string_view bound;       ///< what a step waits for most
  std::string_view definition;  ///< of mfu

  /// Figures that cannot be given are left out.
  void add(const SpeedValue& value) {
    if (count_ < values_.size() && value.expr.trace) values_[count_++] = value;
  }
  std::span<const SpeedValue> all() const { return {values_.data(), count_}; }

 private:
  std::array<SpeedValue, kSpeedCount> values_;
  size_t count_ = 0;
};

/// Every figure that the cards' rates allow; none where they are not known.
SpeedValues speed_of(Trace& t, const Job& job);

}  // namespace vramscope
