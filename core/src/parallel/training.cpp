#include "parallel/training.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/link_parts.h"
#include "parallel/job.h"
#include "parallel/tensor_formats.h"
#include "text/ids.h"
#include "vramscope/catalogue.h"
#include "vramscope/config_reader.h"

namespace vramscope {
namespace {

constexpr uint32_t kQkv =
    bit(Module::Query) | bit(Module::Key) | bit(Module::Value) | bit(Module::QueryKeyValue);
constexpr uint32_t kLatent = bit(Module::LatentDown) | bit(Module::LatentUp);
constexpr uint32_t kAttention = kQkv | kLatent | bit(Module::AttentionOutput);
constexpr uint32_t kFfn = bit(Module::Gate) | bit(Module::Up) | bit(Module::Down) |
                          bit(Module::SharedGate) | bit(Module::SharedUp) | bit(Module::SharedDown);
constexpr uint32_t kState = bit(Module::StateIn) | bit(Module::StateOut);
constexpr uint32_t kGates = bit(Module::Gate) | bit(Module::SharedGate);
constexpr uint32_t kUps = bit(Module::Up) | bit(Module::SharedUp);
constexpr uint32_t kDowns = bit(Module::Down) | bit(Module::SharedDown);

struct NamedModules {
  std::string_view name;
  uint32_t modules;
};
constexpr std::array kNames = {
    NamedModules{"all-linear", kAttention | kFfn | kState},
    NamedModules{"attention", kAttention},
    NamedModules{"attn", kAttention},
    NamedModules{"c-attn", kQkv},
    NamedModules{"c-proj", bit(Module::AttentionOutput) | kDowns},
    NamedModules{"dense", bit(Module::AttentionOutput)},
    NamedModules{"dense-4h-to-h", kDowns},
    NamedModules{"dense-h-to-4h", kUps},
    NamedModules{"down", kDowns},
    NamedModules{"down-proj", kDowns},
    NamedModules{"embed-tokens", bit(Module::TokenEmbedding)},
    NamedModules{"embedding", bit(Module::TokenEmbedding) | bit(Module::PositionEmbedding)},
    NamedModules{"fc1", kUps},
    NamedModules{"fc2", kDowns},
    NamedModules{"ffn", kFfn},
    NamedModules{"gate", kGates},
    NamedModules{"gate-proj", kGates},
    NamedModules{"head", bit(Module::LmHead)},
    NamedModules{"k", bit(Module::Key)},
    NamedModules{"k-proj", bit(Module::Key)},
    NamedModules{"key", bit(Module::Key)},
    NamedModules{"lm-head", bit(Module::LmHead)},
    NamedModules{"mlp", kFfn},
    NamedModules{"norm", bit(Module::Norm) | bit(Module::Bias)},
    NamedModules{"o", bit(Module::AttentionOutput)},
    NamedModules{"o-proj", bit(Module::AttentionOutput)},
    NamedModules{"out-proj", bit(Module::AttentionOutput)},
    NamedModules{"output", bit(Module::AttentionOutput)},
    NamedModules{"q", bit(Module::Query)},
    NamedModules{"q-proj", bit(Module::Query)},
    NamedModules{"qkv", kQkv},
    NamedModules{"qkv-proj", kQkv},
    NamedModules{"query", bit(Module::Query)},
    NamedModules{"query-key-value", kQkv},
    NamedModules{"up", kUps},
    NamedModules{"up-proj", kUps},
    NamedModules{"v", bit(Module::Value)},
    NamedModules{"v-proj", bit(Module::Value)},
    NamedModules{"value", bit(Module::Value)},
    NamedModules{"w1", kGates},
    NamedModules{"w2", kDowns},
    NamedModules{"w3", kUps},
    NamedModules{"wo", bit(Module::AttentionOutput)},
    NamedModules{"wqkv", kQkv},
};

/// Families whose attention and feed-forward stand side by side.
constexpr std::array<std::string_view, 8> kParallelBlocks = {
    "codegen", "cohere", "cohere2", "falcon", "gpt_neox", "gptj", "phi", "refinedwebmodel"};

uint32_t modules_of(std::string_view names, const char* field, std::vector<Problem>& problems) {
  uint32_t modules = 0;
  for (std::string_view name : split_text(names, ',')) {
    while (name.starts_with(' ')) name.remove_prefix(1);
    const uint32_t named = modules_named(name);
    if (named == 0) problems.push_back({field, "unknown_id", {{"value", std::string(name)}}});
    modules |= named;
  }
  return modules;
}

/// Parameters of a teacher over those of the model.
double teacher_share(std::string_view id, const ModelSpec& spec, std::vector<Problem>& problems) {
  const CatalogueModel* row = find_model(id);
  const Result<ReadModel> read =
      row ? read_catalogue_model(*row) : Result<ReadModel>(Problem{"", "unknown_id", {}});
  if (!read.ok()) {
    problems.push_back({"training.teacher", "unknown_id", {{"value", std::string(id)}}});
    return 1;
  }
  return count_parameters(read.value().spec).total / count_parameters(spec).total;
}

/// Numbers of the low-rank pair beside one copy of a matrix, for the modules that have one.
double adapter_numbers(const TrainingPlan& plan, const ModelSpec& spec, const ModelTensor& tensor) {
  const auto pair = [&](double rows, double columns) {
    return plan.rank * (rows + columns) + (plan.magnitudes ? rows : 0);
  };
  const auto columns = static_cast<double>(tensor.columns);
  if (tensor.module != Module::QueryKeyValue || tensor.group < 0) {
    const bool wanted = (plan.targets & bit(tensor.module)) != 0 && tensor.rows > 1;
    return wanted ? pair(static_cast<double>(tensor.rows), columns) : 0;
  }
  if ((plan.targets & kQkv) == kQkv) return pair(static_cast<double>(tensor.rows), columns);
  const auto& a = spec.groups[static_cast<size_t>(tensor.group)].attention;
  if (!a) return 0;
  double numbers = 0;
  const auto part = [&](Module module, uint64_t rows) {
    if (plan.targets & bit(module)) numbers += pair(static_cast<double>(rows), columns);
  };
  part(Module::Query, a->q_size());
  part(Module::Key, a->k_size());
  part(Module::Value, a->v_size());
  return numbers;
}

}  // namespace

uint32_t modules_named(std::string_view name) {
  for (const NamedModules& row : kNames) {
    if (same_id(row.name, name)) return row.modules;
  }
  return 0;
}

std::optional<Recipe> settle_recipe(const Request& request) {
  const TrainingOptions& asked = request.training;
  const Recipe* row = find_recipe(asked.precision);
  std::optional<Recipe> recipe = row ? std::optional(*row) : read_recipe(asked.precision);
  if (!recipe) return recipe;
  const Trainer& trainer = find_trainer(request.engine);
  if (recipe->mixed && trainer.mixed != Mixed::Master) {
    recipe->weights = recipe->gradients = recipe->reduce = 4;
    recipe->master = 0;
  }
  const bool gathered = trainer.mixed == Mixed::Sharded;
  if (recipe->weights == 4 && recipe->activations == 2 && !gathered) recipe->casts = 2;
  if (const auto state = training_type(asked.state_dtype)) recipe->state = *state;
  return recipe;
}

TrainingPlan plan_training(const Request& request, const ModelSpec& spec, const Recipe& recipe,
                           const EngineVersion& version, bool quantised,
                           std::vector<Problem>& problems) {
  const TrainingOptions& asked = request.training;
  TrainingPlan plan{.trainer = find_trainer(request.engine)};
  if (!version.loss.empty() && (asked.compile || !version.when_stated)) {
    plan.trainer.upcast = loss_copies(plan.trainer, version.loss);
  }
  if (const Objective* row = find_objective(asked.objective)) plan.objective = *row;
  if (asked.reference) plan.objective.reference = *asked.reference ? 1 : 0;
  if (!asked.teacher.empty()) plan.teacher_share = teacher_share(asked.teacher, spec, problems);
  // Transformer Engine keeps what it has cast; torchao keeps the originals and casts again.
  const bool fp8 = asked.float8_linears || recipe.id == "fp8";
  plan.fp8_inputs = fp8 && (recipe.id == "fp8" || plan.trainer.engine_fp8) && !plan.trainer.fsdp;
  plan.fp8_casts = fp8 && !plan.fp8_inputs;
  // Liger's kernels come together: the fused loss, norms and SwiGLU.
  const bool liger = asked.loss == "fused" && plan.trainer.eager;
  if (asked.compile || liger) plan.trainer.eager = false;
  const std::string& attention =
      asked.attention != "auto" ? asked.attention : request.options.attention;
  if (attention == "flash" || attention == "sdpa" || attention == "unfused") {
    plan.attention = attention;
  } else {
    plan.attention = plan.trainer.repeats_kv ? "sdpa" : "flash";
  }
  // Flash attention reads shared keys and values as they are.
  if (plan.attention == "flash" && attention == "flash") plan.trainer.repeats_kv = false;
  plan.dropout = asked.dropout.value_or(spec.attention_dropout);
  plan.parallel_blocks = std::any_of(kParallelBlocks.begin(), kParallelBlocks.end(),
                                     [&](std::string_view id) { return same_id(id, spec.family); });
  plan.adapters = asked.method == "lora" || asked.method == "qlora" || asked.method == "dora";
  plan.frozen = asked.method == "frozen";
  if (plan.adapters) plan.objective.reference = asked.reference.value_or(false) ? 1 : 0;
  plan.quantised = quantised && (plan.adapters || plan.frozen);
  plan.magnitudes = asked.method == "dora";
  if (plan.adapters) {
    plan.rank = static_cast<double>(asked.lora.rank);
    plan.targets = modules_of(asked.lora.targets, "training.lora.targets", problems);
    plan.trained = 0;
    plan.lora_dropout = asked.lora.dropout.value_or(plan.trainer.lora_dropout);
    const bool wide = asked.lora.dtype == "auto" ? plan.trainer.wide_adapters || recipe.weights == 4
                                                 : asked.lora.dtype == "fp32";
    plan.adapter_weights = plan.adapter_gradients = wide ? 4 : 2;
    plan.adapter_state = training_type(asked.state_dtype).value_or(plan.adapter_weights);
  }
  if (plan.frozen) plan.trained = 0;
  if (asked.trainable != "all" && !plan.frozen) {
    plan.trained = modules_of(asked.trainable, "training.trainable", problems);
    if (plan.trained & kQkv) plan.trained |= bit(Module::QueryKeyValue);
  }
  plan.autocast = recipe.casts > 0 && !plan.adapters && plan.trainer.eager;
  plan.upcasts = plan.quantised && asked.kbit_upcast.value_or(plan.trainer.upcasts_kbit);
  plan.wide_stream = plan.upcasts && recipe.mixed;
  if (plan.wide_stream) {
    plan.trainer.upcast.wide_high = 4;
  } else if (plan.upcasts) {  // a head in fp32 gives fp32 logits from the start: one copy less
    plan.trainer.upcast.wide = 2;
    plan.trainer.upcast.wide_low = 1.5;
  }
  const auto sequences = static_cast<double>(asked.micro_batch);
  if (asked.accumulation) plan.micro_batches = static_cast<double>(*asked.accumulation);
  if (!asked.accumulation && asked.global_batch) {
    const auto data = static_cast<double>(request.parallel.data.value_or(0));
    if (data > 0) {
      plan.micro_batches =
          std::max(1.0, std::floor(static_cast<double>(*asked.global_batch) / sequences / data));
    }
  }
  const Optimizer* optimizer = find_optimizer(asked.optimizer);
  plan.in_backward = asked.in_backward || (optimizer && optimizer->in_backward);
  plan.gradients_stay =
      !plan.in_backward && (plan.trainer.gradients_stay || plan.micro_batches > 1);
  if (asked.actual_tokens) {
    plan.tokens = static_cast<double>(std::min(*asked.actual_tokens, request.context));
  }
  return plan;
}

void count_for_training(const Job& job, const ModelTensor& tensor, double here, Stage& stage) {
  const TrainingPlan& plan = *job.plan;
  TrainingCounts& counts = stage.training;
  const bool table = tensor.module == Module::TokenEmbedding || tensor.module == Module::LmHead ||
                     tensor.module == Module::PositionEmbedding;
  const bool vector = kept_whole(tensor) && !table;
  counts.all += here;
  if (tensor.expert) counts.experts += here;
  if (table || vector) counts.upcast += here;
  const bool lookup = tensor.module == Module::PositionEmbedding ||
                      (tensor.module == Module::TokenEmbedding && !job.spec->tie_word_embeddings);
  if (!vector && !lookup) counts.linears += here;
  const double one = static_cast<double>(tensor.rows) * static_cast<double>(tensor.columns);
  const double copies = here / one;
  const bool is_head = tensor.module == Module::LmHead ||
                       (tensor.module == Module::TokenEmbedding && job.spec->tie_word_embeddings);
  if (is_head) counts.head += here;
  counts.adapter += copies * adapter_numbers(plan, *job.spec, tensor);
  if (!(plan.trained & bit(tensor.module))) return;
  counts.trained += here;
  if (tensor.expert) counts.trained_experts += here;
  if (vector) {
    counts.small += here;
    return;
  }
  counts.largest = std::max(counts.largest, one);
  const auto rows = static_cast<double>(tensor.rows);
  const auto columns = static_cast<double>(tensor.columns);
  counts.factored += copies * (rows + columns);
  if (table) {
    counts.tables += here;
    return;
  }
  counts.matrices += here;
  const double rank = std::min({kGaloreRank, rows, columns});
  counts.galore += copies * rank * (std::min(rows, columns) + 2 * std::max(rows, columns));
}

}  // namespace vramscope
