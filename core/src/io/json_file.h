// JSON as it lies on people's disks: edited by hand, written by Python, or not JSON at all.
#pragma once

#include "io/json.h"

namespace vramscope {

struct JsonFile {
  Json value;
  std::vector<Problem> warnings;  ///< what had to be mended, each with the first line it stands on
};

/// Parses a file. Comments, trailing commas and the literals NaN, Infinity and -Infinity (read as
/// absent) are accepted with a warning. An empty file, a Git LFS pointer and the like are errors by
/// their own name; a cut-off file names the byte where it ends.
Result<JsonFile> read_json_file(std::string_view text, size_t max_bytes);

/// What a file is that certainly is not JSON, safetensors or GGUF, as a problem; nothing otherwise.
std::vector<Problem> foreign_file(std::string_view text);

}  // namespace vramscope
