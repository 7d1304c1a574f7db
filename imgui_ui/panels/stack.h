// A machine's terms as one stacked bar: the same drawing in the answer and in the comparison.
#pragma once

#include <optional>
#include <string_view>

#include "look.h"
#include "vramscope/reply.h"
#include "widgets/paint.h"

namespace vramscope {

/// Whether a term takes memory of the device.
bool on_device(const Term& term);
/// For drawing only: which part of the whole.
float share_of(Bytes part, Bytes whole);

/// What a link calls it: "kv_cache", and "weights.host" for the part in host memory.
std::string term_key(const Term& term);
/// Its name, and what it is in one sentence.
std::string term_name(const Term& term, const Look& look);
std::string_view term_hint(TermId term, const Look& look);

struct StackStyle {
  Bytes at_right_edge;  ///< what the full width stands for
  bool labels = false;  ///< names inside wide segments
  std::string chosen;   ///< key of the term to stress
};
/// Draws terms, slack, free memory, range and capacity line. Returns the term under the pointer.
std::optional<TermId> paint_stack(const MachineResult& result, const Box& box,
                                  const StackStyle& style, const Look& look);

}  // namespace vramscope
