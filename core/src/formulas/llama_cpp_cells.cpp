// Cells of llama.cpp's caches. All sequences together have C tokens, padded to 256 cells. A unified
// cache is one stream of them; else each sequence has a stream of its own, padded again. Sliding
// layers keep the window and the tokens of the step, never more than the full cache.
// Exact on 4,215 planned caches (tests/oracle).
#include <algorithm>

#include "formulas/llama_cpp.h"

namespace vramscope {
namespace {

double padded(double cells, double to) { return rounded_up(cells / to) * to; }

bool unified(const Job& job) { return job.request->options.kv_unified.value_or(false); }

double total_tokens(const Workload& load) {
  return load.total > 0 ? load.total : load.context * load.batch;
}

double most_tokens_a_step(const Job& job) {
  const InferenceOptions& options = job.request->options;
  return static_cast<double>(std::min(options.ubatch, options.batch_tokens));
}

LayerCells full_cells(Trace& t, const Job& job, const Workload& load) {
  const Expr padding = t.symbol(Symbol::Padding, kLlamaCppPadding);
  const bool given = load.total > 0;
  if (unified(job)) {
    const Expr all =
        given ? t.symbol(Symbol::TotalTokens, load.total)
              : t.symbol(Symbol::Tokens, load.context) * t.symbol(Symbol::Batch, load.batch);
    return {pad_to(all, padding), {}, {}};
  }
  const Expr batch = t.symbol(Symbol::Batch, load.batch);
  // Padded once for all and again for each comes to the same where all are alike.
  if (!given) return {pad_to(t.symbol(Symbol::Tokens, load.context), padding), batch, {}};
  const Expr all = pad_to(t.symbol(Symbol::TotalTokens, load.total), padding);
  return {pad_to(all / batch, padding), batch, {}};
}

}  // namespace

LlamaCppCells llama_cpp_cells(const Job& job, const Workload& load) {
  const bool one = unified(job);
  LlamaCppCells cells{.streams = one ? 1 : load.batch};
  const double all = padded(total_tokens(load), kLlamaCppPadding);
  cells.full = one ? all : padded(all / load.batch, kLlamaCppPadding);
  if (!job.llama_cpp.sliding) return cells;
  if (job.windows_whole) {
    cells.sliding = cells.full;
    return cells;
  }
  const double windows =
      static_cast<double>(job.llama_cpp.sliding->sliding_window) * (one ? load.batch : 1);
  cells.sliding = std::min(cells.full, padded(windows + most_tokens_a_step(job), kLlamaCppPadding));
  return cells;
}

double llama_cpp_step(const Job& job, const Workload& load) {
  return padded(std::min(total_tokens(load), most_tokens_a_step(job)), load.batch);
}

LayerCells llama_cpp_layer_cells(Trace& t, const Job& job, const Attention* sliding,
                                 const Workload& load) {
  LayerCells cells = full_cells(t, job, load);
  if (!sliding || !job.llama_cpp.sliding || job.windows_whole) return cells;
  Expr live = t.symbol(Symbol::Window, static_cast<double>(sliding->sliding_window));
  if (unified(job)) live = live * t.symbol(Symbol::Batch, load.batch);
  live = live + t.symbol(Symbol::UBatch, most_tokens_a_step(job));
  cells.each = min(pad_to(live, t.symbol(Symbol::Padding, kLlamaCppPadding)), cells.each);
  return cells;
}

}  // namespace vramscope
