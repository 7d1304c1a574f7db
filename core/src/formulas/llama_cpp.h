// Memory of llama.cpp's own making, shared by the terms that it appears in.
#pragma once

#include "formulas/formulas.h"

namespace vramscope {

/// Sequences that share one stream of cells, and how many cells it has.
struct LlamaCppCells {
  double streams = 1;
  double full = 0;     ///< cells of one stream
  double sliding = 0;  ///< of one stream of the sliding cache; 0: there is none
};
LlamaCppCells llama_cpp_cells(const Job& job, const Workload& load);

/// Tokens of the largest step: ubatch, batch or all there are, as many for each sequence.
double llama_cpp_step(const Job& job, const Workload& load);

/// Cells of one layer, as working: of each stream, and how many streams (not there: one).
struct LayerCells {
  Expr each;
  Expr streams;
  Expr shared;  ///< of all streams, kept once; not there: none
};
/// `sliding`: in the cache of the windows. Exact. Source: llama.cpp src/llama-kv-cache-iswa.
LayerCells llama_cpp_layer_cells(Trace& t, const Job& job, const Attention* sliding,
                                 const Workload& load);

/// The compute buffer of a device: the largest moment of the graph.
Expr llama_cpp_graph(Trace& t, const Job& job, const Stage& stage, const Workload& load);
/// Buffers in CPU memory: inputs, looked-up embeddings, logits handed to the caller.
Expr llama_cpp_host(Trace& t, const Job& job, const Stage& stage, const Workload& load);

}  // namespace vramscope
