// The permalink codec: key=value pairs, driven by the table of request fields.
#include "vramscope/link.h"

#include <algorithm>
#include <array>

#include "io/fields.h"
#include "io/json.h"
#include "io/link_parts.h"
#include "io/machines.h"
#include "io/spec_json.h"
#include "vramscope/answer.h"

namespace vramscope {
namespace {

/// "rtx-3090*2,rtx-4090@48": id, memory in GiB after '@', count after '*'.
std::string machine_text(const Machine& machine) {
  std::string out;
  for (const DeviceChoice& choice : machine.devices) {
    if (!out.empty()) out += ',';
    out += escape_text(choice.gpu);
    if (choice.memory_gib) out += '@' + dump_json(json_number(*choice.memory_gib));
    if (choice.count != 1) out += '*' + std::to_string(choice.count);
  }
  return out;
}

using Pairs = std::vector<Param>;

void write_view(const ViewState& view, Pairs& pairs) {
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) pairs.push_back({key, value});
  };
  add("tab", view.tab);
  add("units", view.units);
  add("theme", view.theme);
  add("open", view.open_term);
}

/// A value of the normalised document as it stands in a link; empty for null.
std::string value_text(const Json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? value.get<std::string>() : dump_json(value);
}

const Json& at_path(const Json& document, std::string_view path) {
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return document[std::string(path)];
  return document[std::string(path.substr(0, dot))][std::string(path.substr(dot + 1))];
}

void write_request(const Request& request, const std::string& prefix, Pairs& pairs) {
  const Request plain = default_request();
  const Json document = request_to_json(request);
  const Json defaults = request_to_json(plain);
  if (document["model"] != defaults["model"]) {
    const bool id = document["model"].is_string();
    pairs.push_back({prefix + (id ? "model" : "m"), value_text(document["model"])});
  }
  if (request.machine != plain.machine) {
    pairs.push_back({prefix + "gpu", machine_text(request.machine)});
  }
  std::string compare;
  for (const Machine& machine : request.compare) {
    compare += (compare.empty() ? "" : ";") + machine_text(machine);
  }
  if (!compare.empty()) pairs.push_back({prefix + "compare", compare});
  if (request.reserve != plain.reserve) {
    pairs.push_back({prefix + "reserve", std::to_string(request.reserve.whole())});
  }
  for (const Override& given : request.overrides) {
    pairs.push_back({prefix + "override." + given.term, std::to_string(given.bytes.whole())});
  }
  for (const Field& field : request_fields()) {
    const Json& value = at_path(document, field.path);
    if (value == at_path(defaults, field.path)) continue;
    pairs.push_back({prefix + std::string(field.short_name), value_text(value)});
  }
}

/// True when the key belongs to a request.
bool read_request_key(const std::string& key, std::string_view raw, Json& document) {
  const std::string text = unescape_text(raw);
  if (key == "model") {
    document["model"] = text;
  } else if (key == "m") {
    Json model = Json::parse(text, nullptr, false);
    document["model"] = model.is_discarded() ? Json(text) : std::move(model);
  } else if (key == "gpu") {
    document["devices"] = machine_document(raw)["devices"];
  } else if (key == "compare") {
    document["compare"] = Json::array();
    for (std::string_view part : split_text(raw, ';')) {
      document["compare"].push_back(machine_document(part));
    }
  } else if (key == "reserve") {
    document["reserve_bytes"] = Json::parse(text, nullptr, false);
  } else if (key.starts_with("override.")) {
    document["overrides"][key.substr(9)] = Json::parse(text, nullptr, false);
  } else if (const Field* field = find_short_field(key)) {
    set_path(document, field->path, field_document(*field, text));
  } else {
    return false;
  }
  return true;
}

bool read_view_key(const std::string& key, const std::string& text, ViewState& view) {
  if (key == "tab") return view.tab = text, true;
  if (key == "units") return view.units = text, true;
  if (key == "theme") return view.theme = text, true;
  if (key == "open") return view.open_term = text, true;
  return false;
}

/// Drops what a problem names and tries again, so that one bad value does not lose the others.
Request read_what_can_be_read(Json document, std::vector<Problem>& problems) {
  for (int attempt = 0; attempt < 64; ++attempt) {
    Result<Request> request = request_from_json(document);
    if (request.ok()) {
      request.value().given.clear();
      return std::move(request.value());
    }
    for (const Problem& problem : request.errors()) {
      problems.push_back(problem);
      const std::string& field = problem.field;
      const std::string top = field.substr(0, field.find('.'));
      const bool grouped = document.contains(top) && document[top].is_object() && top != "model";
      if (grouped && field.size() > top.size()) {
        document[top].erase(field.substr(top.size() + 1));
      } else {
        document.erase(top);
      }
    }
  }
  return default_request();
}

}  // namespace

std::string write_link(const LinkState& state) {
  Pairs pairs = {{"v", "1"}};
  for (size_t i = 0; i < state.requests.size() && i < 2; ++i) {
    write_request(state.requests[i], i == 0 ? "" : "b.", pairs);
  }
  if (state.requests.size() > 1 && pairs.back().name.rfind("b.", 0) != 0) {
    pairs.push_back({"b.v", "1"});  // B is the default request
  }
  write_view(state.view, pairs);
  pairs.insert(pairs.end(), state.unknown.begin(), state.unknown.end());
  std::string out;
  for (const Param& pair : pairs) {
    if (!out.empty()) out += '&';
    const bool machines = pair.name.ends_with("gpu") || pair.name.ends_with("compare");
    out += escape_text(pair.name) + '=' + (machines ? pair.value : escape_text(pair.value));
  }
  return out;
}

LinkState read_link(std::string_view fragment) {
  if (fragment.starts_with('#')) fragment.remove_prefix(1);
  LinkState state;
  std::array<Json, 2> documents = {Json::object(), Json::object()};
  bool has_b = false;
  for (std::string_view pair : split_text(fragment, '&')) {
    const size_t equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    std::string key = unescape_text(pair.substr(0, equals));
    const std::string_view raw = pair.substr(equals + 1);
    if (key == "v") continue;
    const bool b = key.starts_with("b.");
    has_b = has_b || b;
    if (key == "b.v") continue;
    const std::string name = b ? key.substr(2) : key;
    if (read_request_key(name, raw, documents[b ? 1 : 0])) continue;
    if (read_view_key(key, unescape_text(raw), state.view)) continue;
    state.unknown.push_back({key, unescape_text(raw)});
    state.problems.push_back({key, "unknown_link_key", {{"key", key}}});
  }
  state.requests.push_back(read_what_can_be_read(documents[0], state.problems));
  if (has_b) state.requests.push_back(read_what_can_be_read(documents[1], state.problems));
  return state;
}

std::string encode_link(std::string_view state_json) {
  const Result<Json> parsed = parse_json(state_json, kMaxRequestBytes);
  LinkState state;
  if (parsed.ok() && parsed.value().is_object()) {
    const Json& json = parsed.value();
    if (json.contains("requests") && json["requests"].is_array()) {
      for (const Json& request : json["requests"]) {
        state.requests.push_back(read_what_can_be_read(request, state.problems));
      }
    }
    if (json.contains("view") && json["view"].is_object()) {
      for (const auto& [key, value] : json["view"].items()) {
        const std::string name = key == "open_term" ? "open" : key;
        if (value.is_string()) read_view_key(name, value.get<std::string>(), state.view);
      }
    }
    if (json.contains("unknown") && json["unknown"].is_object()) {
      for (const auto& [key, value] : json["unknown"].items()) {
        if (value.is_string()) state.unknown.push_back({key, value.get<std::string>()});
      }
    }
  }
  if (state.requests.empty()) state.requests.push_back(default_request());
  return write_link(state);
}

std::string decode_link(std::string_view fragment) {
  const LinkState state = read_link(fragment);
  Json json = {{"v", 1}, {"requests", Json::array()}};
  for (const Request& request : state.requests) {
    json["requests"].push_back(request_to_json(request));
  }
  json["view"] = {{"tab", state.view.tab},
                  {"units", state.view.units},
                  {"theme", state.view.theme},
                  {"open_term", state.view.open_term}};
  json["unknown"] = Json::object();
  for (const Param& pair : state.unknown) json["unknown"][pair.name] = pair.value;
  json["problems"] = Json::array();
  const Lang lang = state.requests.front().lang;
  for (const Problem& problem : state.problems) {
    json["problems"].push_back({{"field", problem.field},
                                {"code", problem.code},
                                {"message", say(problem, lang)}});
  }
  return dump_json(json);
}

}  // namespace vramscope
