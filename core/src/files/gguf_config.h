// What a GGUF header says of the model, in the words of a Hugging Face config.json.
#pragma once

#include <span>

#include "io/json.h"
#include "vramscope/stored_tensors.h"

namespace vramscope {

/// `file`: the part with the metadata; `tensors`: of all parts. Fields that the modelling code
/// assumes are left to the family's row; what only the tensors show (biases, a tied head, the width
/// of an expert) is taken from them.
Json gguf_config(const StoredFile& file, std::span<const StoredTensor> tensors);

}  // namespace vramscope
