// What every header reader checks.
#pragma once

#include "tables/dtypes.h"
#include "vramscope/stored_tensors.h"

namespace vramscope {

inline constexpr uint64_t kMostCountable = uint64_t{1} << 53;

Param count_param(std::string name, uint64_t value);

/// A whole number from 0 to below 2^53.
bool is_count(double number);

/// Fills `elements` and `bytes` from the shape. False when they are not whole blocks, or not below
/// 2^53.
bool measure(StoredTensor& tensor, const StoredDtype& dtype);

/// The file again, asking for `bytes` of it; an error where the file is known to end before.
Result<StoredFile> ask_for(const StoredFile& file, uint64_t bytes, uint64_t have,
                           std::optional<uint64_t> size);

/// No name stands twice.
std::vector<Problem> check_names(const std::vector<StoredTensor>& tensors);

void sort_metadata(StoredFile& file);

/// A download that was cut, or data after the last tensor: a warning with byte counts.
/// `least_bytes`: of the file, when padding at its end is left out.
void check_size(StoredFile& file, uint64_t least_bytes, std::optional<uint64_t> size);

}  // namespace vramscope
