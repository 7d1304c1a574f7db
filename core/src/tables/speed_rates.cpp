#include "tables/speed_rates.h"

#include <array>

namespace vramscope {
namespace {

// Fitted to mechanisms: time of a step = bytes ÷ (bandwidth × share) + layers × latency. Two weight
// formats of one model on one card give both unknowns; other models and sources check them.
// clang-format off
constexpr std::array kRows = {
    SpeedRow{SpeedClass::LlamaCpp, CardClass::Gddr, {0.76, 0.89, 0.96}, {38, 66, 110}, {0.22, 0.38, 0.53}, Source::LlamaCppRuns, "2026-11-30", "builds of 2023-12 to 2024-05 on 11 cards; newer builds have the lower latency"},
    SpeedRow{SpeedClass::LlamaCpp, CardClass::Hbm, {0.46, 0.60, 0.78}, {50, 105, 145}, {0.14, 0.24, 0.38}, Source::LlamaCppRuns, "2026-11-30", "A100 and H100 at batch 1: many cores at a low clock leave small matrices waiting"},
    SpeedRow{SpeedClass::LlamaCpp, CardClass::AmdGddr, {0.58, 0.77, 0.90}, {40, 85, 140}, {0.14, 0.36, 0.60}, Source::Judgement, "2026-11-30", "between the NVIDIA row and a 7900 XTX at 120 to 135 token/s, 7B Q4_0"},
    SpeedRow{SpeedClass::LlamaCpp, CardClass::AmdHbm, {0.25, 0.45, 0.70}, {50, 110, 180}, {0.08, 0.28, 0.62}, Source::Judgement, "2026-11-30", "few readings"},
    SpeedRow{SpeedClass::LlamaCpp, CardClass::Apple, {0.68, 0.85, 0.95}, {80, 140, 190}, {0.42, 0.62, 0.78}, Source::LlamaCppRuns, "2026-11-30", "M1 to M3, f16 and 4 bit, 7B to 70B"},
    SpeedRow{SpeedClass::LlamaCpp, CardClass::Unified, {0.70, 0.87, 0.95}, {30, 60, 110}, {0.12, 0.26, 0.42}, Source::Judgement, "2026-11-30", "Strix Halo reads at 83 % of its bandwidth"},
    SpeedRow{SpeedClass::LlamaCpp, CardClass::Any, {0.25, 0.50, 0.80}, {50, 130, 300}, {0.05, 0.20, 0.50}, Source::Judgement, "2026-11-30", "no readings"},
    SpeedRow{SpeedClass::Compiled, CardClass::Gddr, {0.74, 0.86, 0.94}, {25, 55, 100}, {0.48, 0.70, 0.90}, Source::ServingRuns, "2026-11-30", "as HBM; GDDR reads a little better"},
    SpeedRow{SpeedClass::Compiled, CardClass::Hbm, {0.67, 0.80, 0.90}, {40, 66, 105}, {0.48, 0.64, 0.80}, Source::ServingRuns, "2026-11-30", "0.5B to 14B on A100; newer engines have the lower latency"},
    SpeedRow{SpeedClass::Compiled, CardClass::AmdHbm, {0.45, 0.65, 0.82}, {50, 95, 160}, {0.25, 0.40, 0.60}, Source::Judgement, "2026-11-30", "MI300X: 51 % of the matrix rate in the best shapes, 81 % of the bandwidth"},
    SpeedRow{SpeedClass::Compiled, CardClass::Unified, {0.66, 0.84, 0.94}, {30, 80, 150}, {0.30, 0.52, 0.75}, Source::SparkRuns, "2026-12-01", "vLLM and TensorRT-LLM on a GB10, 8B to 70B"},
    SpeedRow{SpeedClass::Compiled, CardClass::Any, {0.45, 0.70, 0.88}, {50, 105, 200}, {0.20, 0.42, 0.65}, Source::Judgement, "2026-11-30", "few readings"},
    SpeedRow{SpeedClass::Eager, CardClass::Apple, {0.45, 0.65, 0.85}, {500, 900, 1500}, {0.20, 0.40, 0.65}, Source::Judgement, "2026-11-30", "no readings"},
    SpeedRow{SpeedClass::Eager, CardClass::Any, {0.55, 0.75, 0.92}, {480, 700, 980}, {0.25, 0.45, 0.70}, Source::QwenSpeed, "2026-11-30", "0.6 to 0.9 ms a layer whatever its size: the CPU launches the kernels"},
    SpeedRow{SpeedClass::Mlx, CardClass::Any, {0.72, 0.86, 0.94}, {40, 58, 90}, {0.50, 0.66, 0.84}, Source::MlxRuns, "2026-11-30", "Qwen3 4B in three formats on an M4 Max; 30B-A3B checks it"},
    SpeedRow{SpeedClass::Exllama, CardClass::Any, {0.64, 0.82, 0.94}, {15, 42, 85}, {0.25, 0.45, 0.70}, Source::ServingRuns, "2026-11-30", "ExLlamaV2: 7B at 4 bit 195 token/s on a 4090, 175 on a 3090 Ti"},
    SpeedRow{SpeedClass::Any, CardClass::Any, {0.55, 0.80, 0.95}, {0, 40, 110}, {0.25, 0.50, 0.80}, Source::Judgement, "2026-11-30", "between the engines"},
};

constexpr std::array kTraining = {
    TrainingRow{"Hopper", {}, {0.33, 0.47, 0.58}, Source::TrainingRuns, "2026-11-30", "bf16, 1B to 405B: llm-foundry, torchtitan, Megatron"},
    TrainingRow{"Blackwell", "datacenter", {0.28, 0.42, 0.60}, Source::TrainingRuns, "2026-11-30", "Megatron-Bridge on B200 and GB200"},
    TrainingRow{"Ampere", "datacenter", {0.40, 0.56, 0.70}, Source::TrainingRuns, "2026-11-30", "A100 bf16, 125M to 1T parameters"},
    TrainingRow{"Volta", {}, {0.20, 0.36, 0.50}, Source::Judgement, "2026-11-30", "fp16 without fused attention"},
    TrainingRow{"CDNA", {}, {0.18, 0.32, 0.48}, Source::Judgement, "2026-11-30", "MI300X: 51 % in the best shapes of one matrix"},
    TrainingRow{{}, "unified", {0.15, 0.35, 0.60}, Source::Judgement, "2026-11-30", "no readings"},
    TrainingRow{{}, {}, {0.28, 0.50, 0.72}, Source::TrainingRuns, "2026-11-30", "RTX 4090 at 66 % with recomputation, RTX A6000 lower"},
};

constexpr std::array kConstants = {
    SpeedConstant{"mixture_us", {20, 45, 150}, Source::MlxRuns, "2026-11-30", "30B-A3B against 4B dense: 45 µs a layer; 16 cards with 256 experts: more"},
    SpeedConstant{"mixture_us_llama", {0, 10, 60}, Source::SparkRuns, "2026-12-01", "30B-A3B in Q8_0 on a GB10: 1 ms for 48 layers"},
    SpeedConstant{"mixture_us_eager", {400, 2500, 11500}, Source::QwenSpeed, "2026-11-30", "a loop over the experts; older versions go over all of them"},
    SpeedConstant{"beside_rest", {0, 0.40, 0.80}, Source::BatchRuns, "2026-12-01", "prompts of 128 tokens, where both take as long: 1.3 to 1.5 times one of them"},
    SpeedConstant{"step_us", {250, 750, 1600}, Source::ServingRuns, "2026-11-30", "vLLM 0.6 on models of 0.5B to 14B; newer engines less"},
    SpeedConstant{"packed_us", {0, 22, 50}, Source::ServingRuns, "2026-11-30", "GPTQ and AWQ beside bf16: 10 µs at 14B to 40 µs at 0.5B"},
    SpeedConstant{"eager_four_bit_us", {500, 800, 1150}, Source::QwenSpeed, "2026-11-30", "AWQ and GPTQ on two hosts: 0.54 to 1.12 ms"},
    SpeedConstant{"eager_eight_bit_us", {950, 1400, 1900}, Source::QwenSpeed, "2026-11-30", "GPTQ int8 1.1 to 1.3 ms, fp8 1.5 to 1.8 ms"},
    SpeedConstant{"cache_read", {0.28, 0.55, 1.0}, Source::ServingRuns, "2026-11-30", "7B at 32k, one sequence with 4 heads of keys: 0.38"},
    SpeedConstant{"cache_read_many", {0.75, 1.05, 1.2}, Source::BatchRuns, "2026-12-01", "6B and 7B at 48 to 120 sequences on H100, L40S and A100: 0.83 to 0.94 of the bandwidth"},
    SpeedConstant{"cache_read_llama", {0.60, 0.92, 1.15}, Source::SparkRuns, "2026-12-01", "with flash attention; five models to 32k, batch 1 to 32"},
    SpeedConstant{"cache_read_eager", {0.025, 0.05, 0.6}, Source::QwenSpeed, "2026-11-30", "14B at 32k: 80 ms for 6.4 GB"},
    SpeedConstant{"expert_read", {0.50, 0.80, 1.0}, Source::Judgement, "2026-11-30", "narrow matrices"},
    SpeedConstant{"expert_read_llama", {0.70, 0.95, 1.0}, Source::SparkRuns, "2026-12-01", "30B-A3B reads as fast as a dense model"},
    SpeedConstant{"expert_spread", {0.50, 0.85, 1.0}, Source::Judgement, "2026-12-01", "routers have favourites; like prompts share them"},
    SpeedConstant{"mixture_prompt", {0.30, 0.60, 1.0}, Source::SparkRuns, "2026-12-01", "30B-A3B against dense models on a GB10: 0.58"},
    SpeedConstant{"unpack_work", {14, 28, 40}, Source::LlamaCppRuns, "2026-11-30", "Q4_K_M on M1, M1 Max and M2 Ultra, whose cores are the limit; M3 Max is not"},
    SpeedConstant{"unpack_work_plain", {8, 16, 24}, Source::LlamaCppRuns, "2026-12-01", "Q4_0 on M2 and M1 Max: at most 22"},
    SpeedConstant{"hop_us", {50, 200, 400}, Source::LlamaCppRuns, "2026-11-30", "8B on 1 to 8 cards: 0.2 ms a card"},
    SpeedConstant{"reduce_us_link", {6, 14, 30}, Source::Judgement, "2026-11-30", "one-shot all-reduce inside a machine"},
    SpeedConstant{"reduce_us_pcie", {18, 40, 90}, Source::Judgement, "2026-11-30", "with and without peer-to-peer"},
    SpeedConstant{"link_share", {0.60, 0.78, 0.95}, Source::BusRuns, "2026-11-30", "A100 0.78, H100 0.81 (ring) to above 1 with in-switch sums"},
    SpeedConstant{"pcie_share", {0.15, 0.40, 0.80}, Source::BusRuns, "2026-11-30", "0.8 one way with peer-to-peer; far less through host memory"},
    SpeedConstant{"network_gb_s", {10, 40, 90}, Source::BusRuns, "2026-11-30", "100 Gb/s Ethernet to 400 Gb/s InfiniBand a card, as all-reduce reaches it"},
    SpeedConstant{"host_gb_s", {30, 55, 110}, Source::Judgement, "2026-11-30", "two channels of DDR4 to DDR5; servers have more"},
    SpeedConstant{"host_layer_us", {30, 80, 250}, Source::Judgement, "2026-11-30", "threads meet, activations cross the bus"},
    SpeedConstant{"exposed_share", {0, 0.10, 0.50}, Source::TrainingRuns, "2026-11-30", "the same models on 8 and on 128 to 512 H100 lose 1 to 8 %"},
    SpeedConstant{"mixture_training", {0.35, 0.52, 0.80}, Source::TrainingRuns, "2026-11-30", "16 to 26 % of the bf16 peak on H100, by active parameters"},
    SpeedConstant{"fp8_training", {0.60, 0.85, 1.0}, Source::TrainingRuns, "2026-11-30", "Llama 3 8B to 405B on H100: 40 to 43 % of the fp8 peak"},
    SpeedConstant{"power_decode", {0.35, 0.65, 0.95}, Source::Judgement, "2026-11-30", "memory-bound work draws less than the board's limit"},
    SpeedConstant{"power_training", {0.65, 0.85, 1.0}, Source::Judgement, "2026-11-30", "close to the board's limit"},
};
// clang-format on
static_assert(kConstants.size() == static_cast<size_t>(SpeedConstantId::Count));

bool begins(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

CardClass card_class(const GpuSpec& gpu) {
  const bool hbm = begins(gpu.memory_type, "HBM");
  if (gpu.vendor == "apple") return CardClass::Apple;
  if (gpu.category == "unified") return CardClass::Unified;
  if (gpu.vendor == "nvidia") return hbm ? CardClass::Hbm : CardClass::Gddr;
  if (gpu.vendor == "amd") return hbm ? CardClass::AmdHbm : CardClass::AmdGddr;
  return CardClass::Other;
}

std::string_view speed_class_id(SpeedClass engine) {
  constexpr std::array<std::string_view, 7> kIds = {"any",   "ideal", "llama.cpp", "compiled",
                                                    "eager", "mlx",   "exllama"};
  return kIds[static_cast<size_t>(engine)];
}

std::string_view card_class_id(CardClass card) {
  constexpr std::array<std::string_view, 8> kIds = {"any",     "gddr",  "hbm",     "amd-gddr",
                                                    "amd-hbm", "apple", "unified", "other"};
  return kIds[static_cast<size_t>(card)];
}

std::span<const SpeedRow> speed_rows() { return kRows; }

const SpeedRow& speed_row(SpeedClass engine, CardClass card) {
  const SpeedRow* found = &kRows.back();
  for (const SpeedRow& row : kRows) {
    if (row.engine != engine) continue;
    if (row.card == card) return row;
    if (row.card == CardClass::Any) found = &row;
  }
  return *found;
}

std::span<const TrainingRow> training_rows() { return kTraining; }

const TrainingRow& training_row(const GpuSpec& gpu) {
  for (const TrainingRow& row : kTraining) {
    const bool architecture = begins(gpu.architecture, row.architecture);
    if (architecture && (row.category.empty() || row.category == gpu.category)) return row;
  }
  return kTraining.back();
}

const SpeedConstant& speed_constant(SpeedConstantId id) {
  return kConstants[static_cast<size_t>(id)];
}

}  // namespace vramscope
