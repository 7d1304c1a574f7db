// A file read piece by piece, unpacked on the way where it is gzip.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace vramscope::cli {

enum class Unpacked { Whole, CannotRead, CutOff };

/// Gives all bytes of a file, or of standard input for "-", to `take`, some at a time.
Unpacked read_in_pieces(const std::string& path, const std::function<void(std::string_view)>& take);

}  // namespace vramscope::cli
