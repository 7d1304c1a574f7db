// Serving: seconds of one step that gives every sequence a token, and of reading a prompt.
//
// A step reads every weight that it multiplies once, the keys and values of all sequences, and of a
// mixture the experts that its tokens are sent to. Arithmetic runs beside the reading: the longer
// of the two counts. What the kernels of a layer take beyond that does not depend on the sizes.
// Stages of a pipeline follow one another; a tensor-parallel group divides a layer and sums twice.
// Not true for speculative decoding, and not for batches that an engine runs through stages at
// once.
#include <algorithm>
#include <cmath>

#include "formulas/formulas.h"
#include "parallel/own_weights.h"
#include "speed/parts.h"

namespace vramscope {
namespace {

/// Weights that one device of the stage has, by how they are read. Bytes.
struct Resident {
  double always = 0, experts = 0, host_always = 0, host_experts = 0;
};

Resident resident(const Job& job, const Stage& stage, bool on_cpu) {
  const double degree = static_cast<double>(job.layout.tensor);
  Resident r;
  for (const StorageLine& line : stage.storage) {
    const double block = static_cast<double>(line.format->bytes) / line.format->elements;
    const double bytes = (line.sharded / degree + line.replicated) * block +
                         line.scale_bytes / (line.sharded > 0 ? degree : 1);
    (line.host ? r.host_always : r.always) += bytes;
  }
  // Bytes stated in the request stand for what was derived, in proportion.
  const double stated = stage.given_weight_bytes / degree;
  const double scale = stated > 0 && r.always > 0 ? stated / r.always : 1;
  r.experts = stage.expert_bytes / degree * scale;
  r.always = std::max(0.0, (r.always - stage.unread_bytes / degree) * scale - r.experts);
  r.host_experts = stage.host_expert_bytes;
  // A table in host memory is looked up, not read.
  r.host_always = std::max(0.0, r.host_always - r.host_experts - stage.host_unread_bytes);
  if (!on_cpu) return r;
  return {.host_always = r.always + r.host_always, .host_experts = r.experts + r.host_experts};
}

/// Experts that B tokens are sent to: 1 − (1 − k ÷ E)^B when all are equally likely, fewer as
/// routers have favourites, never less than the k of one token.
Spread experts_touched(const Job& job, double tokens) {
  double kept = 1;
  double one = 0;
  for (const LayerGroup& group : job.spec->groups) {
    if (!group.ffn || group.ffn->num_experts == 0) continue;
    const auto all = static_cast<double>(group.ffn->num_experts);
    one = std::min(1.0, static_cast<double>(group.ffn->num_experts_per_tok) / all);
    double base = 1 - one;
    for (auto n = static_cast<uint64_t>(std::max(1.0, tokens)); n > 0; n /= 2) {
      if (n % 2 == 1) kept *= base;
      base *= base;
    }
    break;
  }
  const double more = std::max(0.0, 1 - kept - one);
  const Spread& spread = speed_constant(SpeedConstantId::ExpertSpread).spread;
  return {one + more * spread.low, one + more * spread.value, one + more * spread.high};
}

Expr expert_bytes(Trace& t, const Job& job, double bytes, const Spread& share,
                  std::string_view where) {
  const bool llama = speed_class(*job.engine) == SpeedClass::LlamaCpp;
  return t.symbol(Symbol::ExpertBytes, bytes, where) * use(t, Symbol::ExpertShare, share) /
         use(t, Symbol::ExpertRead,
             llama ? SpeedConstantId::ExpertReadLlama : SpeedConstantId::ExpertRead);
}

/// Heads of keys whose caches can be read side by side: those of all sequences.
double cache_heads(const Job& job, double sequences) {
  double heads = 0;
  for (const LayerGroup& group : job.spec->groups) {
    if (group.attention)
      heads = std::max(heads, static_cast<double>(group.attention->num_key_value_heads));
  }
  return std::max(1.0, heads / static_cast<double>(job.layout.tensor)) * sequences;
}
constexpr double kManyHeads = 128;  ///< about as many as a card has groups of cores

SpeedConstantId cache_reading(const Job& job, double sequences) {
  switch (speed_class(*job.engine)) {
    case SpeedClass::Eager:
      return SpeedConstantId::CacheReadEager;
    case SpeedClass::LlamaCpp:
      return SpeedConstantId::CacheReadLlama;
    case SpeedClass::Any:
    case SpeedClass::Ideal:
    case SpeedClass::Compiled:
    case SpeedClass::Mlx:
    case SpeedClass::Exllama:
      break;
  }
  return cache_heads(job, sequences) >= kManyHeads ? SpeedConstantId::CacheReadMany
                                                   : SpeedConstantId::CacheRead;
}

/// Keys, values and states, as many bytes of weights as take the same time.
Expr as_weights(Trace& t, const Job& job, const Expr& cache, double sequences) {
  const SpeedClass engine = speed_class(*job.engine);
  if (!cache.trace || engine == SpeedClass::Ideal || engine == SpeedClass::Mlx) return cache;
  return cache / use(t, Symbol::CacheRead, cache_reading(job, sequences));
}

Expr read_bytes(Trace& t, const Job& job, double always, double experts, const Spread& share,
                const Expr& cache, std::string_view where) {
  Expr bytes = t.symbol(Symbol::ReadBytes, always, where);
  if (experts > 0) bytes = bytes + expert_bytes(t, job, experts, share, where);
  return plus(bytes, cache);
}

/// Keys, values and states of every sequence.
Expr cache_bytes(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  return as_weights(t, job,
                    plus(kv_cache(t, job, stage, load), recurrent_state(t, job, stage, load)),
                    load.batch);
}

/// The share of the matrix rate that is reached. In serving engines it falls with the fourth root
/// of the rate: what stands beside the matrices (scores, norms, fetching) does not grow with it.
/// 0.9 at 148 TFLOP/s (H20), 0.66 at 312 (A100), 0.44 at 1,979 (H100 in fp8) were seen.
Spread matrix_share(const Job& job, const SpeedRow& row, double rate) {
  if (speed_class(*job.engine) != SpeedClass::Compiled) return row.prefill;
  constexpr double kReference = 312e12;
  constexpr double kMost = 0.95;
  const double factor = std::sqrt(std::sqrt(kReference / rate));
  return {std::min(kMost, row.prefill.low * factor), std::min(kMost, row.prefill.value * factor),
          std::min(kMost, row.prefill.high * factor)};
}

Expr matrix_rate(Trace& t, const Job& job, const GpuSpec& gpu, const SpeedRow& row) {
  const std::optional<double> rate = serving_rate(job, gpu);
  if (!rate) return {};
  return t.symbol(Symbol::PeakFlops, *rate) *
         use(t, Symbol::MatrixShare, matrix_share(job, row, *rate));
}

/// Operations with the weights for one token, on one device.
Expr weight_work(Trace& t, const Job& job, double active) {
  const Expr work = t.literal(2, kFlops) * t.symbol(Symbol::ActiveParameters, active);
  if (job.layout.tensor == 1) return work;
  return work / t.symbol(Symbol::TensorParallel, static_cast<double>(job.layout.tensor));
}

bool is_packed(const Job& job) { return job.stored || !job.weights->plain(); }

double bits_per_weight(const Job& job) {
  const Format* format =
      stored_format(job, job.stored ? std::string_view(job.stored->format) : job.weights->matrix);
  return format ? format->bits_per_element() : 16;
}

/// Time of the layers' kernels beyond reading and arithmetic.
Expr layer_latency(Trace& t, const Job& job, const Stage& stage, const SpeedRow& row) {
  const LayerCount count = count_layers(job, stage);
  const bool packed = is_packed(job);
  Spread each = row.layer_us;
  if (packed && speed_class(*job.engine) == SpeedClass::Eager) {
    each = speed_constant(bits_per_weight(job) > 6 ? SpeedConstantId::EagerEightBitUs
                                                   : SpeedConstantId::EagerFourBitUs)
               .spread;
  }
  Expr layer = use(t, Symbol::LayerTime, each, kMicro);
  if (packed && speed_class(*job.engine) == SpeedClass::Compiled) {
    layer = layer + use(t, Symbol::PackedTime, SpeedConstantId::PackedUs, kMicro);
  }
  Expr time = t.symbol(Symbol::Layers, count.all) * layer;
  if (count.mixtures > 0) {
    const SpeedClass engine = speed_class(*job.engine);
    const SpeedConstantId more = engine == SpeedClass::Eager      ? SpeedConstantId::MixtureUsEager
                                 : engine == SpeedClass::LlamaCpp ? SpeedConstantId::MixtureUsLlama
                                                                  : SpeedConstantId::MixtureUs;
    time = time + t.symbol(Symbol::Layers, count.mixtures, "moe") *
                      use(t, Symbol::MixtureTime, more, kMicro);
  }
  return time;
}

/// Two sums a layer and pass over the group: each a latency, and all the tokens' hidden states over
/// the link.
Expr group_sums(Trace& t, const Job& job, const Stage& stage, const GpuSpec& gpu, double tokens,
                double passes) {
  const double degree = static_cast<double>(job.layout.tensor);
  if (degree == 1) return {};
  const Link link = link_between(t, gpu, job.layout.tensor);
  const Expr message = t.literal(2, kBytes) * t.symbol(Symbol::StepTokens, tokens) *
                       t.symbol(Symbol::Hidden, static_cast<double>(job.spec->hidden_size));
  const Expr moved = t.symbol(Symbol::RingShare, 2 * (degree - 1) / degree) * message / link.rate;
  Expr reduce = use(t, Symbol::ReduceTime, link.reduce, kMicro);
  if (passes > 1) reduce = t.symbol(Symbol::Chunks, passes) * reduce;
  return 2 * t.symbol(Symbol::Layers, count_layers(job, stage).all) * (reduce + moved);
}

/// Layers and experts in CPU memory, at the speed of that memory.
Expr host_time(Trace& t, const Job& job, const Resident& r, const Spread& share, const Expr& cache,
               double layers) {
  if (r.host_always + r.host_experts == 0 && !cache.trace) return {};
  return read_bytes(t, job, r.host_always, r.host_experts, share, cache, "host") /
             use(t, Symbol::HostRate, SpeedConstantId::HostGbS, kGiga) +
         t.symbol(Symbol::Layers, layers, "host") *
             use(t, Symbol::LayerTime, speed_constant(SpeedConstantId::HostLayerUs).spread, kMicro,
                 "host");
}

/// The same reading at the bandwidth of the data sheet: no program is faster.
Expr floor_time(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const GpuSpec& gpu = *job.devices[stage.device].spec;
  const Resident r = resident(job, stage, false);
  Expr bytes = t.symbol(Symbol::ReadBytes, r.always);
  if (r.experts > 0) {
    bytes = bytes + t.symbol(Symbol::ExpertBytes, r.experts) *
                        use(t, Symbol::ExpertShare, experts_touched(job, load.batch));
  }
  const bool beside = job.engine->cache != CacheRule::LlamaCpp || job.request->options.kv_offload;
  if (beside) {
    bytes = plus(bytes, plus(kv_cache(t, job, stage, load), recurrent_state(t, job, stage, load)));
  }
  return bytes / t.symbol(Symbol::Bandwidth, *gpu.bandwidth_gb_s * kGiga);
}

/// Reading and arithmetic at once: the longer counts, and of the shorter what kernels do not hide.
Expr overlapped(Trace& t, const Expr& a, const Expr& b) {
  return max(a, b) + use(t, Symbol::BesideRest, SpeedConstantId::BesideRest) * min(a, b);
}

Expr reading_rate(Trace& t, const GpuSpec& gpu, const SpeedRow& row) {
  return t.symbol(Symbol::Bandwidth, *gpu.bandwidth_gb_s * kGiga) *
         use(t, Symbol::BandwidthShare, row.bandwidth);
}

struct StageTime {
  Expr memory, compute, latency, link, host;
  Expr total;
};

StageTime stage_step(Trace& t, const Job& job, const Stage& stage, const Workload& load) {
  const GpuSpec& gpu = *job.devices[stage.device].spec;
  const SpeedRow& row = speed_row(speed_class(*job.engine), card_class(gpu));
  const Resident r = resident(job, stage, false);
  const Spread share = experts_touched(job, load.batch);
  const bool beside = job.engine->cache != CacheRule::LlamaCpp || job.request->options.kv_offload;
  const Expr cache = cache_bytes(t, job, stage, load);
  const Expr rate = reading_rate(t, gpu, row);
  StageTime s;
  s.memory = read_bytes(t, job, r.always, r.experts, share, beside ? cache : Expr{}, {}) / rate;
  // Apple's cores unpack quantised weights no faster than their vector units run.
  const bool packed = is_packed(job) && speed_class(*job.engine) == SpeedClass::LlamaCpp;
  if (packed && gpu.vendor == "apple" && gpu.fp32_tflops) {
    const bool plain = job.weights->matrix.find('k') == std::string_view::npos;
    const Expr unpack =
        use(t, Symbol::UnpackWork,
            plain ? SpeedConstantId::UnpackWorkPlain : SpeedConstantId::UnpackWork) *
        t.symbol(Symbol::ActiveParameters, stage.active) /
        t.symbol(Symbol::VectorRate, *gpu.fp32_tflops * kTera);
    s.memory = max(s.memory, unpack);
  }
  const Expr matrices = matrix_rate(t, job, gpu, row);
  s.total = s.memory;
  if (matrices.trace && load.batch > 1) {
    s.compute = t.symbol(Symbol::Batch, load.batch) * weight_work(t, job, stage.active) / matrices;
    s.total = overlapped(t, s.memory, s.compute);
  }
  s.latency = layer_latency(t, job, stage, row);
  const bool hidden = speed_class(*job.engine) == SpeedClass::Eager;
  s.total = hidden ? max(s.total, s.latency) : s.total + s.latency;
  s.link = group_sums(t, job, stage, gpu, load.batch, 1);
  s.total = plus(s.total, s.link);
  const double host_layers = beside && r.host_experts == 0 ? 0 : count_layers(job, stage).all;
  s.host = host_time(t, job, r, share, beside ? Expr{} : cache, host_layers);
  s.total = plus(s.total, s.host);
  return s;
}

Expr times(Trace& t, double count, const Expr& time) {
  return count == 1 || !time.trace ? time : t.symbol(Symbol::Stages, count) * time;
}

}  // namespace

StepTime decode_step(Trace& t, const Job& job, double context) {
  StepTime step;
  Workload load = job.workload;
  load.context = context;
  load.total = 0;  // cells that are read, not those that were allotted
  for (size_t i = 0; i < job.stages.size(); ++i) {
    const StageTime s = stage_step(t, job, job.stages[i], load);
    const double count = folded(job, i);
    step.total = t.sum_item(step.total, times(t, count, s.total));
    step.memory = plus(step.memory, times(t, count, plus(s.memory, s.host)));
    step.compute = plus(step.compute, times(t, count, s.compute));
    step.latency = plus(step.latency, times(t, count, s.latency));
    step.link = plus(step.link, times(t, count, s.link));
  }
  if (job.on_cpu) {
    const Stage& stage = *job.on_cpu;
    const Resident r = resident(job, stage, true);
    const Expr time = host_time(t, job, r, experts_touched(job, load.batch),
                                cache_bytes(t, job, stage, load), count_layers(job, stage).all);
    if (time.trace) {
      step.total = t.sum_item(step.total, time);
      step.memory = plus(step.memory, time);
    }
  }
  if (speed_class(*job.engine) == SpeedClass::Compiled) {
    const Expr loop = use(t, Symbol::LoopTime, SpeedConstantId::StepUs, kMicro);
    step.total = t.sum_item(step.total, loop);
    step.latency = plus(step.latency, loop);
  }
  if (job.stage_count > 1) {
    const Expr hops = t.symbol(Symbol::Hops, static_cast<double>(job.stage_count - 1)) *
                      use(t, Symbol::HopTime, SpeedConstantId::HopUs, kMicro);
    step.total = t.sum_item(step.total, hops);
    step.link = plus(step.link, hops);
  }
  return step;
}

Expr decode_floor(Trace& t, const Job& job, double context) {
  if (job.on_cpu) return {};
  Workload load = job.workload;
  load.context = context;
  load.total = 0;
  Expr sum;
  for (size_t i = 0; i < job.stages.size(); ++i) {
    const Resident r = resident(job, job.stages[i], false);
    if (r.host_always + r.host_experts > 0) return {};
    sum = t.sum_item(sum, times(t, folded(job, i), floor_time(t, job, job.stages[i], load)));
  }
  return sum;
}

namespace {

/// Prompts as they are read: several short ones go through together, in chunks.
struct Prompts {
  double tokens = 0, sequences = 1;
  double all() const { return tokens * sequences; }
};

double prefill_chunks(const Job& job, const Prompts& prompts) {
  const InferenceOptions& options = job.request->options;
  const double all = prompts.all();
  double chunk = all;
  if (speed_class(*job.engine) == SpeedClass::LlamaCpp) chunk = static_cast<double>(options.ubatch);
  if (job.engine->max_batched_tokens > 0) {
    chunk =
        static_cast<double>(options.max_batched_tokens.value_or(job.engine->max_batched_tokens));
  }
  return rounded_up(all / std::max(1.0, std::min(chunk, all)));
}

Expr over_group(Trace& t, const Job& job, const Expr& work) {
  const auto degree = static_cast<double>(job.layout.tensor);
  return degree > 1 && work.trace ? work / t.symbol(Symbol::TensorParallel, degree) : work;
}

/// Operations of all prompts. The head sees the last tokens only; a token attends to half of its
/// prompt on average.
Expr prompt_work(Trace& t, const Job& job, const Stage& stage, const Prompts& prompts) {
  Expr prompt = t.symbol(Symbol::PromptTokens, prompts.tokens);
  if (prompts.sequences > 1) prompt = t.symbol(Symbol::Batch, prompts.sequences) * prompt;
  const Expr work = weight_work(t, job, std::max(0.0, stage.active - stage.head));
  // 4 operations, half of the pairs
  const Expr scores = attention_work(t, job, stage, prompts.tokens, 2);
  return prompt * plus(work, over_group(t, job, scores));
}

/// Seconds of one stage. A chunk takes as long as its arithmetic or as reading the weights,
/// whichever is longer. Weights in CPU memory are copied to the card once a chunk.
Expr stage_prefill(Trace& t, const Job& job, const Stage& stage, const Prompts& prompts,
                   bool on_cpu) {
  const GpuSpec& gpu = *job.devices[stage.device].spec;
  const SpeedRow& row = speed_row(speed_class(*job.engine), card_class(gpu));
  const double chunks = prefill_chunks(job, prompts);
  Expr rate = matrix_rate(t, job, gpu, row);
  if (!rate.trace) return {};
  if (count_layers(job, stage).mixtures > 0) {
    rate = rate * use(t, Symbol::MatrixShare, speed_constant(SpeedConstantId::MixturePrompt).spread,
                      1, "moe");
  }
  const Resident r = resident(job, stage, on_cpu);
  Expr time = prompt_work(t, job, stage, prompts) / rate;
  if (!on_cpu) {
    const Expr read = read_bytes(t, job, r.always, r.experts,
                                 experts_touched(job, prompts.all() / chunks), Expr{}, {}) /
                      reading_rate(t, gpu, row);
    time = overlapped(t, time, chunks == 1 ? read : t.symbol(Symbol::Chunks, chunks) * read);
  }
  const Expr latency = t.symbol(Symbol::Chunks, chunks) * layer_latency(t, job, stage, row);
  time = speed_class(*job.engine) == SpeedClass::Eager ? max(time, latency) : time + latency;
  time = plus(time, group_sums(t, job, stage, gpu, prompts.all(), chunks));
  const double copied = r.host_always + r.host_experts;
  if (copied > 0) {
    time = time + t.symbol(Symbol::Chunks, chunks) * t.symbol(Symbol::ReadBytes, copied, "host") /
                      host_link(t, gpu);
  }
  return time;
}

/// Bytes of weights that lie on the card, with the experts that `tokens` tokens are sent to.
Expr weights_read(Trace& t, const Job& job, const Resident& r, double tokens) {
  const Expr bytes = t.symbol(Symbol::ReadBytes, r.always);
  if (r.experts == 0) return bytes;
  return bytes + t.symbol(Symbol::ExpertBytes, r.experts) *
                     use(t, Symbol::ExpertShare, experts_touched(job, tokens));
}

}  // namespace

Expr prefill_time(Trace& t, const Job& job, double tokens, double sequences) {
  Expr sum;
  const auto add = [&](const Stage& stage, double count, bool on_cpu) {
    const Expr time = stage_prefill(t, job, stage, {tokens, sequences}, on_cpu);
    if (time.trace) sum = t.sum_item(sum, times(t, count, time));
  };
  for (size_t i = 0; i < job.stages.size(); ++i) add(job.stages[i], folded(job, i), false);
  if (job.on_cpu) add(*job.on_cpu, 1, true);
  return sum;
}

DeviceWork decode_work(Trace& t, const Job& job, double context) {
  const Stage& stage = job.stages.front();
  Workload load = job.workload;
  load.context = context;
  load.total = 0;
  const Expr scores = attention_work(t, job, stage, load.context, 4);  // keys and values, both x 2
  DeviceWork work;
  work.operations = t.symbol(Symbol::Batch, load.batch) *
                    plus(weight_work(t, job, stage.active), over_group(t, job, scores));
  work.bytes = weights_read(t, job, resident(job, stage, false), load.batch);
  if (job.engine->cache != CacheRule::LlamaCpp || job.request->options.kv_offload) {
    work.bytes =
        plus(work.bytes, plus(kv_cache(t, job, stage, load), recurrent_state(t, job, stage, load)));
  }
  work.time = stage_step(t, job, stage, load).total;
  return work;
}

DeviceWork prefill_work(Trace& t, const Job& job, double tokens) {
  const Stage& stage = job.stages.front();
  const Prompts prompts{tokens, 1};
  DeviceWork work;
  work.time = stage_prefill(t, job, stage, prompts, false);
  if (!work.time.trace) return {};
  const double chunks = prefill_chunks(job, prompts);
  work.operations = prompt_work(t, job, stage, prompts);
  work.bytes = t.symbol(Symbol::Chunks, chunks) *
               weights_read(t, job, resident(job, stage, false), tokens / chunks);
  const Workload one{.context = tokens, .batch = 1};
  work.bytes = plus(work.bytes, kv_cache(t, job, stage, one));
  return work;
}

}  // namespace vramscope
