// The rows that gpu_db/ generates: graphics cards and well-known models.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vramscope {

enum class Confidence : uint8_t { Low, Medium, High };

/// One card as the driver shows it. A package with several dies that the driver shows as several
/// devices is described by one die, and `devices_per_package` says how many there are.
/// Rates are dense (never with structured sparsity). Absent means not known, never zero. Where each
/// figure comes from is in the records and in the notes file made from them (by id).
struct GpuSpec {
  std::string_view id;        ///< lower-case kebab, unique
  std::string_view name;      ///< as the maker writes it
  std::string_view vendor;    ///< nvidia, amd, apple, intel, google, ...
  std::string_view category;  ///< consumer, datacenter, workstation, laptop, unified, accelerator
  std::string_view architecture;         ///< Ada Lovelace, Hopper, CDNA 3, ...
  std::string_view compute_capability;   ///< "8.9"; empty where the maker has no such number
  std::string_view released;             ///< "2022-10", or empty
  std::string_view memory_type;          ///< GDDR6X, HBM3, LPDDR5X, ...
  double memory_gib = 0;                 ///< marketed figure of one device; a label, see smi_mib
  std::optional<double> smi_mib;         ///< total that nvidia-smi or the driver prints, MiB
  std::optional<double> cuda_total_mib;  ///< total that a process sees (cudaMemGetInfo), MiB
  std::optional<double> working_set_fraction;  ///< of memory_gib, for one process (Apple)
  std::optional<double> bandwidth_gb_s;        ///< 10^9 B/s
  std::optional<double> fp32_tflops;
  std::optional<double> tf32_tflops;
  std::optional<double> fp16_tflops;  ///< matrix units, fp32 accumulate: what LLM kernels use
  std::optional<double> bf16_tflops;  ///< matrix units, fp32 accumulate
  std::optional<double> fp8_tflops;
  std::optional<double> int8_tops;
  std::optional<double> fp4_tflops;
  std::optional<double> tdp_w;
  std::optional<double> nvlink_gb_s;  ///< both directions together; 0 means known to have none
  std::string_view pcie;              ///< "4.0 x16", or empty
  std::optional<bool> supports_bf16;
  std::optional<bool> supports_fp8;
  std::optional<bool> supports_fp4;
  int devices_per_package = 1;
  std::string_view as_of;  ///< day the row was last checked, "2026-08-20"
  Confidence confidence = Confidence::Low;
};

/// A well-known model: the facts of its config.json, and its published parameter count.
struct CatalogueModel {
  std::string_view id;                ///< lower-case kebab, unique: "llama-3.1-8b"
  std::string_view name;              ///< "Llama 3.1 8B"
  std::string_view repository;        ///< Hugging Face id: "meta-llama/Llama-3.1-8B"
  std::string_view config;            ///< its config.json, without what is not read
  uint64_t published_parameters = 0;  ///< exact published count; 0 where none is known
  std::string_view as_of;
};

/// A machine that is sold or rented as one.
struct SystemSpec {
  std::string_view id, name;
  std::string_view gpu;  ///< id of its cards
  uint64_t gpus = 1;
  std::string_view link;  ///< between the cards
  std::optional<double>
      all_reduce_gb_s;  ///< bus bandwidth of a large all-reduce, 10^9 B/s, measured
  std::string_view as_of;
  Confidence confidence = Confidence::Low;
};

/// A published speed of training, to compare with. Empty or 0: the source does not say.
struct ReferenceRun {
  std::string_view model, gpu, precision, source, date;  ///< gpu: id of a card
  double active_parameters = 0;
  double gpus = 0;
  double context = 0;
  double tokens_per_s_per_gpu = 0;
};

std::span<const SystemSpec> systems();              ///< sorted by id
std::span<const ReferenceRun> reference_runs();     ///< sorted by card and model
std::span<const GpuSpec> gpu_catalogue();           ///< sorted by id
std::span<const CatalogueModel> model_catalogue();  ///< sorted by id

/// Look-up ignores case and takes `_` for `-`. A model is also found by its Hugging Face id.
/// nullptr when there is no such row.
const GpuSpec* find_gpu(std::string_view id);
const CatalogueModel* find_model(std::string_view id);
/// Those that have every word in their id, name or repository.
std::vector<const CatalogueModel*> find_models(std::span<const std::string> words);
const SystemSpec* find_system(std::string_view id);

}  // namespace vramscope
