// llama.cpp's tensor overrides: which tensors of a GGUF file stay in CPU memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/model_spec.h"

namespace vramscope {

/// One "pattern=CPU".
struct TensorPattern {
  std::string text;  ///< a regular expression: . * + ? [ ] ( | ) and escapes
  bool host = false;
};

/// "ffn_.*_exps=CPU,blk\\.0\\.=CUDA0". Errors name the field.
Result<std::vector<TensorPattern>> read_tensor_patterns(std::string_view list);

/// Whether a pattern is found somewhere in a name.
bool found_in(std::string_view pattern, std::string_view name);

/// "blk.3.ffn_gate_exps.weight"
std::string gguf_name(const ModelTensor& tensor, uint64_t layer);

}  // namespace vramscope
