// Every measured number in the estimator is a row here: value, range, unit, source, day.
#pragma once

#include <string_view>

#include "tables/sources.h"
#include "vramscope/trace.h"

namespace vramscope {

struct Coefficient {
  std::string_view id;
  Symbol symbol = Symbol::None;
  double low = 0, value = 0, high = 0;  ///< bytes or a plain factor, by the symbol's dimension
  Source source = Source::Folklore;
  std::string_view as_of;
  std::string_view note;  ///< what was measured, for maintainers
};

/// The coefficient as a leaf of a formula.
inline Expr use(Trace& trace, const Coefficient& row) {
  return trace.ranged(row.symbol, row.low, row.value, row.high);
}

inline constexpr double kMiB = 1048576.0;

inline constexpr Coefficient kLlamaCppContext{
    "llama_cpp_context",
    Symbol::ContextBytes,
    107 * kMiB,
    300 * kMiB,
    555 * kMiB,
    Source::LlamaCppContext,
    "2026-05-24",
    "bare CUDA context: 107 MiB with 34 SM, 555 MiB with 188 SM; about 3 MiB an SM"};
inline constexpr Coefficient kLlamaCppHoles{"llama_cpp_holes",
                                            Symbol::RowsAtHead,
                                            -1,
                                            0,
                                            2,
                                            Source::LlamaCppGraph,
                                            "2026-11-30",
                                            "hidden-size rows more or less than the graph's table "
                                            "says, over 1,800 measured device buffers; "
                                            "CUDA takes up to 1.6 more"};
inline constexpr Coefficient kLlamaCppCopies{
    "llama_cpp_copies",
    Symbol::InputCopies,
    1,
    4,
    4,
    Source::LlamaCppGraph,
    "2026-11-30",
    "copies of every input where layers are split over devices; the engine does with one where "
    "four do not fit"};
inline constexpr Coefficient kLlamaCppMatrixCopies{
    "llama_cpp_matrix_copies",
    Symbol::CopiedMatrix,
    0.7,
    1,
    1.2,
    Source::LlamaCppGraph,
    "2026-11-30",
    "largest matrix of a layer, or all experts of one, in CPU memory: one copy at a time; buffers "
    "of 14 models"};
inline constexpr Coefficient kLlamaCppLargeCopies{
    "llama_cpp_large_copies",
    Symbol::CopiedMatrix,
    0.9,
    1,
    2,
    Source::LlamaCppGraph,
    "2026-11-30",
    "the same beyond 1 GiB, which Vulkan allocates in parts: gate and up were both there"};
inline constexpr Coefficient kLlamaCppCacheCopies{
    "llama_cpp_cache_copies",
    Symbol::CopiedCaches,
    0,
    0.5,
    2,
    Source::LlamaCppGraph,
    "2026-11-30",
    "keys or values of one layer in CPU memory: none at 8k, up to both at 32k"};
inline constexpr Coefficient kTorchContext{
    "torch_context", Symbol::ContextBytes,
    426 * kMiB,      768 * kMiB,
    1454 * kMiB,     Source::TorchContext,
    "2026-08-12",    "426 MiB before any kernel (torch 2.10), 1.42 GiB after many kernels"};
inline constexpr Coefficient kTorchMatrixLibrary{
    "torch_matrix_library",
    Symbol::LibraryBytes,
    33 * kMiB,
    36 * kMiB,
    48 * kMiB,
    Source::QwenSpeed,
    "2025-05-01",
    "constant beside weights and KV in 28 runs: 33-37 MiB, 46-48 with hidden 5120"};
inline constexpr Coefficient kMlxPrefill{"mlx_prefill",
                                         Symbol::LibraryBytes,
                                         0.6e9,
                                         0.75e9,
                                         0.9e9,
                                         Source::MlxRuns,
                                         "2026-11-30",
                                         "beside weights and cache while a prompt of 2,048 tokens "
                                         "is read: 0.66 to 0.81 GB in five runs, "
                                         "4B and 30B-A3B alike"};
inline constexpr Coefficient kVllmProfile{
    "vllm_profile",
    Symbol::ProfileFactor,
    1.0,
    1.25,
    1.7,
    Source::VllmProfile,
    "2026-08-22",
    "one isolated reading is 1.35 times the model of this formula"};
inline constexpr Coefficient kVllmNonTorch{
    "vllm_non_torch", Symbol::NonTorchBytes,
    133 * kMiB,       164 * kMiB,
    563 * kMiB,       Source::VllmProfile,
    "2026-08-22",     "0.13-0.20 GiB on one card, 0.55 on two"};
inline constexpr Coefficient kVllmGraphs{
    "vllm_graphs", Symbol::GraphBytes,
    133 * kMiB,    532 * kMiB,
    1475 * kMiB,   Source::VllmGraphs,
    "2026-08-22",  "0.13 GiB (5 graphs) to 1.44 GiB (52 graphs, batch 512)"};
inline constexpr Coefficient kNccl{
    "nccl",
    Symbol::CommBytes,
    544 * kMiB,
    1024 * kMiB,
    1485 * kMiB,
    Source::Nccl,
    "2026-08-22",
    "544-688 MiB a group on A100 NVLink, +1.45 GiB first communicator on other cards"};
inline constexpr Coefficient kLogitBytes{
    "logit_bytes",
    Symbol::BytesLogit,
    8.3,
    10,
    14,
    Source::HfLogits,
    "2026-08-22",
    "8.3 compiled, 10 eager, 11 HF Trainer, 14 torchtitan plain cross-entropy"};
inline constexpr Coefficient kStepCopies{
    "step_copies",
    Symbol::StepFactor,
    0,
    1,
    1,
    Source::TorchAdamW,
    "2026-08-22",
    "foreach AdamW holds about one more copy of the parameters while it steps"};
inline constexpr Coefficient kQuantisedInputs{
    "quantised_inputs",
    Symbol::KeptInputs,
    0,
    1.08,
    1.4,
    Source::LitGptRuns,
    "2026-11-30",
    "4-bit layers of bitsandbytes 0.41 keep their inputs though frozen: 1.07 to 1.36 times them in "
    "six litgpt runs; later releases do not"};
inline constexpr Coefficient kSavedTensors{
    "saved_tensors",
    Symbol::SavedFactor,
    0.95,
    1,
    1.06,
    Source::LitGptRuns,
    "2026-11-30",
    "blocks that the allocator does not split, kernels that save a little more: 1.00 to 1.05 in "
    "litgpt, torchtune and Megatron runs"};
inline constexpr Coefficient kVariedSlack{
    "varied_slack",
    Symbol::Slack,
    1.02,
    1.1,
    1.22,
    Source::TorchAllocator,
    "2026-11-30",
    "batches of changing length leave holes: 1.05 to 1.2 in runs of transformers' Trainer"};
inline constexpr Coefficient kMegatronWorkspace{
    "megatron_workspace",
    Symbol::LibraryBytes,
    0,
    256 * kMiB,
    1536 * kMiB,
    Source::MegatronRuns,
    "2026-11-30",
    "allocated between steps beside the states: nothing to 1.3 GiB in eleven runs; workspaces of "
    "Transformer Engine and pipeline buffers"};
inline constexpr Coefficient kExpandableSlack{"expandable_slack",
                                              Symbol::Slack,
                                              1.0,
                                              1.02,
                                              1.06,
                                              Source::TorchAllocator,
                                              "2026-11-30",
                                              "segments that grow leave little between blocks"};
inline constexpr Coefficient kTrainingSlack{
    "training_slack",
    Symbol::Slack,
    1.0,
    1.06,
    1.15,
    Source::TorchAllocator,
    "2026-08-22",
    "reserved over allocated; 1.05-1.15 suggested, lower with expandable segments"};
inline constexpr Coefficient kInferenceSlack{"inference_slack",
                                             Symbol::Slack,
                                             1.0,
                                             1.01,
                                             1.03,
                                             Source::TorchAllocator,
                                             "2026-08-22",
                                             "large blocks allocated once leave little slack"};

}  // namespace vramscope
