// What the order of a family's operations leaves alive in llama.cpp's graphs, as rows.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vramscope {

/// Where the logits start when every token goes through the head: behind a hole that the last norm
/// did not fit.
enum class HeadHole : uint8_t {
  None,
  Rows,    ///< `hole_rows`
  Masks,   ///< `hole_rows` and the masks where those fit in a row; else one row
  Narrow,  ///< queries narrower than the hidden size: where the activation fits between the masks
};

/// Counts are rows of hidden_size a token. The defaults suit most families.
struct LlamaCppGraph {
  std::string_view model_type;
  double head = 1;               ///< beside the logits
  double score_queries = 2;      ///< copies of the queries beside the scores of unfused attention
  double before = 0;             ///< more before the feed-forward
  double before_unfused = 0;     ///< the same, without flash attention
  double before_quantised = 0;   ///< the same, with quantised values
  bool fused = false;            ///< queries leave no hole: one matrix makes queries, keys, values
  bool rotated = false;          ///< rotated queries of a quantised cache fill the queries' hole
  bool wide_cache_fits = false;  ///< the hole stays with an fp32 cache too
  HeadHole hole = HeadHole::None;
  double hole_rows = 0;
  bool shared_beside = true;  ///< the shared expert runs while the experts' result is alive
  // Models with recurrent layers.
  double before_state = 0;     ///< before the feed-forward; 0: 2, and 3 with a shared expert
  bool state_queries = false;  ///< the queries' hole counts there too
  double scan_rows = 3;        ///< during a Mamba 2 scan
  bool wide_repeats = false;  ///< keys and queries of a delta net are repeated to the values' width
  bool snapshots = false;     ///< keeps states to go back to
};

std::span<const LlamaCppGraph> llama_cpp_graphs();
/// The family's row; nullptr where it has none.
const LlamaCppGraph* find_llama_cpp_graph(std::string_view model_type);
/// The defaults.
const LlamaCppGraph& usual_llama_cpp_graph();

}  // namespace vramscope
