// Number formats by the names that files use for them.
#pragma once

#include <cstdint>
#include <string_view>

namespace vramscope {

/// `elements` numbers in `bytes` bytes.
struct StoredDtype {
  std::string_view id;  ///< "bf16", "q4_k"
  uint32_t elements = 1;
  uint32_t bytes = 0;
};

/// By its name in a safetensors header ("BF16"), or nullptr.
const StoredDtype* safetensors_dtype(std::string_view name);

/// By ggml's number; a row without an id where there is no such type.
StoredDtype ggml_dtype(uint32_t type);

/// The weight plan of a GGUF file's general.file_type; empty where there is none.
std::string_view gguf_file_type(uint32_t type);

}  // namespace vramscope
