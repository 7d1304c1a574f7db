// What the kernels of a card's architecture can do: rows by vendor and beginning of the name.
#include "vramscope/card_features.h"

#include <algorithm>
#include <array>

#include "text/ids.h"

namespace vramscope {
namespace {

struct Row {
  std::string_view vendor, architecture;
  CardFeatures features;
};

// vendor | architecture | FlashAttention 1, 2, 3 | int4 units | 2:4 sparsity. Sources: the
// FlashAttention README (1: Turing and later, 2: Ampere and later, 3: Hopper), NVIDIA and AMD
// architecture papers. The first row that fits counts.
constexpr std::array kRows = {
    Row{"nvidia", "Turing", {true, true, false, false, true, false}},
    Row{"nvidia", "Ampere", {true, true, true, false, true, true}},
    Row{"nvidia", "Ada", {true, true, true, false, true, true}},
    Row{"nvidia", "Hopper", {true, true, true, true, false, true}},
    Row{"nvidia", "Blackwell", {true, true, true, false, false, true}},
    Row{"nvidia", "Rubin", {true, true, true, false, false, true}},
    Row{"nvidia", "", {true, false, false, false, false, false}},
    Row{"amd", "CDNA 2", {true, true, true, false, false, false}},
    Row{"amd", "CDNA 3", {true, true, true, false, false, true}},
    Row{"amd", "CDNA 4", {true, true, true, false, false, true}},
    Row{"amd", "RDNA 3", {true, true, true, false, true, false}},
    Row{"amd", "RDNA 4", {true, true, true, false, true, true}},
    Row{"amd", "RDNA 2", {true, false, false, false, false, false}},
    Row{"amd", "GCN", {true, false, false, false, false, false}},
};

}  // namespace

CardFeatures card_features(const GpuSpec& gpu) {
  for (const Row& row : kRows) {
    const bool alike = gpu.architecture.substr(0, row.architecture.size()) == row.architecture;
    if (gpu.vendor != row.vendor || !alike) continue;
    CardFeatures features = row.features;
    // Turing without tensor cores: the GTX 16 series.
    if (gpu.id.starts_with("gtx-16")) features.flash1 = features.int4 = false;
    return features;
  }
  return {};
}

namespace {

struct Key {
  std::string_view name;
  double (*of)(const GpuSpec&);
};
double or_none(const std::optional<double>& value) { return value.value_or(-1); }
double month(const GpuSpec& gpu) {  // "2022-10" as 202210
  double value = 0;
  for (char c : gpu.released) {
    if (c >= '0' && c <= '9') value = value * 10 + (c - '0');
  }
  return value;
}
constexpr std::array kKeys = {
    Key{"memory", [](const GpuSpec& g) { return g.memory_gib; }},
    Key{"bandwidth", [](const GpuSpec& g) { return or_none(g.bandwidth_gb_s); }},
    Key{"bf16", [](const GpuSpec& g) { return or_none(g.bf16_tflops); }},
    Key{"fp16", [](const GpuSpec& g) { return or_none(g.fp16_tflops); }},
    Key{"fp8", [](const GpuSpec& g) { return or_none(g.fp8_tflops); }},
    Key{"tdp", [](const GpuSpec& g) { return or_none(g.tdp_w); }},
    Key{"released", month},
};

}  // namespace

bool find_gpus(std::span<const std::string> words, std::string_view sort,
               std::vector<const GpuSpec*>& found) {
  for (const GpuSpec& gpu : gpu_catalogue()) {
    const bool fits = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      const std::string_view texts[] = {gpu.id,           gpu.name,     gpu.vendor,
                                        gpu.architecture, gpu.category, gpu.memory_type};
      return std::any_of(std::begin(texts), std::end(texts),
                         [&](std::string_view text) { return contains_id(text, word); });
    });
    if (fits) found.push_back(&gpu);
  }
  if (sort.empty() || sort == "id") return true;
  for (const Key& key : kKeys) {
    if (key.name != sort) continue;
    std::stable_sort(found.begin(), found.end(),
                     [&](const GpuSpec* a, const GpuSpec* b) { return key.of(*a) > key.of(*b); });
    return true;
  }
  return false;
}

}  // namespace vramscope
