#include "tables/llama_cpp_graphs.h"

#include <algorithm>
#include <array>

namespace vramscope {
namespace {

// Source of every row: buffers that llama.cpp v0.5.0 planned for models of the family, 2026-11-30
// (tests/oracle). Sorted by model_type.
constexpr std::array kGraphs = {
    LlamaCppGraph{.model_type = "cohere",
                  .before_unfused = 2,
                  .before_quantised = 1,
                  .hole = HeadHole::Rows,
                  .hole_rows = 1},
    LlamaCppGraph{.model_type = "cohere2", .before = 1, .before_unfused = 2},
    LlamaCppGraph{.model_type = "deepseek_v2", .head = 2, .hole = HeadHole::Rows, .hole_rows = 7},
    LlamaCppGraph{.model_type = "deepseek_v3", .head = 2, .hole = HeadHole::Masks, .hole_rows = 1},
    LlamaCppGraph{
        .model_type = "exaone4", .score_queries = 1, .hole = HeadHole::Rows, .hole_rows = 1},
    LlamaCppGraph{.model_type = "falcon_mamba", .head = 2},
    LlamaCppGraph{.model_type = "gemma", .wide_cache_fits = true},
    LlamaCppGraph{.model_type = "gemma2", .wide_cache_fits = true},
    LlamaCppGraph{.model_type = "gemma3_text", .rotated = true, .wide_cache_fits = true},
    LlamaCppGraph{.model_type = "glm4_moe", .head = 2, .hole = HeadHole::Rows, .hole_rows = 1},
    LlamaCppGraph{.model_type = "gpt2", .head = 2, .score_queries = 3},
    LlamaCppGraph{.model_type = "gpt_oss", .head = 2},
    LlamaCppGraph{.model_type = "granite", .rotated = true},
    LlamaCppGraph{
        .model_type = "granitemoehybrid", .head = 3, .score_queries = 1, .before_state = 3},
    LlamaCppGraph{.model_type = "internlm2", .rotated = true},
    LlamaCppGraph{.model_type = "jamba", .head = 2, .score_queries = 1},
    LlamaCppGraph{.model_type = "kimi_k2", .head = 2, .hole = HeadHole::Masks, .hole_rows = 1},
    LlamaCppGraph{.model_type = "lfm2", .hole = HeadHole::Masks, .hole_rows = 1, .snapshots = true},
    LlamaCppGraph{.model_type = "llama", .rotated = true, .hole = HeadHole::Narrow},
    LlamaCppGraph{.model_type = "llama4_text",
                  .head = 2,
                  .before = 1,
                  .hole = HeadHole::Masks,
                  .hole_rows = 2,
                  .shared_beside = false},
    LlamaCppGraph{
        .model_type = "mamba2", .head = 2, .hole = HeadHole::Rows, .hole_rows = 1, .scan_rows = 4},
    LlamaCppGraph{.model_type = "mistral", .rotated = true, .hole = HeadHole::Narrow},
    LlamaCppGraph{.model_type = "mixtral", .rotated = true},
    LlamaCppGraph{.model_type = "nemotron_h",
                  .head = 3,
                  .score_queries = 1,
                  .before_state = 2,
                  .state_queries = true,
                  .snapshots = true},
    LlamaCppGraph{
        .model_type = "olmo2", .score_queries = 1, .hole = HeadHole::Rows, .hole_rows = 1},
    LlamaCppGraph{.model_type = "olmoe", .rotated = true},
    LlamaCppGraph{.model_type = "phi", .before = 1},
    LlamaCppGraph{.model_type = "phi3",
                  .score_queries = 0,
                  .fused = true,
                  .hole = HeadHole::Masks,
                  .hole_rows = 2},
    LlamaCppGraph{.model_type = "qwen2", .rotated = true},
    LlamaCppGraph{.model_type = "qwen2_moe", .hole = HeadHole::Rows, .hole_rows = 1},
    LlamaCppGraph{.model_type = "qwen3", .rotated = true},
    LlamaCppGraph{.model_type = "qwen3_5", .head = 2, .score_queries = 3, .snapshots = true},
    LlamaCppGraph{.model_type = "qwen3_5_moe", .head = 2, .score_queries = 3.5, .snapshots = true},
    LlamaCppGraph{
        .model_type = "qwen3_5_moe_text", .head = 2, .score_queries = 3.5, .snapshots = true},
    LlamaCppGraph{.model_type = "qwen3_5_text", .head = 2, .score_queries = 3, .snapshots = true},
    LlamaCppGraph{.model_type = "qwen3_next", .head = 2, .score_queries = 3, .wide_repeats = true},
    LlamaCppGraph{.model_type = "smollm3", .rotated = true, .hole = HeadHole::Rows, .hole_rows = 1},
    LlamaCppGraph{.model_type = "starcoder2", .head = 2, .rotated = true},
};

constexpr bool sorted() {
  for (size_t i = 1; i < kGraphs.size(); ++i) {
    if (!(kGraphs[i - 1].model_type < kGraphs[i].model_type)) return false;
  }
  return true;
}
static_assert(sorted(), "rows are found by binary search");

constexpr LlamaCppGraph kUsual{};

}  // namespace

std::span<const LlamaCppGraph> llama_cpp_graphs() { return kGraphs; }

const LlamaCppGraph* find_llama_cpp_graph(std::string_view model_type) {
  const auto row = std::lower_bound(kGraphs.begin(), kGraphs.end(), model_type,
                                    [](const LlamaCppGraph& graph, std::string_view wanted) {
                                      return graph.model_type < wanted;
                                    });
  return row != kGraphs.end() && row->model_type == model_type ? &*row : nullptr;
}

const LlamaCppGraph& usual_llama_cpp_graph() { return kUsual; }

}  // namespace vramscope
