// What formulas produce: explained values, before any text is made of them.
#pragma once

#include <array>
#include <span>

#include "tables/sources.h"
#include "vramscope/reply.h"
#include "vramscope/trace.h"

namespace vramscope {

/// Phases in which a term is live, as a bit mask; the meaning of each bit is the task's phase list.
using PhaseMask = uint8_t;
inline constexpr PhaseMask kAllPhases = 0xff;

struct TermValue {
  TermId id = TermId::Weights;
  Place place = Place::Allocated;
  Exactness exactness = Exactness::Exact;
  PhaseMask phases = kAllPhases;
  Expr expr;
  std::array<Source, 2> sources{Source::Count, Source::Count};  ///< Count: none

  /// Whole bytes: every term is rounded up before it is summed.
  Level size() const {
    return {Bytes::of(rounded_up(expr.value)), Bytes::of(rounded_up(expr.low)),
            Bytes::of(rounded_up(expr.high))};
  }
};

/// The terms of one device, in the order of the reply. No allocation: searches make thousands.
class TermList {
 public:
  void add(TermValue term) {
    // Terms that an engine does not have are left out; a figure that somebody measured never is.
    const bool there = term.expr.high > 0 || term.sources[0] == Source::GivenByUser;
    if (count_ < terms_.size() && term.expr.trace && there) terms_[count_++] = term;
  }
  std::span<const TermValue> all() const { return {terms_.data(), count_}; }
  std::span<TermValue> all() { return {terms_.data(), count_}; }

 private:
  std::array<TermValue, 20> terms_;  // training has seventeen at most, serving fourteen
  size_t count_ = 0;
};

}  // namespace vramscope
