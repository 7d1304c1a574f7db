// Request -> the normalised document: every default filled in, in the table's order.
#include "io/fields.h"
#include "io/json_writer.h"
#include "io/link_parts.h"
#include "io/machines.h"
#include "io/spec_json.h"

namespace vramscope {
namespace {

void write(JsonWriter& out, std::string_view name, uint64_t value) {
  out.number(name, static_cast<double>(value));
}
void write(JsonWriter& out, std::string_view name, double value) { out.number(name, value); }
void write(JsonWriter& out, std::string_view name, bool value) { out.flag(name, value); }
void write(JsonWriter& out, std::string_view name, const std::string& value) {
  out.text(name, value);
}
template <typename Value>
void write(JsonWriter& out, std::string_view name, const std::optional<Value>& value) {
  if (value) {
    write(out, name, *value);
  } else {
    out.null(name);
  }
}

void write_field(JsonWriter& out, std::string_view name, const Field& field, Request& request) {
  if (const auto* names = std::get_if<EnumAccess>(&field.access)) {
    return out.text(name, names->names[names->get(request)]);
  }
  std::visit([&](auto access) { write(out, name, access(request)); },
             std::get<FieldAccess>(field.access));
}

void write_model(JsonWriter& out, const ModelChoice& model) {
  if (!model.spec && !model.parameters && !model.weight_bytes) return out.text("model", model.id);
  out.begin_object("model");
  if (model.spec) {
    write_spec(out, "spec", *model.spec);
  } else {
    out.text("id", model.id);
  }
  if (model.parameters) write(out, "parameters", *model.parameters);
  if (model.weight_bytes) write(out, "weight_bytes", *model.weight_bytes);
  out.end_object();
}

void write_overrides(JsonWriter& out, const std::vector<Override>& overrides) {
  if (overrides.empty()) return;
  out.begin_object("overrides");
  for (const Override& given : overrides) out.number(term_id(given.term), given.bytes.count());
  out.end_object();
}

/// Fields with dots stand in the objects before them; the table keeps an object's fields together.
void write_fields(JsonWriter& out, Request& request, const Request* other = nullptr) {
  std::vector<std::string_view> open;
  for (const Field& field : request_fields()) {
    if (other && field_text(field, request) == field_text(field, *other)) continue;
    std::vector<std::string_view> parts = split_text(field.path, '.');
    const std::string_view name = parts.back();
    parts.pop_back();
    size_t same = 0;
    while (same < std::min(open.size(), parts.size()) && open[same] == parts[same]) ++same;
    for (; open.size() > same; open.pop_back()) out.end_object();
    for (; open.size() < parts.size(); open.push_back(parts[open.size()])) {
      out.begin_object(parts[open.size()]);
    }
    write_field(out, name, field, request);
  }
  for (; !open.empty(); open.pop_back()) out.end_object();
}

}  // namespace

void write_request(JsonWriter& out, std::string_view name, const Request& original) {
  Request request = original;  // the table's accessors take a mutable request
  out.begin_object(name);
  out.number("v", 1);
  if (!request.id.empty()) out.text("id", request.id);
  write_model(out, request.model);
  write_devices(out, request.machine);
  if (!request.compare.empty()) {
    out.begin_list("compare");
    for (const Machine& machine : request.compare) {
      out.begin_object();
      write_devices(out, machine);
      out.end_object();
    }
    out.end_list();
  }
  out.number("reserve_bytes", request.reserve.count());
  write_overrides(out, request.overrides);
  write_fields(out, request);
  out.end_object();
}

void write_changes(JsonWriter& out, std::string_view name, const Request& from, const Request& to) {
  Request request = to;
  out.begin_object(name);
  if (!(from.machine == to.machine)) write_devices(out, request.machine);
  write_fields(out, request, &from);
  out.end_object();
}

std::string field_text(const Field& field, const Request& original) {
  Request request = original;
  if (const auto* names = std::get_if<EnumAccess>(&field.access)) {
    return std::string(names->names[names->get(request)]);
  }
  using TextAccess = std::string& (*)(Request&);
  const FieldAccess& access = std::get<FieldAccess>(field.access);
  if (const auto* text = std::get_if<TextAccess>(&access)) return (*text)(request);
  JsonWriter out;
  write_field(out, {}, field, request);
  return out.document() == "null" ? std::string() : out.document();
}

std::string model_text(const ModelChoice& model) {
  JsonWriter out;
  out.begin_object();
  write_model(out, model);
  out.end_object();
  const std::string& text = out.document();  // {"model":...}
  return text.substr(9, text.size() - 10);
}

std::string request_json(const Request& request) {
  JsonWriter out;
  write_request(out, {}, request);
  return out.document();
}

}  // namespace vramscope
