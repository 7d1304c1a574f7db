#include "vramscope/flags.h"

#include <algorithm>
#include <array>

#include "io/fields.h"
#include "io/json.h"
#include "io/json_file.h"
#include "io/link_parts.h"
#include "io/machines.h"

namespace vramscope {
namespace {

/// Each is the field of the same name; `plan` is told by its content.
constexpr std::array<std::string_view, 4> kPlanFlags = {"plan", "deepspeed", "accelerate",
                                                        "torchtitan"};

Result<Json> base_document(std::string_view text) {
  if (text.empty()) return Json::object();
  Result<Json> parsed = parse_json(text, kMaxRequestBytes);
  if (parsed.ok() && !parsed.value().is_object()) return Problem{"", "not_an_object", {}};
  return parsed;
}

/// A config.json has no request around it; its own problems name its own fields.
std::vector<Problem> set_config(Json& document, const std::string& text) {
  Result<JsonFile> config = read_json_file(text, kMaxConfigBytes);
  if (!config.ok()) return config.errors();
  Json model = Json::object();
  model.set("config", std::move(config.value().value));
  document.set("model", std::move(model));
  return {};
}

/// A DeepSpeed configuration to lay over the request.
std::vector<Problem> set_deepspeed(Json& document, const std::string& text) {
  Result<JsonFile> config = read_json_file(text, kMaxConfigBytes);
  if (!config.ok()) return config.errors();
  document.set("deepspeed", std::move(config.value().value));
  return {};
}

/// A document's gpu and gpus as devices, so that a flag can be laid over them.
void spell_out_machine(Json& document) {
  const Json* gpu = document.find("gpu");
  const Json* gpus = document.find("gpus");
  if (document.find("devices") || (!gpu && !gpus)) return;
  Json device = Json::object();
  device.set("gpu", gpu ? *gpu : Json::of(default_request().machine.devices.front().gpu));
  if (gpus) device.set("count", *gpus);
  Json devices = Json::list();
  devices.append(std::move(device));
  document.erase("gpu");
  document.erase("gpus");
  document.set("devices", std::move(devices));
}

/// The number of cards of the machine that stands in the document so far.
void set_count(Json& document, const std::string& value) {
  if (!document.find("devices")) {
    const std::string card = default_request().machine.devices.front().gpu;
    document.set("devices", *machine_document(card).find("devices"));
  }
  std::vector<Json>& devices = document.at("devices").children;
  if (!devices.empty()) devices.front().set("count", parse_scalar(value));
}

std::vector<Problem> apply(Json& document, const Param& flag) {
  const std::string& name = flag.name;
  const std::string& value = flag.value;
  if (name == "model-config") return set_config(document, value);
  if (name == "deepspeed") return set_deepspeed(document, value);
  if (is_plan_flag(name)) {
    document.set(name, Json::of(value));
    return {};
  }
  if (name == "model") {
    document.set("model", Json::of(value));
  } else if (name == "id") {
    document.set("id", Json::of(value));
  } else if (name == "gpu") {
    spell_out_machine(document);
    document.set("devices", *machine_document(value).find("devices"));
  } else if (name == "gpus") {
    spell_out_machine(document);
    set_count(document, value);
  } else if (name == "compare") {
    Json machines = Json::list();
    for (std::string_view part : split_text(value, ',')) machines.append(machine_document(part));
    document.set("compare", std::move(machines));
  } else if (name == "reserve") {
    document.set("reserve_bytes", parse_scalar(value));
  } else if (const Field* field = find_short_field(name)) {
    set_path(document, field->path, field_document(*field, value));
  } else {
    return {{name, "unknown_field", {}}};
  }
  return {};
}

}  // namespace

Result<Request> request_from_flags(std::string_view text, std::span<const Param> flags) {
  Result<Json> base = base_document(text);
  if (!base.ok()) return base.errors();
  Json document = std::move(base.value());
  // The number of cards is laid over the card, whichever comes first on the line.
  for (const bool counts : {false, true}) {
    for (const Param& flag : flags) {
      if ((flag.name == "gpus") != counts) continue;
      std::vector<Problem> problems = apply(document, flag);
      if (!problems.empty()) return problems;
    }
  }
  return request_from_json(document);
}

bool is_plan_flag(std::string_view name) {
  return std::find(kPlanFlags.begin(), kPlanFlags.end(), name) != kPlanFlags.end();
}

std::vector<std::string_view> flag_names() {
  std::vector<std::string_view> names = {"model",   "model-config", "gpu", "gpus",
                                         "compare", "reserve",      "id"};
  names.insert(names.end(), kPlanFlags.begin(), kPlanFlags.end());
  for (const Field& field : request_fields()) names.push_back(field.short_name);
  return names;
}

}  // namespace vramscope
