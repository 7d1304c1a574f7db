#include "tables/sources.h"

#include <array>

namespace vramscope {
namespace {

struct Row {
  Source source;
  std::string_view citation;
};

constexpr std::array kRows = {
    Row{Source::HfConfig, "the model's config.json and the shapes of its modules"},
    Row{Source::Gqa2023, "Ainslie et al. 2023, GQA, arXiv:2305.13245"},
    Row{Source::Mistral2023, "Jiang et al. 2023, Mistral 7B, arXiv:2310.06825 section 2"},
    Row{Source::Zero2019, "Rajbhandari et al. 2019, ZeRO, arXiv:1910.02054 section 3"},
    Row{Source::Megatron2022, "Korthikanti et al. 2022, arXiv:2205.05198 section 4"},
    Row{Source::FlashAttention2022, "Dao et al. 2022, FlashAttention, arXiv:2205.14135"},
    Row{Source::Amp2017, "Micikevicius et al. 2017, Mixed precision training, arXiv:1710.03740"},
    Row{Source::LlamaCppGraph,
        "llama.cpp v0.5.0: 4,215 planned buffers of 63 models, tests/oracle, 2026-11-30"},
    Row{Source::LlamaCppKv,
        "llama.cpp src/llama-kv-cache: cells padded to 256; tests/oracle, exact"},
    Row{Source::LlamaCppQuantize, "llama.cpp llama-quantize: type of each tensor by file type"},
    Row{Source::GgmlBlocks, "ggml block layouts, ggml-common.h"},
    Row{Source::LlamaCppContext, "llama.cpp PR 23604 and 20595, 2026: context by card"},
    Row{Source::QwenSpeed, "Qwen3 speed benchmark, transformers 4.51, 28 runs, 2025"},
    Row{Source::VllmProfile,
        "vLLM start-up logs, 0.6 to 0.19; llm-d-planner accuracy runs, 2024-2026"},
    Row{Source::VllmKv, "vLLM v1/kv_cache_interface.py: pages by attention kind"},
    Row{Source::VllmGraphs, "vLLM logs: 0.13 to 1.44 GiB of captured graphs"},
    Row{Source::TorchContext, "pytorch issue 107667 and cards' logs: 0.42 to 1.42 GiB"},
    Row{Source::Nccl, "NCCL issue 964 and logs: 0.5 to 1.5 GiB a rank"},
    Row{Source::TorchDdp, "PyTorch DistributedDataParallel: gradient buckets"},
    Row{Source::TorchAdamW, "torch.optim.AdamW foreach, torchtune PR 389"},
    Row{Source::TorchAllocator, "reserved over allocated in published runs, 1.0 to 1.15"},
    Row{Source::HfCache, "transformers cache_utils: layers with a window keep the window"},
    Row{Source::HfLogits, "transformers PR 33902; logged runs, 8.3 to 14 B a logit"},
    Row{Source::LitGptRuns, "litgpt resource tables, torch 2.1, bitsandbytes 0.41, A100, 2023"},
    Row{Source::TorchtuneRuns, "torchtune README: Llama-3.2-3B, one change at a time, A100, 2025"},
    Row{Source::MegatronRuns, "Megatron-LM functional tests: allocated bytes, 2025"},
    Row{Source::FmsRuns, "fms-acceleration benchmarks: transformers 4.40 to 4.46 on A100, 2024"},
    Row{Source::DeepSpeedConfig, "DeepSpeed ZeRO defaults: buckets of 5e8 elements"},
    Row{Source::Qlora2023, "Dettmers et al. 2023, QLoRA, arXiv:2305.14314"},
    Row{Source::Gptq2022, "Frantar et al. 2022, GPTQ, arXiv:2210.17323"},
    Row{Source::Awq2023, "Lin et al. 2023, AWQ, arXiv:2306.00978"},
    Row{Source::Fp8Block, "DeepSeek-V3 report, arXiv:2412.19437: 128 x 128 blocks"},
    Row{Source::OcpMx, "OCP Microscaling Formats (MX) v1.0"},
    Row{Source::Nvfp4, "NVIDIA NVFP4: 16 elements and an fp8 scale"},
    Row{Source::LlmInt8, "Dettmers et al. 2022, LLM.int8(), arXiv:2208.07339"},
    Row{Source::Mla2024, "DeepSeek-V2 report, arXiv:2405.04434 section 2.1"},
    Row{Source::MlxQuantize, "mlx nn.quantize: groups with a 16-bit scale and bias"},
    Row{Source::MlxRuns, "mlx-lm peak memory, Qwen3 4B and 30B-A3B on an M4 Max, 2025"},
    Row{Source::Exllama, "exllamav2: bits a weight by target; cache in 256-token steps; buffers"},
    Row{Source::LitgptRuns, "litgpt tutorials/inference.md and resource-tables.md at 2685705"},
    Row{Source::SglangServer, "sglang server_args.py: memory set aside by card, PR 10975"},
    Row{Source::OllamaRules, "ollama: minimum memory of a CUDA card, PR 2114 and later"},
    Row{Source::HfPrefill, "Qwen2.5 speed benchmark, transformers 4.46 on A100: peak by prompt"},
    Row{Source::Lora2021, "Hu et al. 2021, LoRA, arXiv:2106.09685"},
    Row{Source::Mamba2023,
        "Gu and Dao 2023, Mamba, arXiv:2312.00752; gated delta nets, 2412.06464"},
    Row{Source::LlamaCppRuns,
        "llama.cpp runs of 7B to 70B on 20 cards, XiongjieDai/GPU-Benchmarks, 2023-2024"},
    Row{Source::SparkRuns, "llama.cpp benches/dgx-spark, 5 models to 32k and 32 sequences, 2025"},
    Row{Source::BatchRuns, "TensorRT-LLM 0.6 performance page, 6B to 180B, static batches, 2023"},
    Row{Source::ServingRuns, "Qwen2.5 speed benchmark, vLLM 0.6 on A100, 0.5B to 14B, 2024"},
    Row{Source::TrainingRuns,
        "llm-foundry, torchtitan, Megatron-Bridge and model cards, 512 runs, 2021-2026"},
    Row{Source::BusRuns, "nccl-tests and link benchmarks of 40 systems, 2022-2026"},
    Row{Source::Roofline, "Williams et al. 2009, Roofline, doi:10.1145/1498765.1498785"},
    Row{Source::Judgement, "a range judged from few readings"},
    Row{Source::Folklore, "a rule of thumb in circulation"},
    Row{Source::Trl, "TRL's trainers: models, sequences and logits of each method"},
    Row{Source::GivenByUser, "given in the request"},
};

constexpr bool rows_are_in_enum_order() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].source) != i) return false;
  }
  return kRows.size() == static_cast<size_t>(Source::Count);
}
static_assert(rows_are_in_enum_order());

}  // namespace

std::string_view citation(Source source) { return kRows[static_cast<size_t>(source)].citation; }

}  // namespace vramscope
