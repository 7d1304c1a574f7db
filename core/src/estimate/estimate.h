// From a job to numbers: the terms of one device, its levels, and how far it is from full.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "formulas/formulas.h"

namespace vramscope {

inline constexpr size_t kMaxPhases = 7;
/// Phases of the job in order: "run" for inference (or reading and writing, where that was told
/// apart), the parts of a step for training.
std::span<const std::string_view> phase_ids(const Job& job);

/// One device of one stage.
struct StageEstimate {
  TermList terms;                          ///< of all phases
  std::array<Level, kMaxPhases> phases{};  ///< allocated
  size_t peak = 0;                         ///< phase with the largest value
  Level allocated;                         ///< maximum over phases of each bound
  Level reserved;                          ///< allocator segments
  Level device;                            ///< what nvidia-smi adds up
  Bytes host, nvme;
};
/// Searches leave out what lies in CPU memory.
enum class Detail : uint8_t { All, DeviceOnly };
StageEstimate estimate_stage(Trace& trace, const Job& job, const Stage& stage, const Workload& load,
                             Detail detail = Detail::All);

/// Fits when the high bound does, does not when the low bound does not, else tight.
Verdict verdict_for(const Level& device, Bytes usable);

/// Whether the first device decides over the second: its verdict is worse, or as bad with less
/// room.
bool decides(const Level& first, Bytes first_usable, const Level& second, Bytes second_usable);

/// Room left on the tightest device at both bounds; negative when it does not fit.
struct Margin {
  double low = 0;   ///< usable - device.high: the surely free bytes
  double high = 0;  ///< usable - device.low
};
Margin margin_of(const Job& job, const Workload& load);

}  // namespace vramscope
