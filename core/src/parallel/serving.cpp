// What serving engines decide by version, card and options before they start.
#include <algorithm>
#include <cmath>

#include "parallel/job.h"
#include "text/near.h"
#include "vramscope/config_reader.h"

namespace vramscope {
namespace {

/// SGLang's steps and graphs by the card's memory, and what it set aside for them in 2025.
/// Source: sglang server_args.py.
struct SglangCard {
  double below_gib = 0;
  double step_tokens = 0;
  double graph_batch = 0, graph_batch_wide = 0;  ///< wide: tensor parallel of 4 and more
  double aside_gib = 0, aside_per_rank_gib = 0;
};
constexpr SglangCard kSglangCards[] = {
    {20, 2048, 8, 8, 2.8, 0.1},     {35, 2048, 24, 80, 2.8, 0.1},   {60, 4096, 32, 160, 9.5, 0.5},
    {90, 8192, 256, 512, 9.5, 0.5}, {160, 8192, 256, 512, 12, 0.5}, {1e9, 16384, 512, 512, 32, 0},
};

double total_gib(const JobDevice& device) {
  if (device.choice && device.choice->memory_gib) return *device.choice->memory_gib;
  return device.spec->smi_mib ? *device.spec->smi_mib / 1024 : device.spec->memory_gib;
}

const SglangCard& sglang_card(const JobDevice& device) {
  const double gib = total_gib(device);
  for (const SglangCard& row : kSglangCards) {
    if (gib < row.below_gib) return row;
  }
  return kSglangCards[0];
}

double in_thousandths(double share) { return std::max(0.1, std::floor(share * 1000 + 0.5) / 1000); }

/// The share that is left beside what is set aside, in MiB: metadata, a long step, graphs, ranks.
double share_beside_reserve(const Job& job, const JobDevice& device, double ranks) {
  const SglangCard& card = sglang_card(device);
  const double total = total_gib(device) * 1024;
  const double graphs = static_cast<double>(job.request->options.graph_max_batch.value_or(
      static_cast<uint64_t>(job.layout.tensor < 4 ? card.graph_batch : card.graph_batch_wide)));
  const auto& step = job.request->options.max_batched_tokens;
  const double tokens = step ? static_cast<double>(*step) : card.step_tokens;
  double reserve = 512 + std::max(tokens, 2048.0) * 1.5 + graphs * 2 + ranks / 8 * 1024;
  if (total > 60 * 1024) reserve = std::max(reserve, 10 * 1024.0);
  return in_thousandths((total - reserve) / total);
}

/// Before that, by the number of ranks.
double share_by_ranks(double ranks) {
  if (ranks >= 16) return 0.79;
  if (ranks >= 8) return 0.81;
  if (ranks >= 4) return 0.85;
  return ranks >= 2 ? 0.87 : 0.88;
}

/// From spring 2025 on: cards beyond 80 GiB give as much on many ranks, and beyond 96 GiB more: up
/// to 48 GiB of what was set aside, while 18 GiB stay.
double share_by_capacity(double total, double ranks) {
  const double share = total <= 80 ? share_by_ranks(ranks) : 0.88;
  if (total <= 96) return share;
  return std::min(share + 48 * (1 - share) / total, (total - 18) / total);
}

double sglang_share(const Job& job, const JobDevice& device) {
  const double ranks = static_cast<double>(job.layout.tensor * job.layout.pipeline);
  const double total = total_gib(device);
  const SglangCard& card = sglang_card(device);
  switch (job.version->share) {
    case ShareRule::Ranks:
      return share_by_ranks(ranks);
    case ShareRule::Capacity:
      return share_by_capacity(total, ranks);
    case ShareRule::Table:
      return in_thousandths((total - card.aside_gib - card.aside_per_rank_gib * ranks) / total);
    case ShareRule::Reserve:
      break;
  }
  return share_beside_reserve(job, device, ranks);
}

bool large_card(const Job& job) {
  const double from = job.version->large_card_gib;
  if (from == 0 || job.engine->large_num_seqs == 0 || job.devices.empty()) return false;
  // The A100 keeps the smaller defaults whatever its memory.
  const GpuSpec& card = *job.devices.front().spec;
  if (job.version->hopper_only && !card.id.starts_with("h100") && !card.id.starts_with("h200")) {
    return false;
  }
  return total_gib(job.devices.front()) >= from && !card.id.starts_with("a100");
}

/// vLLM V0 (0.5.4, August 2024, to 0.7): longer sequences turn chunked prefill on.
constexpr double kWholePromptTokens = 32768;

double longest_prompt(const Job& job, const Workload& load) {
  const auto& most = job.request->options.max_model_len;
  return most ? static_cast<double>(*most) : load.context;
}

}  // namespace

std::optional<double> prompt_tokens(const Job& job, const Workload& load) {
  if (!job.engine->prefill_at_once || job.training) return std::nullopt;
  const Request& request = *job.request;
  if (request.generate) {
    return std::max(1.0, load.context - static_cast<double>(*request.generate));
  }
  if (!request.prompt) return std::nullopt;
  return std::min(load.context, static_cast<double>(*request.prompt));
}

double claimed_share(const Job& job, const JobDevice& device) {
  const InferenceOptions& options = job.request->options;
  if (job.engine->cache != CacheRule::Sglang) {
    return options.memory_utilization.value_or(job.engine->memory_utilization);
  }
  return options.mem_fraction ? *options.mem_fraction : sglang_share(job, device);
}

double most_sequences(const Job& job) {
  const auto& given = job.request->options.max_num_seqs;
  if (given) return static_cast<double>(*given);
  if (job.version->num_seqs > 0) return static_cast<double>(job.version->num_seqs);
  return static_cast<double>(large_card(job) ? job.engine->large_num_seqs
                                             : job.engine->max_num_seqs);
}

bool cuts_prompts(const Job& job, const Workload& load) {
  return job.version->small_steps || longest_prompt(job, load) > kWholePromptTokens;
}

double most_step_tokens(const Job& job, const Workload& load) {
  const InferenceOptions& options = job.request->options;
  if (options.max_batched_tokens) return static_cast<double>(*options.max_batched_tokens);
  if (job.engine->cache == CacheRule::Sglang && !job.devices.empty()) {
    return sglang_card(job.devices.front()).step_tokens;
  }
  if (!job.version->small_steps) {
    const auto least = static_cast<double>(job.engine->max_batched_tokens);
    if (!cuts_prompts(job, load)) return std::max(longest_prompt(job, load), least);
    return job.version->chunk_tokens > 0 ? job.version->chunk_tokens : least;
  }
  return static_cast<double>(large_card(job) ? job.engine->large_batched_tokens
                                             : job.engine->max_batched_tokens);
}

Bytes usable_for(const Job& job, const JobDevice& device) {
  const double all = device.usable.count();
  double bytes = std::max(0.0, all - job.request->reserve.count());
  if (!job.engine->claims() || job.training) return Bytes::of(bytes);
  // What the engine does not count into its share may lie beside it.
  double beside = 0;
  const Charged charged = job.version->charged;
  if (charged != Charged::Process && job.engine->context) beside += job.engine->context->value;
  if (charged == Charged::Settled && job.devices.size() > 1 && job.engine->communication) {
    beside += job.engine->communication->value;
  }
  const bool graphs = job.engine->graphs && !job.request->options.enforce_eager;
  if (!job.version->graphs_charged && graphs) beside += job.engine->graphs->value;
  if (charged == Charged::Nothing) beside = all;
  return Bytes::of(std::min(bytes, std::floor(all * claimed_share(job, device)) + beside));
}

Result<std::shared_ptr<const DraftModel>> resolve_draft(const Request& request) {
  const std::string& id = request.options.draft;
  const CatalogueModel* row = find_model(id);
  if (!row) return unknown_id("options.draft", id, model_catalogue());
  Result<ReadModel> read = read_catalogue_model(*row);
  if (!read.ok()) return Problem{"options.draft", "unknown_id", {{"value", id}}};
  auto draft = std::make_shared<DraftModel>();
  draft->request = request;
  draft->request.model = ModelChoice{.id = id};
  draft->request.weights = request.options.draft_weights;
  draft->request.options.draft.clear();
  draft->request.options.adapters.clear();
  draft->request.options.gpu_layers.reset();
  draft->request.options.cpu_moe = 0;
  draft->spec = std::move(read.value().spec);
  Result<Job> job = resolve_request(draft->request, draft->spec);
  if (!job.ok()) {
    std::vector<Problem> problems = job.errors();
    for (Problem& problem : problems) problem.field = "options.draft_weights";
    return problems;
  }
  draft->job = std::move(job.value());
  return std::shared_ptr<const DraftModel>(std::move(draft));
}

void lay_out_draft(Job& job) {
  if (!job.draft) return;
  // A copy of its own, whose pointers lead into itself.
  auto laid = std::make_shared<DraftModel>();
  laid->request = job.draft->request;
  laid->spec = job.draft->spec;
  Result<Job> again = resolve_request(laid->request, laid->spec);
  if (!again.ok()) return;
  laid->job = std::move(again.value());
  laid->job.layout = {.tensor = job.layout.tensor};
  for (size_t i = 0; i < job.layout.tensor; ++i) laid->job.devices.push_back(job.devices[i]);
  lay_out_stages(laid->job);
  job.draft = std::move(laid);
}

}  // namespace vramscope
