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
inline constexpr Coefficient kIkExpanded{
    "ik_expanded", Symbol::ActivationFactor,
    0.2,           1,
    1.3,           Source::LlamaCppGraph,
    "2026-11-30",  "ik_llama.cpp -mla 2 and 3: 503 MiB at 2k, 3,425 at 32k, 6,081 at 64k tokens"};
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
inline constexpr Coefficient kTorchSmallLibrary{"torch_small_library",
                                                Symbol::LibraryBytes,
                                                8.5 * kMiB,
                                                36 * kMiB,
                                                205 * kMiB,
                                                Source::HfPrefill,
                                                "2024-11-01",
                                                "other cards than Hopper: the library's workspace "
                                                "is 8.1 MiB; 22 runs on an A100 took 27 to 205 "
                                                "beside weights, cache and activations"};
inline constexpr Coefficient kTorchQuantised{"torch_quantised",
                                             Symbol::QuantisedShare,
                                             0,
                                             0.001,
                                             0.012,
                                             Source::QwenSpeed,
                                             "2025-05-01",
                                             "beside weights and cache of FP8, AWQ and GPTQ "
                                             "checkpoints, 26 runs: 0 to 1.1 % of the weights"};
inline constexpr Coefficient kHfPrefill{
    "hf_prefill",
    Symbol::ActivationFactor,
    0.985,
    1,
    1.02,
    Source::HfPrefill,
    "2024-11-01",
    "growth of the peak with the prompt over the formula, 0.5B to 32B: 0.996 to 1.014"};
inline constexpr Coefficient kGptqKernel{
    "gptq_kernel",
    Symbol::ActivationFactor,
    0,
    1,
    1.15,
    Source::HfPrefill,
    "2024-11-01",
    "AutoGPTQ's 4-bit kernel keeps a matrix in 16 bit and 2,048 rows: 0.95 to 1.1 of that at 7B to "
    "72B; later kernels keep nothing"};
inline constexpr Coefficient kTorchEagerContext{
    "torch_eager_context",
    Symbol::ContextBytes,
    1007 * kMiB,
    1343 * kMiB,
    1687 * kMiB,
    Source::TorchContext,
    "2022-04-12",
    "CUDA before 11.7 loads all kernels: 1007 Titan V, 1343 V100, 1488 and 1687 RTX 3090"};
inline constexpr Coefficient kHipContext{
    "hip_context",
    Symbol::ContextBytes,
    284 * kMiB,
    512 * kMiB,
    1024 * kMiB,
    Source::TorchContext,
    "2026-08-19",
    "ROCm: 284 MiB on an idle MI308X, 1 GiB with the first communicator on an MI250X"};
inline constexpr Coefficient kOllamaContext{
    "ollama_context", Symbol::ContextBytes,
    107 * kMiB,       457 * kMiB,
    1024 * kMiB,      Source::OllamaRules,
    "2026-01-01",     "457 MiB is what it sets aside on each CUDA card; 1 GiB in its rule of 2024"};
inline constexpr Coefficient kLitgptQuantise{
    "litgpt_quantise",
    Symbol::BytesWeight,
    2,
    6,
    10,
    Source::LitgptRuns,
    "2024-11-01",
    "a matrix is quantised on the card: copies of the largest in 16 and 32 bit, three models"};
inline constexpr Coefficient kLitgptBeside{
    "litgpt_beside", Symbol::LibraryBytes,
    8.5 * kMiB,      48 * kMiB,
    384 * kMiB,      Source::LitgptRuns,
    "2024-11-01",    "beside weights and cache of seven 16-bit runs"};
inline constexpr Coefficient kExllamaBuffers{
    "exllama_buffers",
    Symbol::ActivationFactor,
    0.3,
    1,
    4,
    Source::Exllama,
    "2024-03-07",
    "buffers for 2,048 tokens and one matrix in 16 bit; without flash attention scores beside "
    "them: "
    "a 13B of 2023 took 2 GiB beside weights and cache with its context, a 7B of 2024 0.5"};
inline constexpr Coefficient kVllmSampler{
    "vllm_sampler",
    Symbol::BytesSampled,
    37,
    38,
    39.5,
    Source::VllmProfile,
    "2025-10-02",
    "the whole vocabulary is sorted: slope of the peak over sequences x vocabulary, 37.9 to 38.1 "
    "in "
    "0.6 to 0.16, five vocabularies, 256 and 1,024 sequences"};
inline constexpr Coefficient kVllmFusedSampler{
    "vllm_fused_sampler",
    Symbol::BytesSampled,
    13.8,
    14,
    14.3,
    Source::VllmProfile,
    "2026-04-22",
    "logits in 16 and 32 bit, probabilities, random numbers: slope 14.5 with the kernel's buffers "
    "in 18 runs of 0.17 to 0.19"};
inline constexpr Coefficient kVllmSamplerRows{"vllm_sampler_rows",
                                              Symbol::SamplerRows,
                                              40,
                                              132,
                                              192,
                                              Source::VllmProfile,
                                              "2026-04-22",
                                              "one row of the vocabulary for each SM: 132 on H100"};
inline constexpr Coefficient kVllmProfile{
    "vllm_profile",
    Symbol::ProfileFactor,
    0.93,
    1.0,
    1.3,
    Source::VllmProfile,
    "2026-04-22",
    "activations of the widest layer for a whole step: 1.00 at 20,000 and 29,000 tokens (0.6.4), "
    "1.02 (0.19), 1.3 on two cards at 2,048 (0.7.2)"};
inline constexpr Coefficient kVllmLibrary{
    "vllm_library", Symbol::LibraryBytes, 8 * kMiB,     8.5 * kMiB,
    40 * kMiB,      Source::VllmProfile,  "2025-03-23", "cards other than Hopper: 8 MiB"};
inline constexpr Coefficient kSglangStep{
    "sglang_step", Symbol::ProfileFactor,
    0.8,           1.0,
    1.7,           Source::VllmProfile,
    "2026-08-22",  "activations of the widest layer for a whole step"};
inline constexpr Coefficient kVllmImages{
    "vllm_images",
    Symbol::BytesActivation,
    20,
    37.5,
    45,
    Source::VllmProfile,
    "2025-01-15",
    "bytes a number of the encoder's hidden states: 36.6 GiB for 128 images of 6,404 patches and "
    "1,280 numbers"};
inline constexpr Coefficient kVllmImagePatches{"vllm_image_patches",
                                               Symbol::EncoderTokens,
                                               1024,
                                               6404,
                                               6404,
                                               Source::VllmProfile,
                                               "2025-01-15",
                                               "patches of the largest image: four tiles of 1,601"};
inline constexpr Coefficient kVllmNonTorch{
    "vllm_non_torch",
    Symbol::NonTorchBytes,
    45 * kMiB,
    130 * kMiB,
    340 * kMiB,
    Source::VllmProfile,
    "2026-08-22",
    "0.05 to 0.11 GiB on T4, A10, V100, A100, RTX 3090; 0.13 on H100; 0.26 and 0.33 in other "
    "stacks; the context is its own"};
inline constexpr Coefficient kVllmNonTorchLater{
    "vllm_non_torch_later",
    Symbol::NonTorchBytes,
    70 * kMiB,
    256 * kMiB,
    480 * kMiB,
    Source::VllmProfile,
    "2026-04-22",
    "0.24 to 0.26 GiB in 30 runs on one H100 since 0.18, 0.46 with Granite, 0.07 a pipeline stage"};
inline constexpr Coefficient kVllmProcess{
    "vllm_process",
    Symbol::ContextBytes,
    330 * kMiB,
    480 * kMiB,
    1850 * kMiB,
    Source::VllmProfile,
    "2025-04-18",
    "all that a process takes beside its tensors, where that was counted: 0.35 GiB on an RTX 3090 "
    "(0.6.4) and another card of 24 GB (0.8.4), 1.79 on H100"};
inline constexpr Coefficient kVllmEitherSampler{"vllm_either_sampler",
                                                Symbol::BytesSampled,
                                                13.8,
                                                38,
                                                39.5,
                                                Source::VllmProfile,
                                                "2025-08-06",
                                                "0.10: FlashInfer's sampler where it is installed"};
inline constexpr Coefficient kMxfp4Padding{
    "mxfp4_padding",
    Symbol::PaddedShare,
    0.9,
    1,
    1.45,
    Source::VllmProfile,
    "2026-04-18",
    "gpt-oss in vLLM: 0.68 and 3.64 GiB beside the stored experts on H100, 0.93 on A100"};
inline constexpr Coefficient kVllmGraphs{
    "vllm_graphs",
    Symbol::GraphBytes,
    62 * kMiB,
    400 * kMiB,
    1475 * kMiB,
    Source::VllmGraphs,
    "2026-09-21",
    "62 MiB at TP 8 to 1.44 GiB (52 graphs, batch 512); 0.52 GiB with 86 graphs of an 8B"};
inline constexpr Coefficient kFewGraphs{
    "few_graphs", Symbol::GraphBytes, 30 * kMiB,    140 * kMiB,
    320 * kMiB,   Source::VllmGraphs, "2026-09-21", "0.13-0.17 GiB with five graphs"};
inline constexpr Coefficient kNccl{
    "nccl",
    Symbol::CommBytes,
    544 * kMiB,
    1024 * kMiB,
    1485 * kMiB,
    Source::Nccl,
    "2026-08-22",
    "544-688 MiB a group on A100 NVLink, +1.45 GiB first communicator on other cards"};
inline constexpr Coefficient kNcclSwitched{
    "nccl_switched",
    Symbol::CommBytes,
    900 * kMiB,
    960 * kMiB,
    1450 * kMiB,
    Source::VllmProfile,
    "2025-10-02",
    "communicators on Hopper over NVLink: 0.93 GiB, and 1.8 with what reduces sums"};
inline constexpr Coefficient kNcclPcie{
    "nccl_pcie",
    Symbol::CommBytes,
    20 * kMiB,
    120 * kMiB,
    700 * kMiB,
    Source::VllmProfile,
    "2025-04-12",
    "cards without a fast link: 0.1 to 0.17 GiB on RTX 4090 and 3090, 0.6 a rank in another stack"};
inline constexpr Coefficient kVllmReduce{
    "vllm_reduce", Symbol::ReduceBytes, 370 * kMiB,   430 * kMiB,
    490 * kMiB,    Source::VllmProfile, "2025-10-02", "TP 2 over one card on H100: 0.42 GiB"};
inline constexpr Coefficient kVllmFusedReduce{
    "vllm_fused_reduce",
    Symbol::ReduceBytes,
    1450 * kMiB,
    1640 * kMiB,
    2050 * kMiB,
    Source::VllmProfile,
    "2026-04-22",
    "sums fused with norms: 1.5 to 1.9 GiB a rank on H100 over NVLink, TP 2 and 4, eight models"};
inline constexpr Coefficient kVllmPlainReduce{
    "vllm_plain_reduce", Symbol::ReduceBytes,  0, 20 * kMiB, 250 * kMiB, Source::VllmProfile,
    "2025-04-12",        "without a fast link"};
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
inline constexpr Coefficient kTrainerWorkspace{
    "trainer_workspace", Symbol::LibraryBytes,
    8.5 * kMiB,          17 * kMiB,
    64 * kMiB,           Source::FmsRuns,
    "2026-11-30",        "beside states between steps: 16 to 17 MiB in 30 runs on an A100"};
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
