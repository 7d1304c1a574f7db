// The registry of citations. A formula or coefficient names a row; nothing cites free text.
#pragma once

#include <cstdint>
#include <string_view>

namespace vramscope {

enum class Source : uint8_t {
  HfConfig,
  Gqa2023,
  Mistral2023,
  Zero2019,
  Megatron2022,
  FlashAttention2022,
  Amp2017,
  LlamaCppGraph,
  LlamaCppKv,
  LlamaCppQuantize,
  GgmlBlocks,
  LlamaCppContext,
  QwenSpeed,
  VllmProfile,
  VllmKv,
  VllmGraphs,
  TorchContext,
  Nccl,
  TorchDdp,
  TorchAdamW,
  TorchAllocator,
  HfCache,
  HfLogits,
  LitGptRuns,
  TorchtuneRuns,
  MegatronRuns,
  FmsRuns,
  DeepSpeedConfig,
  Qlora2023,
  Gptq2022,
  Awq2023,
  Fp8Block,
  OcpMx,
  Nvfp4,
  LlmInt8,
  Mla2024,
  MlxQuantize,
  MlxRuns,
  Exllama,
  LitgptRuns,
  SglangServer,
  OllamaRules,
  HfPrefill,
  Lora2021,
  Mamba2023,
  LlamaCppRuns,
  SparkRuns,
  BatchRuns,
  ServingRuns,
  TrainingRuns,
  BusRuns,
  Roofline,
  Judgement,
  Folklore,
  Trl,
  GivenByUser,
  Count,
};

/// "arXiv:2305.13245 section 2"
std::string_view citation(Source source);

}  // namespace vramscope
