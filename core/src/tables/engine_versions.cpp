// Versions of engines that changed what they take, with the day and where it was read.
#include <array>
#include <charconv>

#include "tables/engines.h"
#include "text/ids.h"

namespace vramscope {
namespace {

constexpr std::array kVersions = {
    EngineVersion{.engine = "llama.cpp",
                  .from = "",
                  .date = "2023-03-10",
                  .what = "logits of every token of a step are reserved",
                  .all_outputs = true},
    EngineVersion{.engine = "llama.cpp",
                  .from = "b9400",
                  .date = "2026-06-01",
                  .what = "the server reserves a row of logits for each slot: ggml-org PR 23861, "
                          "opened 2026-05-29; b9272 was before it, the exact build was not seen"},
    EngineVersion{.engine = "ik_llama.cpp",
                  .from = "",
                  .date = "2024-08-01",
                  .what = "forked before the limit of output rows; sliding layers keep everything",
                  .all_outputs = true},
    EngineVersion{.engine = "ollama",
                  .from = "",
                  .date = "2023-07-01",
                  .what = "its runner asks for one row of logits a sequence"},
    EngineVersion{.engine = "transformers",
                  .from = "",
                  .date = "2018-11-01",
                  .what = "CUDA before 11.7 loads all kernels; logits of all tokens, in fp32 too",
                  .all_logits = true,
                  .keeps_windows = false,
                  .expands_kv = true,
                  .eager_kernels = true},
    EngineVersion{.engine = "transformers",
                  .from = "4.25",
                  .date = "2022-12-01",
                  .what = "PyTorch 1.13 with CUDA 11.7: kernels are loaded when used",
                  .all_logits = true,
                  .keeps_windows = false,
                  .expands_kv = true},
    EngineVersion{.engine = "transformers",
                  .from = "4.45",
                  .date = "2024-09-25",
                  .what = "generate() asks for the last position only: PR 31292, 33902",
                  .keeps_windows = false,
                  .expands_kv = true},
    EngineVersion{.engine = "transformers",
                  .from = "4.56",
                  .date = "2025-08-29",
                  .what = "the dynamic cache knows windows; sdpa groups queries itself"},
    EngineVersion{.engine = "hf-trainer",
                  .from = "4.46",
                  .date = "2024-10-24",
                  .what = "16-bit logits leave the model and the loss makes fp32 ones, then cuts "
                          "the last position off in a copy: 14 B a logit in three runs",
                  .loss = "upcast-cut"},
    EngineVersion{.engine = "hf-trainer",
                  .from = "4.49",
                  .date = "2025-02-17",
                  .what = "labels are padded instead, one copy less: the backward pass decides"},
    EngineVersion{.engine = "torchtitan",
                  .from = "0.1",
                  .date = "2025-03-28",
                  .what = "the loss is compiled too: 42.3 instead of 49.6 GiB in pull request 996",
                  .loss = "compiled",
                  .when_stated = true},
    EngineVersion{.engine = "vllm",
                  .from = "",
                  .date = "2023-06-20",
                  .what = "the profile run saw what PyTorch had allocated and nothing else",
                  .charged = Charged::Tensors,
                  .small_steps = false,
                  .pages_cross = true,
                  .chunk_tokens = 512,
                  .hidden_copies = 3},
    EngineVersion{.engine = "vllm",
                  .from = "0.2.6",
                  .date = "2023-12-17",
                  .what = "peak of the device while profiling, the context too: PR 2031",
                  .charged = Charged::Process,
                  .small_steps = false,
                  .pages_cross = true,
                  .chunk_tokens = 512,
                  .hidden_copies = 3},
    EngineVersion{.engine = "vllm",
                  .from = "0.3.1",
                  .date = "2024-02-16",
                  .what = "what was free when the worker started is the base: PR 2863",
                  .small_steps = false,
                  .pages_cross = true,
                  .chunk_tokens = 512,
                  .hidden_copies = 3},
    EngineVersion{.engine = "vllm",
                  .from = "0.6.4",
                  .date = "2024-11-15",
                  .what = "all that is not PyTorch's on the device counts: PR 9352, issue 10451",
                  .charged = Charged::Process,
                  .small_steps = false,
                  .pages_cross = true,
                  .chunk_tokens = 512,
                  .hidden_copies = 3},
    EngineVersion{.engine = "vllm",
                  .from = "0.6.5",
                  .date = "2024-12-17",
                  .what =
                      "growth since the worker started: PR 10511; pieces of 2,048 tokens; all 40 "
                      "layers of Llama 3.2 11B in each of 6,001 blocks: PR 12126",
                  .small_steps = false,
                  .pages_cross = true,
                  .hidden_copies = 3},
    EngineVersion{.engine = "vllm",
                  .from = "0.8",
                  .date = "2025-03-18",
                  .what = "V1 by default: steps of 2,048 tokens, 1,024 sequences, the whole device "
                          "counts (gpu_worker.py); 8,192 tokens on H100 and H200: PR 12369",
                  .charged = Charged::Process,
                  .num_seqs = 1024,
                  .large_card_gib = 70,
                  .hopper_only = true},
    EngineVersion{.engine = "vllm",
                  .from = "0.8.4",
                  .date = "2025-04-14",
                  .what = "256 sequences but on large cards: PR 16158",
                  .charged = Charged::Process,
                  .large_card_gib = 70},
    EngineVersion{.engine = "vllm",
                  .from = "0.9.2",
                  .date = "2025-07-07",
                  .what = "growth since the worker started: PR 18974, 19312",
                  .large_card_gib = 70},
    EngineVersion{.engine = "vllm",
                  .from = "0.10",
                  .date = "2025-07-24",
                  .what = "FlashInfer samples where it is installed",
                  .sampler = &kVllmEitherSampler,
                  .large_card_gib = 70},
    EngineVersion{.engine = "vllm",
                  .from = "0.11",
                  .date = "2025-10-02",
                  .what = "communicators come before the base is measured: PR 25359",
                  .charged = Charged::Settled,
                  .large_card_gib = 70},
    EngineVersion{.engine = "vllm",
                  .from = "0.17",
                  .date = "2026-03-05",
                  .what = "the sampler does not sort: PR 33538; experts keep their workspace",
                  .charged = Charged::Settled,
                  .experts_stay = true,
                  .sampler = &kVllmFusedSampler,
                  .sampler_rows = true,
                  .large_card_gib = 70},
    EngineVersion{.engine = "vllm",
                  .from = "0.18",
                  .date = "2026-03-20",
                  .what = "more beside the allocator, and fused sums: logs of 0.18 and 0.19",
                  .charged = Charged::Settled,
                  .experts_stay = true,
                  .sampler = &kVllmFusedSampler,
                  .sampler_rows = true,
                  .other = &kVllmNonTorchLater,
                  .reduce = &kVllmFusedReduce,
                  .large_card_gib = 70},
    EngineVersion{.engine = "vllm",
                  .from = "0.21",
                  .date = "2026-05-01",
                  .what = "captured graphs count into the share: logs of 0.21, PR 45197",
                  .charged = Charged::Settled,
                  .graphs_charged = true,
                  .experts_stay = true,
                  .sampler = &kVllmFusedSampler,
                  .sampler_rows = true,
                  .other = &kVllmNonTorchLater,
                  .reduce = &kVllmFusedReduce,
                  .large_card_gib = 70},
    EngineVersion{.engine = "sglang",
                  .from = "",
                  .date = "2024-01-01",
                  .what = "0.88 of the card, less with more devices",
                  .charged = Charged::Nothing},
    EngineVersion{.engine = "sglang",
                  .from = "0.4.4",
                  .date = "2025-03-13",
                  .what = "larger cards give more: server_args.py of spring 2025",
                  .charged = Charged::Nothing,
                  .share = ShareRule::Capacity},
    EngineVersion{.engine = "sglang",
                  .from = "0.4.8",
                  .date = "2025-06-23",
                  .what = "what is set aside, by the card's memory: server_args.py of summer 2025",
                  .charged = Charged::Nothing,
                  .share = ShareRule::Table},
    EngineVersion{.engine = "sglang",
                  .from = "0.5.3",
                  .date = "2025-10-01",
                  .what = "what is set aside follows from the step: sgl-project PR 10975",
                  .charged = Charged::Nothing,
                  .share = ShareRule::Reserve},
};

/// Whether text is a day or a month: "2026-05".
bool is_date(std::string_view text) {
  return text.size() >= 7 && text[4] == '-' && text.substr(0, 2) == "20";
}

/// The next number of a version; false where it ends or is none.
bool next_number(std::string_view& text, uint64_t& number) {
  if (!text.empty() && (text.front() == '.' || text.front() == 'b' || text.front() == 'v')) {
    text.remove_prefix(1);
  }
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
  return true;
}

bool is_version(std::string_view text) {
  uint64_t number = 0;
  return next_number(text, number);
}

/// Whether a version is not below another, number by number.
bool reaches(std::string_view version, std::string_view from) {
  uint64_t have = 0;
  uint64_t need = 0;
  while (next_number(from, need)) {
    if (!next_number(version, have)) have = 0;
    if (have != need) return have > need;
  }
  return true;
}

}  // namespace

std::span<const EngineVersion> engine_versions() { return kVersions; }

const EngineVersion* find_engine_version(const Engine& engine, std::string_view version) {
  static constexpr EngineVersion kPlain{};
  const bool dated = is_date(version);
  // A fork counts its own versions; only dates compare.
  const bool comparable = dated || (engine.like.empty() && is_version(version));
  if (!version.empty() && !comparable) return nullptr;
  const std::string_view id = engine.like.empty() ? engine.id : engine.like;
  const EngineVersion* found = &kPlain;
  for (const EngineVersion& row : kVersions) {
    if (row.engine != id || (version.empty() && row.when_stated)) continue;
    const bool holds =
        version.empty() || row.from.empty() ||
        (dated ? version >= row.date.substr(0, version.size()) : reaches(version, row.from));
    if (holds) found = &row;
  }
  return found;
}

}  // namespace vramscope
