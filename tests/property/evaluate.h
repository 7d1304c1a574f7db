// Reads a printed formula line and computes it again, independently of the code that printed it.
#pragma once

#include <optional>
#include <string>

namespace vramscope::test {

/// Numbers with thousands separators and an optional " B", + − × ÷, ( ), ⌈ ⌉, min(a, b), max(a, b).
/// nullopt when the line is not understood to its end.
std::optional<double> evaluate(const std::string& line);

}  // namespace vramscope::test
