// Recurrent state: what a layer without a growing cache remembers of each sequence. Its size does
// not depend on the context. Source: the models' papers (Mamba 2312.00752, Mamba-2 2405.21060,
// gated delta networks 2412.06464) and the engines' cache classes.
#include "formulas/state_size.h"
#include "formulas/vllm_pages.h"

namespace vramscope {
namespace {

constexpr double kFp32 = 4;

/// llama.cpp keeps state and convolution in fp32 and one token less of the convolution's past, as
/// vLLM and SGLang do; Transformers and the mathematics keep the whole kernel.
bool keeps_one_less(const Job& job) {
  const CacheRule rule = job.engine->cache;
  return rule == CacheRule::LlamaCpp || rule == CacheRule::Vllm || rule == CacheRule::Sglang;
}

/// A quantised cache leaves the state as it is.
double cache_bytes(const Job& job) {
  return job.kv_key->elements == 1 && job.kv_key->bytes >= 2 ? job.kv_key->bytes : 2;
}

}  // namespace

/// llama.cpp keeps every state in fp32; Transformers' delta rule computes and returns its in fp32.
double state_number_bytes(const Job& job, const Recurrent& r) {
  const bool delta = r.kind == RecurrentKind::GatedDelta || r.kind == RecurrentKind::KimiDelta;
  const bool wide = job.engine->cache == CacheRule::LlamaCpp || job.spec->fp32_state ||
                    (delta && job.engine->cache == CacheRule::Transformers);
  return wide ? kFp32 : cache_bytes(job);
}

double conv_number_bytes(const Job& job) {
  return job.engine->cache == CacheRule::LlamaCpp ? kFp32 : cache_bytes(job);
}

double conv_past(const Job& job, const Recurrent& r) {
  return static_cast<double>(r.conv_kernel - (keeps_one_less(job) ? 1 : 0));
}

double layer_state_bytes(const Job& job, const Recurrent& r) {
  double bytes = static_cast<double>(r.state_elements()) * state_number_bytes(job, r);
  if (r.conv_channels() > 0) {
    bytes += static_cast<double>(r.conv_channels()) * conv_past(job, r) * conv_number_bytes(job);
  }
  return bytes / static_cast<double>(job.layout.tensor);
}

Expr recurrent_state(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const double conv = conv_number_bytes(job);
  const bool paged = job.engine->cache == CacheRule::Vllm;
  VllmPages pages = paged ? vllm_pages(job, stage) : VllmPages{};
  Expr sum;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    const LayerGroup& group = job.spec->groups[i];
    if (stage.group_layers[i] == 0 || !group.recurrent) continue;
    const Recurrent& r = *group.recurrent;
    const Expr layers = t.symbol(Symbol::Layers, stage.group_layers[i], "rec");
    const Expr batch = t.symbol(Symbol::Batch, load.batch);
    if (pages.states) {  // a state takes a page of the attending layers
      const double filled = stage.group_layers[i] + pages.empty_states;
      pages.empty_states = 0;  // counted with the first group of its kind
      sum =
          t.sum_item(sum, t.symbol(Symbol::PaddedLayers, filled, "rec") * batch *
                              t.symbol(Symbol::BlockSize, pages.block) *
                              t.symbol(Symbol::BytesKv, attention_token_bytes(job, stage), "tok"));
      continue;
    }
    Expr split;
    if (r.state_elements() > 0) {
      split = t.symbol(Symbol::StateSize, static_cast<double>(r.state_elements())) *
              t.symbol(Symbol::BytesState, state_number_bytes(job, r));
    }
    if (r.conv_channels() > 0) {
      const double kernel = conv_past(job, r);
      split =
          plus(split, t.symbol(Symbol::ConvSize, static_cast<double>(r.conv_channels())) *
                          t.symbol(Symbol::ConvKernel, kernel) * t.symbol(Symbol::BytesConv, conv));
    }
    if (!split.trace) continue;
    if (job.layout.tensor > 1) {
      split = split / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
    }
    Expr states = layers * batch;
    if (job.engine->cache == CacheRule::LlamaCpp && job.llama_cpp.graph->snapshots &&
        job.request->options.rollback > 0) {
      states = states *
               t.symbol(Symbol::Snapshots, 1 + static_cast<double>(job.request->options.rollback));
    }
    sum = t.sum_item(sum, states * split);
  }
  return sum;
}

}  // namespace vramscope
