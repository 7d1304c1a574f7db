// Weights that are no row of the tables: parts in one text, "format:awq/skip:head,embedding",
// "bits:4.5/group:128", "format:fp8/bytes:9000000000".
#pragma once

#include "parallel/job.h"

namespace vramscope {

/// A plan of the request's own. Its strings lead into the tables.
struct OwnWeights {
  WeightPlan plan;
  Format format;       ///< of id kOwnFormat, where bits were stated
  uint32_t skip = 0;   ///< modules that stay in 16 bit
  uint64_t bytes = 0;  ///< of all weights; 0: as they add up
};
inline constexpr std::string_view kOwnFormat = "own";

/// Reads the text. `format` is a weight format or a type of one tensor (default: 16 bit), `bits` an
/// average for a matrix's numbers, `group` how many share a scale of 16 bits beside them, `skip`
/// modules that are not quantised, `bytes` what all take. Errors name the field.
Result<std::shared_ptr<const OwnWeights>> read_own_weights(std::string_view text,
                                                           const Engine& engine);

/// Whether the request says that a module stays in 16 bit, and the type of those.
bool skipped(const Job& job, Module module);
std::string_view kept_format(const Job& job);

/// The table's row of a format, or the job's own.
const Format* stored_format(const Job& job, std::string_view id);

}  // namespace vramscope
