// Catalogues as JSON arrays, with names and messages in both languages.
#include "io/json.h"
#include "tables/engines.h"
#include "tables/formats.h"
#include "tables/recipes.h"
#include "vramscope/answer.h"
#include "vramscope/catalogue.h"
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

void add(Json& json, const char* key, std::string_view value) {
  if (!value.empty()) json[key] = value;
}
void add(Json& json, const char* key, const std::optional<double>& value) {
  if (value) json[key] = json_number(*value);
}
void add(Json& json, const char* key, const std::optional<bool>& value) {
  if (value) json[key] = *value;
}

std::string_view confidence_id(Confidence confidence) {
  constexpr std::array<std::string_view, 3> kIds = {"low", "medium", "high"};
  return kIds[static_cast<size_t>(confidence)];
}

Json gpu_row(const GpuSpec& gpu) {
  Json json = {{"id", gpu.id}, {"name", gpu.name}, {"vendor", gpu.vendor},
               {"category", gpu.category}};
  add(json, "architecture", gpu.architecture);
  add(json, "compute_capability", gpu.compute_capability);
  add(json, "released", gpu.released);
  add(json, "memory_type", gpu.memory_type);
  json["memory_gib"] = json_number(gpu.memory_gib);
  add(json, "smi_mib", gpu.smi_mib);
  add(json, "cuda_total_mib", gpu.cuda_total_mib);
  add(json, "working_set_fraction", gpu.working_set_fraction);
  add(json, "bandwidth_gb_s", gpu.bandwidth_gb_s);
  add(json, "fp32_tflops", gpu.fp32_tflops);
  add(json, "tf32_tflops", gpu.tf32_tflops);
  add(json, "fp16_tflops", gpu.fp16_tflops);
  add(json, "bf16_tflops", gpu.bf16_tflops);
  add(json, "fp8_tflops", gpu.fp8_tflops);
  add(json, "int8_tops", gpu.int8_tops);
  add(json, "fp4_tflops", gpu.fp4_tflops);
  add(json, "tdp_w", gpu.tdp_w);
  add(json, "nvlink_gb_s", gpu.nvlink_gb_s);
  add(json, "pcie", gpu.pcie);
  add(json, "supports_bf16", gpu.supports_bf16);
  add(json, "supports_fp8", gpu.supports_fp8);
  add(json, "supports_fp4", gpu.supports_fp4);
  if (gpu.devices_per_package > 1) json["devices_per_package"] = gpu.devices_per_package;
  add(json, "as_of", gpu.as_of);
  json["confidence"] = confidence_id(gpu.confidence);
  add(json, "source", gpu.source);
  return json;
}

Json gpus() {
  Json list = Json::array();
  for (const GpuSpec& gpu : gpu_catalogue()) list.push_back(gpu_row(gpu));
  return list;
}

Json models() {
  Json list = Json::array();
  for (const CatalogueModel& model : model_catalogue()) {
    Json json = {{"id", model.id}, {"name", model.name}, {"repository", model.repository}};
    if (model.published_parameters > 0) json["published_parameters"] = model.published_parameters;
    add(json, "source", model.source);
    add(json, "as_of", model.as_of);
    list.push_back(std::move(json));
  }
  return list;
}

/// An id with the words of a message row.
Json named(std::string_view id, const std::string& message_id) {
  return {{"id", id}, {"en", label(message_id, Lang::En)}, {"zh", label(message_id, Lang::Zh)}};
}

Json engine_rows() {
  Json list = Json::array();
  for (const Engine& engine : engines()) {
    Json json = named(engine.id, "engine." + std::string(engine.id));
    json["inference"] = engine.inference;
    json["training"] = engine.training;
    json["gguf"] = engine.gguf;
    list.push_back(std::move(json));
  }
  return list;
}

Json weight_rows() {
  Json list = Json::array();
  list.push_back(named("as-stored", "format.as-stored"));
  for (const WeightPlan& plan : weight_plans()) {
    Json json = named(plan.id, "format." + std::string(plan.id));
    json["gguf"] = plan.gguf;
    json["bits"] = json_number(find_format(plan.matrix)->bits_per_element());
    list.push_back(std::move(json));
  }
  return list;
}

Json kv_rows() {
  Json list = Json::array();
  list.push_back(named("auto", "format.auto"));
  for (const Format& format : formats()) {
    if (!format.for_cache) continue;
    Json json = named(format.id, "format." + std::string(format.id));
    json["bits"] = json_number(format.bits_per_element());
    list.push_back(std::move(json));
  }
  return list;
}

Json term_rows() {
  Json list = Json::array();
  for (size_t i = 0; i < kTermCount; ++i) {
    const std::string_view id = term_id(static_cast<TermId>(i));
    const std::string message = "term." + std::string(id);
    Json json = named(id, message);
    json["hint_en"] = label(message + ".hint", Lang::En);
    json["hint_zh"] = label(message + ".hint", Lang::Zh);
    list.push_back(std::move(json));
  }
  return list;
}

Json symbol_rows() {
  Json list = Json::array();
  for (size_t i = 1; i < kSymbolCount; ++i) {
    const SymbolRow& row = symbol_row(static_cast<Symbol>(i));
    list.push_back({{"id", row.text}, {"en", row.en}, {"zh", row.zh}});
  }
  return list;
}

Json message_rows() {
  Json list = Json::array();
  for (const Message& row : messages()) {
    list.push_back({{"id", row.id}, {"en", row.en}, {"zh", row.zh}});
  }
  return list;
}

template <typename Rows>
Json recipe_rows(const Rows& rows, std::string_view prefix) {
  Json list = Json::array();
  for (const auto& row : rows) list.push_back(named(row.id, std::string(prefix) + std::string(row.id)));
  return list;
}

Json rows_of(std::string_view kind) {
  if (kind == "gpus") return gpus();
  if (kind == "models") return models();
  if (kind == "engines") return engine_rows();
  if (kind == "weights") return weight_rows();
  if (kind == "kv") return kv_rows();
  if (kind == "terms") return term_rows();
  if (kind == "symbols") return symbol_rows();
  if (kind == "messages") return message_rows();
  if (kind == "precision") return recipe_rows(recipes(), "precision.");
  if (kind == "optimizers") return recipe_rows(optimizers(), "optimizer.");
  return Json::array();
}

}  // namespace

std::string catalogue_json(std::string_view kind) { return dump_json(rows_of(kind)); }

std::string_view version() { return VRAMSCOPE_VERSION; }

std::string_view data_as_of() {
  std::string_view newest;
  for (const GpuSpec& gpu : gpu_catalogue()) newest = std::max(newest, gpu.as_of);
  for (const CatalogueModel& model : model_catalogue()) newest = std::max(newest, model.as_of);
  return newest;
}

}  // namespace vramscope
