// What engines reach of a card's rates, as rows by engine and class of card.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tables/sources.h"
#include "vramscope/catalogue.h"

namespace vramscope {

/// How an engine's kernels behave, whatever its name.
enum class SpeedClass : uint8_t {
  Any,
  Ideal,     ///< no program in particular
  LlamaCpp,  ///< block-quantised weights, one kernel after another
  Compiled,  ///< captured graphs: vLLM and the like
  Eager,     ///< the CPU launches every kernel while the card works: Transformers
  Mlx,
  Exllama,  ///< one captured graph of few, fused kernels
};

enum class CardClass : uint8_t {
  Any,
  Gddr,  ///< NVIDIA with GDDR
  Hbm,   ///< NVIDIA with HBM
  AmdGddr,
  AmdHbm,
  Apple,
  Unified,  ///< other systems on LPDDR
  Other,
};
CardClass card_class(const GpuSpec& gpu);
std::string_view speed_class_id(SpeedClass engine);
std::string_view card_class_id(CardClass card);

/// A measured figure with the range it was seen in.
struct Spread {
  double low = 0, value = 0, high = 0;
};

struct SpeedRow {
  SpeedClass engine;
  CardClass card;
  Spread bandwidth;  ///< share of the memory bandwidth while weights are read
  Spread layer_us;   ///< time that a layer's kernels take beyond reading, µs a step
  Spread prefill;    ///< share of the dense matrix rate while a prompt is read; in serving engines
                     ///< at 312 TFLOP/s, see matrix_share()
  Source source;
  std::string_view as_of;
  std::string_view note;
};
std::span<const SpeedRow> speed_rows();
/// The row for an engine on a card; there is one for every pair.
const SpeedRow& speed_row(SpeedClass engine, CardClass card);

/// Share of the dense peak that training reaches, recomputed operations counted (HFU).
struct TrainingRow {
  std::string_view architecture;  ///< beginning of the card's; empty: any
  std::string_view category;      ///< of the card; empty: any
  Spread hfu;
  Source source;
  std::string_view as_of;
  std::string_view note;
};
std::span<const TrainingRow> training_rows();
const TrainingRow& training_row(const GpuSpec& gpu);

/// Figures that do not depend on the card.
struct SpeedConstant {
  std::string_view id;
  Spread spread;
  Source source;
  std::string_view as_of;
  std::string_view note;
};
enum class SpeedConstantId : uint8_t {
  MixtureUs,       ///< a layer of experts more than a dense one, µs a step
  MixtureUsLlama,  ///< the same in llama.cpp, whose kernels take all experts at once
  MixtureUsEager,  ///< the same where the CPU launches every expert
  BesideRest,      ///< of the shorter of reading and arithmetic, what the longer does not hide
  StepUs,          ///< of a serving engine's loop, µs a step
  PackedUs,        ///< a layer of packed weights in a serving engine more than a plain one, µs
  EagerFourBitUs,  ///< a layer of weights of up to 5 bits where the CPU launches the kernels, µs
  EagerEightBitUs,
  CacheRead,      ///< keys and values: share of the efficiency that weights are read with
  CacheReadMany,  ///< the same where sequences and heads are enough to fill the card
  CacheReadLlama,
  CacheReadEager,  ///< the same where the cache is copied for every token
  ExpertRead,      ///< share of a large matrix's efficiency that experts reach
  ExpertReadLlama,
  ExpertSpread,     ///< further experts that a step touches, of those that equal chances would give
  MixturePrompt,    ///< share of a dense model's matrix efficiency where prompts meet experts
  UnpackWork,       ///< operations to unpack a quantised weight on Apple's cores
  UnpackWorkPlain,  ///< of a format with one scale a block
  HopUs,            ///< a step handed to the next device, µs
  ReduceUsLink,     ///< one all-reduce of a small message over NVLink or the like, µs
  ReduceUsPcie,     ///< the same over PCIe
  LinkShare,        ///< of a link's one-way rate
  PcieShare,
  NetworkGbS,       ///< a device's share of the network between machines, 10^9 B/s
  HostGbS,          ///< bandwidth of host memory as layers there reach it, 10^9 B/s
  HostLayerUs,      ///< a layer that runs, or whose experts run, on the CPU
  ExposedShare,     ///< of gradient and weight traffic, not hidden behind arithmetic
  MixtureTraining,  ///< of the HFU of a dense model, where experts are trained
  Fp8Training,      ///< of the 16-bit HFU, against the fp8 peak
  PowerDecode,      ///< of the board's power while generating
  PowerTraining,
  Count,
};
const SpeedConstant& speed_constant(SpeedConstantId id);

}  // namespace vramscope
