// Activations: the tensors that autograd saves in the forward pass for the backward pass.
//
// Per token and layer, in elements of the activation type:
//   norm inputs and outputs 4 h · queries d_q · keys and values 2 d_kv · attention output d_q ·
//   feed-forward 3 d_ffn (gated: gate, up, product) or 2 d_ffn (plain)
// Eager PyTorch also keeps, in bytes: one more d_ffn (the activation function's output) and 8 h
// (norms computed in fp32). Flash attention adds one fp32 number a head; unfused attention keeps
// the scores. Llama-2-7B at 2,048 tokens: 8.6 GB compiled, 12.2 GB eager. Checked on litgpt and
// torchtune runs (median 0.8 % and 0.6 %). Bounded: frameworks fuse differently.
#include <algorithm>

#include "formulas/formulas.h"

namespace vramscope {
namespace {

Expr tokens(Trace& t, const Workload& load) {
  return t.symbol(Symbol::MicroBatch, load.batch) * t.symbol(Symbol::SequenceLength, load.context);
}

/// An encoder of fixed length (Whisper) sees that many tokens whatever is written.
Expr tokens_of(Trace& t, const Job& job, const LayerGroup& group, const Workload& load) {
  if (!group.encoder || job.spec->encoder_tokens == 0) return tokens(t, load);
  return t.symbol(Symbol::MicroBatch, load.batch) *
         t.symbol(Symbol::EncoderTokens, static_cast<double>(job.spec->encoder_tokens));
}

Expr element(Trace& t, const Job& job) {
  return t.symbol(Symbol::BytesActivation, job.recipe->activations);
}

Expr hidden(Trace& t, const Job& job) {
  return t.symbol(Symbol::Hidden, static_cast<double>(job.spec->hidden_size));
}

Expr ffn_elements(Trace& t, const Job& job, const Ffn& ffn, std::string_view which) {
  const bool gated = ffn.kind == FfnKind::Gated;
  const double kept = (gated ? 3 : 2) + (job.engine->eager && gated ? 1 : 0);
  Expr width = t.symbol(Symbol::FfnSize, static_cast<double>(ffn.intermediate_size), which);
  if (ffn.num_experts > 0) {
    width = t.symbol(Symbol::ExpertsPerToken, static_cast<double>(ffn.num_experts_per_tok)) * width;
    const uint64_t always = ffn.shared_intermediate_size + ffn.dense_intermediate_size;
    if (always > 0) width = width + t.symbol(Symbol::SharedFfn, static_cast<double>(always));
  }
  return kept * width;
}

/// What attention scores cost a token: one fp32 sum a head with flash attention; else every score,
/// once after the softmax and, with dropout, again after it with its mask.
Expr score_bytes(Trace& t, const Job& job, uint64_t count, const Workload& load) {
  const Expr heads = t.symbol(Symbol::Heads, static_cast<double>(count));
  if (job.request->training.attention == "flash") return t.literal(4, kBytes) * heads;
  const double kept = job.recipe->activations;
  const double bytes = job.spec->attention_dropout > 0 ? 2 * kept + 1 : kept;
  return t.symbol(Symbol::BytesScore, bytes) * heads *
         t.symbol(Symbol::SequenceLength, load.context);
}

Expr divided(Trace& t, const Job& job, const Expr& bytes) {
  if (job.layout.tensor == 1) return bytes;
  return bytes / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
}

/// What the mixers of a layer keep beside plain attention: rebuilt keys and values of latent
/// attention, projections and gates of a recurrent block, queries and outputs of cross-attention.
uint64_t other_mixers(const LayerGroup& group) {
  uint64_t kept = 0;
  if (const auto& a = group.latent) {
    kept += a->q_lora_rank + a->cached() + 2 * a->q_size() + 2 * a->o_size();
  }
  if (const auto& a = group.compressed) kept += 2 * (a->q_lora_rank + a->q_size() + a->head_dim);
  if (const auto& r = group.recurrent) {
    kept += 2 * r->conv_channels() + 2 * std::max(r->inner_size, r->num_heads * r->head_dim);
  }
  if (group.cross) kept += 2 * group.cross->q_size() + 2 * group.cross->k_size();
  return kept;
}

/// Bytes that one token leaves behind in one layer of this group. Tensor parallelism divides heads
/// and feed-forward; what has the hidden size stays whole on each device (no sequence parallelism).
Expr layer_bytes(Trace& t, const Job& job, const LayerGroup& group, const Workload& load) {
  Expr split;
  if (group.attention) {
    const Attention& a = *group.attention;
    split = 2 * t.symbol(Symbol::QuerySize, static_cast<double>(a.q_size())) +
            2 * t.symbol(Symbol::KvSize, static_cast<double>(a.k_size()));
  }
  if (const uint64_t kept = other_mixers(group)) {
    split = plus(split, t.symbol(Symbol::MixerSize, static_cast<double>(kept)));
  }
  if (group.ffn) split = plus(split, ffn_elements(t, job, *group.ffn, {}));
  const Expr around = 4 * hidden(t, job);
  const Expr elements = split.trace ? around + divided(t, job, split) : around;
  Expr bytes = element(t, job) * elements;
  if (const uint64_t heads = group.num_attention_heads()) {
    bytes = bytes + divided(t, job, score_bytes(t, job, heads, load));
  }
  return job.engine->eager ? bytes + t.literal(8, kBytes) * hidden(t, job) : bytes;
}

/// One-forward-one-backward keeps a stage's micro-batches until their gradients come back: the
/// first stage holds as many as there are stages.
Expr in_flight(Trace& t, const Job& job, const Stage& stage, const Expr& bytes) {
  if (job.layout.pipeline == 1) return bytes;
  return t.symbol(Symbol::InFlight, static_cast<double>(job.layout.pipeline - stage.index)) * bytes;
}

}  // namespace

Expr saved_activations(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  Expr sum;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const LayerGroup& group = job.spec->groups[i];
    sum = t.sum_item(sum, t.symbol(Symbol::Layers, stage.group_layers[i]) *
                              tokens_of(t, job, group, load) * layer_bytes(t, job, group, load));
  }
  return sum.trace ? in_flight(t, job, stage, sum) : sum;
}

Expr checkpoints(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  return in_flight(t, job, stage,
                   t.symbol(Symbol::Layers, static_cast<double>(stage.layers)) * tokens(t, load) *
                       element(t, job) * hidden(t, job));
}

Expr layer_working_set(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  Expr largest;
  for (size_t i = 0; i < stage.group_layers.size(); ++i) {
    if (stage.group_layers[i] == 0) continue;
    const LayerGroup& group = job.spec->groups[i];
    const Expr layer = tokens_of(t, job, group, load) * layer_bytes(t, job, group, load);
    largest = largest.trace ? max(largest, layer) : layer;
  }
  return largest;
}

Expr logits(Trace& t, const Job& job, const Workload& load) {
  // At least the logits themselves and the fp32 probabilities that become their gradient.
  const Expr bytes = job.engine->logit_bytes
                         ? use(t, *job.engine->logit_bytes)
                         : t.symbol(Symbol::BytesLogit, job.recipe->activations + 4);
  return divided(t, job,
                 tokens(t, load) * bytes *
                     t.symbol(Symbol::Vocabulary, static_cast<double>(job.spec->vocab_size)));
}

}  // namespace vramscope
