// Catalogues as JSON arrays, with names and messages in both languages.
#include <algorithm>
#include <array>

#include "io/json_writer.h"
#include "tables/engines.h"
#include "tables/formats.h"
#include "tables/recipes.h"
#include "tables/speed_rates.h"
#include "vramscope/answer.h"
#include "vramscope/card_features.h"
#include "vramscope/catalogue.h"
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

void text(JsonWriter& out, std::string_view name, std::string_view value) {
  if (!value.empty()) out.text(name, value);
}
void number(JsonWriter& out, std::string_view name, const std::optional<double>& value) {
  if (value) out.number(name, *value);
}
void flag(JsonWriter& out, std::string_view name, const std::optional<bool>& value) {
  if (value) out.flag(name, *value);
}

std::string_view confidence_id(Confidence confidence) {
  constexpr std::array<std::string_view, 3> kIds = {"low", "medium", "high"};
  return kIds[static_cast<size_t>(confidence)];
}

void write_gpu(JsonWriter& out, const GpuSpec& gpu) {
  out.text("id", gpu.id);
  out.text("name", gpu.name);
  out.text("vendor", gpu.vendor);
  out.text("category", gpu.category);
  text(out, "architecture", gpu.architecture);
  text(out, "compute_capability", gpu.compute_capability);
  text(out, "released", gpu.released);
  text(out, "memory_type", gpu.memory_type);
  out.number("memory_gib", gpu.memory_gib);
  number(out, "smi_mib", gpu.smi_mib);
  number(out, "cuda_total_mib", gpu.cuda_total_mib);
  number(out, "working_set_fraction", gpu.working_set_fraction);
  number(out, "bandwidth_gb_s", gpu.bandwidth_gb_s);
  number(out, "fp32_tflops", gpu.fp32_tflops);
  number(out, "tf32_tflops", gpu.tf32_tflops);
  number(out, "fp16_tflops", gpu.fp16_tflops);
  number(out, "bf16_tflops", gpu.bf16_tflops);
  number(out, "fp8_tflops", gpu.fp8_tflops);
  number(out, "int8_tops", gpu.int8_tops);
  number(out, "fp4_tflops", gpu.fp4_tflops);
  number(out, "tdp_w", gpu.tdp_w);
  number(out, "nvlink_gb_s", gpu.nvlink_gb_s);
  text(out, "pcie", gpu.pcie);
  flag(out, "supports_bf16", gpu.supports_bf16);
  flag(out, "supports_fp8", gpu.supports_fp8);
  flag(out, "supports_fp4", gpu.supports_fp4);
  if (const CardFeatures has = card_features(gpu); has.known) {
    out.begin_list("flash_attention");
    if (has.flash1) out.number({}, 1);
    if (has.flash2) out.number({}, 2);
    if (has.flash3) out.number({}, 3);
    out.end_list();
    out.flag("int4_units", has.int4);
    out.flag("sparsity", has.sparsity);
  }
  if (gpu.devices_per_package > 1) out.number("devices_per_package", gpu.devices_per_package);
  text(out, "as_of", gpu.as_of);
  out.text("confidence", confidence_id(gpu.confidence));
}

void write_model(JsonWriter& out, const CatalogueModel& model) {
  out.text("id", model.id);
  out.text("name", model.name);
  out.text("repository", model.repository);
  if (model.published_parameters > 0) {
    out.number("published_parameters", static_cast<double>(model.published_parameters));
  }
  text(out, "as_of", model.as_of);
}

/// An id with the words of a message row.
void write_named(JsonWriter& out, std::string_view prefix, std::string_view id) {
  const Message* message = find_message(std::string(prefix) + std::string(id));
  out.text("id", id);
  out.text("en", message ? message->en : id);
  out.text("zh", message ? message->zh : id);
}

void write_engine(JsonWriter& out, const Engine& engine) {
  write_named(out, "engine.", engine.id);
  out.flag("inference", engine.inference);
  out.flag("training", engine.training);
  out.flag("gguf", engine.gguf);
}

void write_plan(JsonWriter& out, const WeightPlan& plan) {
  write_named(out, "format.", plan.id);
  out.flag("gguf", plan.gguf);
  out.number("bits", find_format(plan.matrix)->bits_per_element());
}

void write_format(JsonWriter& out, const Format& format) {
  write_named(out, "format.", format.id);
  out.number("bits", format.bits_per_element());
}

void write_symbol(JsonWriter& out, const SymbolRow& row) {
  out.text("id", row.text);
  out.text("en", row.en);
  out.text("zh", row.zh);
}

void write_term(JsonWriter& out, TermId term) {
  const std::string id(term_id(term));
  write_named(out, "term.", id);
  out.text("hint_en", label("term." + id + ".hint", Lang::En));
  out.text("hint_zh", label("term." + id + ".hint", Lang::Zh));
}

void write_spread(JsonWriter& out, std::string_view name, const Spread& spread) {
  out.begin_list(name);
  out.number({}, spread.low);
  out.number({}, spread.value);
  out.number({}, spread.high);
  out.end_list();
}

void write_origin(JsonWriter& out, Source source, std::string_view as_of, std::string_view note) {
  out.text("source", citation(source));
  out.text("as_of", as_of);
  out.text("note", note);
}

/// Rows of the speed table: low, value, high of each figure.
void write_speed_rows(JsonWriter& out) {
  for (const SpeedRow& row : speed_rows()) {
    out.begin_object();
    out.text("engine", speed_class_id(row.engine));
    out.text("card", card_class_id(row.card));
    write_spread(out, "bandwidth", row.bandwidth);
    write_spread(out, "layer_us", row.layer_us);
    write_spread(out, "prefill", row.prefill);
    write_origin(out, row.source, row.as_of, row.note);
    out.end_object();
  }
  for (const TrainingRow& row : training_rows()) {
    out.begin_object();
    out.text("engine", "training");
    out.text("card", row.architecture.empty() ? row.category : row.architecture);
    write_spread(out, "hfu", row.hfu);
    write_origin(out, row.source, row.as_of, row.note);
    out.end_object();
  }
  for (size_t i = 0; i < static_cast<size_t>(SpeedConstantId::Count); ++i) {
    const SpeedConstant& row = speed_constant(static_cast<SpeedConstantId>(i));
    out.begin_object();
    out.text("id", row.id);
    write_spread(out, "range", row.spread);
    write_origin(out, row.source, row.as_of, row.note);
    out.end_object();
  }
}

void write_system(JsonWriter& out, const SystemSpec& system) {
  out.text("id", system.id);
  out.text("name", system.name);
  out.text("gpu", system.gpu);
  out.number("gpus", static_cast<double>(system.gpus));
  out.text("link", system.link);
  number(out, "all_reduce_gb_s", system.all_reduce_gb_s);
  text(out, "as_of", system.as_of);
  out.text("confidence", confidence_id(system.confidence));
}

void write_run(JsonWriter& out, const ReferenceRun& run) {
  out.text("model", run.model);
  out.number("active_parameters", run.active_parameters);
  out.text("gpu", run.gpu);
  if (run.gpus > 0) out.number("gpus", run.gpus);
  out.text("precision", run.precision);
  if (run.context > 0) out.number("context", run.context);
  out.number("tokens_per_s_per_gpu", run.tokens_per_s_per_gpu);
  out.text("source", run.source);
  out.text("date", run.date);
}

/// Every row as an object.
template <typename Rows, typename Write>
void write_rows(JsonWriter& out, const Rows& rows, Write write) {
  for (const auto& row : rows) {
    out.begin_object();
    write(out, row);
    out.end_object();
  }
}

void write_caches(JsonWriter& out) {
  out.begin_object();
  write_named(out, "format.", "auto");
  out.end_object();
  for (const Format& format : formats()) {
    if (!format.for_cache) continue;
    out.begin_object();
    write_format(out, format);
    out.end_object();
  }
}

void write_weights(JsonWriter& out) {
  out.begin_object();
  write_named(out, "format.", "as-stored");
  out.end_object();
  write_rows(out, weight_plans(), write_plan);
}

void write_terms(JsonWriter& out) {
  std::array<TermId, kTermCount> terms;
  for (size_t i = 0; i < kTermCount; ++i) terms[i] = static_cast<TermId>(i);
  write_rows(out, terms, write_term);
}

void write_symbols(JsonWriter& out) {
  for (size_t i = 1; i < kSymbolCount; ++i) {
    out.begin_object();
    write_symbol(out, symbol_row(static_cast<Symbol>(i)));
    out.end_object();
  }
}

void write_messages(JsonWriter& out) {
  write_rows(out, messages(), [](JsonWriter& o, const Message& row) {
    o.text("id", row.id);
    o.text("en", row.en);
    o.text("zh", row.zh);
  });
}

}  // namespace

std::string catalogue_json(std::string_view kind) {
  JsonWriter out;
  out.begin_list();
  if (kind == "gpus") write_rows(out, gpu_catalogue(), write_gpu);
  if (kind == "models") write_rows(out, model_catalogue(), write_model);
  if (kind == "engines") write_rows(out, engines(), write_engine);
  if (kind == "weights") write_weights(out);
  if (kind == "kv") write_caches(out);
  if (kind == "terms") write_terms(out);
  if (kind == "symbols") write_symbols(out);
  if (kind == "messages") write_messages(out);
  if (kind == "speed") write_speed_rows(out);
  if (kind == "systems") write_rows(out, systems(), write_system);
  if (kind == "runs") write_rows(out, reference_runs(), write_run);
  if (kind == "precision") {
    write_rows(out, recipes(),
               [](JsonWriter& o, const Recipe& row) { write_named(o, "precision.", row.id); });
  }
  if (kind == "optimizers") {
    write_rows(out, optimizers(),
               [](JsonWriter& o, const Optimizer& row) { write_named(o, "optimizer.", row.id); });
  }
  out.end_list();
  return out.document();
}

std::string gpus_json(std::span<const std::string> words, std::string_view sort) {
  std::vector<const GpuSpec*> found;
  find_gpus(words, sort, found);
  JsonWriter out;
  out.begin_list();
  for (const GpuSpec* gpu : found) {
    out.begin_object();
    write_gpu(out, *gpu);
    out.end_object();
  }
  out.end_list();
  return out.document();
}

std::string models_json(std::span<const std::string> words) {
  JsonWriter out;
  out.begin_list();
  for (const CatalogueModel* model : find_models(words)) {
    out.begin_object();
    write_model(out, *model);
    out.end_object();
  }
  out.end_list();
  return out.document();
}

std::string_view version() { return VRAMSCOPE_VERSION; }

std::string_view data_as_of() {
  std::string_view newest;
  for (const GpuSpec& gpu : gpu_catalogue()) newest = std::max(newest, gpu.as_of);
  for (const CatalogueModel& model : model_catalogue()) newest = std::max(newest, model.as_of);
  return newest;
}

}  // namespace vramscope
