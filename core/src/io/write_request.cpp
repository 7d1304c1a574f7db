// Request -> the normalised document: every default filled in, in the table's order.
#include "io/fields.h"
#include "io/json.h"
#include "io/machines.h"
#include "io/spec_json.h"

namespace vramscope {
namespace {

Json to_json(uint64_t value) { return Json(value); }
Json to_json(double value) { return json_number(value); }
Json to_json(bool value) { return Json(value); }
Json to_json(const std::string& value) { return Json(value); }
Json to_json(const std::optional<uint64_t>& value) { return value ? Json(*value) : Json(); }
Json to_json(const std::optional<double>& value) { return value ? json_number(*value) : Json(); }

Json field_value(const Field& field, Request& request) {
  if (const auto* names = std::get_if<EnumAccess>(&field.access)) {
    return Json(names->names[names->get(request)]);
  }
  return std::visit([&](auto access) { return to_json(access(request)); },
                    std::get<FieldAccess>(field.access));
}

Json model_to_json(const ModelChoice& model) {
  Json json = Json::object();
  if (model.spec) {
    json["spec"] = spec_to_json(*model.spec);
  } else if (!model.parameters && !model.weight_bytes) {
    return Json(model.id);
  } else {
    json["id"] = model.id;
  }
  if (model.parameters) json["parameters"] = *model.parameters;
  if (model.weight_bytes) json["weight_bytes"] = *model.weight_bytes;
  return json;
}

}  // namespace

Json request_to_json(const Request& original) {
  Request request = original;  // the accessors take a mutable request
  Json json = Json::object();
  json["v"] = 1;
  if (!request.id.empty()) json["id"] = request.id;
  json["model"] = model_to_json(request.model);
  json["devices"] = devices_to_json(request.machine);
  if (!request.compare.empty()) {
    json["compare"] = Json::array();
    for (const Machine& machine : request.compare) {
      json["compare"].push_back({{"devices", devices_to_json(machine)}});
    }
  }
  json["reserve_bytes"] = request.reserve.whole();
  for (const Override& given : request.overrides) {
    json["overrides"][given.term] = given.bytes.whole();
  }
  for (const Field& field : request_fields()) {
    const std::string path(field.path);
    const size_t dot = path.find('.');
    if (dot == std::string::npos) {
      json[path] = field_value(field, request);
    } else {
      json[path.substr(0, dot)][path.substr(dot + 1)] = field_value(field, request);
    }
  }
  return json;
}

std::string request_json(const Request& request) { return dump_json(request_to_json(request)); }

}  // namespace vramscope
