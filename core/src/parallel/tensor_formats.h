// How one tensor of a model is stored: the rules of checkpoints and of llama.cpp's file types.
#pragma once

#include "parallel/job.h"

namespace vramscope {

/// Of norms, biases and routers. llama.cpp files keep them in fp32 whatever the file type.
std::string_view vector_format(const Job& job);

/// Small tensors that quantisers leave alone.
bool kept_whole(const ModelTensor& tensor);
/// Matrices inside a recurrent block that llama.cpp's files store like any other: all but the
/// convolution's, which stays in fp32, and the small ones of RWKV.
bool matrix_in_gguf(const ModelSpec& spec, const ModelTensor& tensor);
/// Of a latent head: its small projections stay on each device, the rest is split by heads.
bool on_each_device(const ModelTensor& tensor);

/// Where llama-quantize sees each layer: those of a mixture by their place in the model, others
/// among the layers that have such a tensor.
struct Places {
  std::vector<uint16_t> attention;  ///< how many layers before this one attend
  std::vector<uint16_t> ffn;
  uint64_t attending = 0;
  uint64_t feeding = 0;
  uint64_t experts = 0;  ///< of the model's mixtures

  explicit Places(const ModelSpec& spec);
  MixPlace of(const ModelSpec& spec, const ModelTensor& tensor, uint64_t layer) const;
};

/// The format of a layer's matrix, by the checkpoint's or the file type's rules.
std::string_view matrix_format(const Job& job, const Places& places, const ModelTensor& tensor,
                               uint64_t layer);
/// The row of a format, or of what llama-quantize falls back to: a block must divide the row.
const Format* fitting_format(const Job& job, std::string_view id, const ModelTensor& tensor);

/// Scales that belong to rows, columns, tiles or whole matrices of `elements` of a tensor, bytes.
double scale_bytes(const Format& format, const ModelTensor& tensor, double elements);

}  // namespace vramscope
