// The permalink codec: key=value pairs, driven by the table of request fields.
#include "vramscope/link.h"

#include <algorithm>
#include <array>

#include "io/fields.h"
#include "io/json.h"
#include "io/json_writer.h"
#include "io/link_parts.h"
#include "io/machines.h"
#include "io/spec_json.h"
#include "vramscope/answer.h"
#include "vramscope/difference.h"

namespace vramscope {
namespace {

/// "rtx-3090*2,rtx-4090@48": id, memory in GiB after '@', count after '*'.
std::string machine_text(const Machine& machine) {
  std::string out;
  for (const DeviceChoice& choice : machine.devices) {
    if (!out.empty()) out += ',';
    if (choice.own) {
      JsonWriter card;
      write_card(card, {}, choice);
      out += escape_all(card.document());
    } else {
      out += escape_text(choice.gpu);
    }
    if (choice.memory_gib && !choice.own) out += '@' + number_text(*choice.memory_gib);
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

void write_request_pairs(const Request& request, const std::string& prefix, Pairs& pairs) {
  const Request plain = default_request();
  if (request.model != plain.model) {
    const bool id = !request.model.spec && !request.model.parameters && !request.model.weight_bytes;
    pairs.push_back(
        {prefix + (id ? "model" : "m"), id ? request.model.id : model_text(request.model)});
  }
  // A comparison without a card of its own would begin with the first one compared.
  if (request.machine != plain.machine || !request.compare.empty()) {
    pairs.push_back({prefix + "gpu", machine_text(request.machine)});
  }
  std::string compare;
  for (const Machine& machine : request.compare) {
    compare += (compare.empty() ? "" : ";") + machine_text(machine);
  }
  if (!compare.empty()) pairs.push_back({prefix + "compare", compare});
  if (request.reserve != plain.reserve) {
    pairs.push_back({prefix + "reserve", number_text(request.reserve.count())});
  }
  for (const Override& given : request.overrides) {
    pairs.push_back({prefix + "override." + std::string(term_id(given.term)),
                     number_text(given.bytes.count())});
  }
  for (const Field& field : request_fields()) {
    const std::string text = field_text(field, request);
    if (text == field_text(field, plain)) continue;
    pairs.push_back({prefix + std::string(field.short_name), text});
  }
}

/// True when the key belongs to a request.
bool read_request_key(const std::string& key, std::string_view raw, Json& document) {
  const std::string text = unescape_text(raw);
  if (key == "model") {
    document.set("model", Json::of(text));
  } else if (key == "m") {
    document.set("model", parse_scalar(text));
  } else if (key == "gpu") {
    document.set("devices", *machine_document(raw).find("devices"));
  } else if (key == "compare") {
    Json machines = Json::list();
    for (std::string_view part : split_text(raw, ';')) machines.append(machine_document(part));
    document.set("compare", std::move(machines));
  } else if (key == "reserve") {
    document.set("reserve_bytes", parse_scalar(text));
  } else if (key.starts_with("override.")) {
    document.at("overrides").set(key.substr(9), parse_scalar(text));
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
      const Json* group = document.find(top);
      const bool grouped = group && group->is_object() && top != "model";
      if (grouped && field.size() > top.size()) {
        document.at(top).erase(field.substr(top.size() + 1));
      } else {
        document.erase(top);
      }
    }
  }
  return default_request();
}

std::string joined(const Pairs& pairs) {
  std::string out;
  for (const Param& pair : pairs) {
    if (!out.empty()) out += '&';
    const bool machines = pair.name.ends_with("gpu") || pair.name.ends_with("compare");
    out += escape_text(pair.name) + '=' + (machines ? pair.value : escape_text(pair.value));
  }
  return out;
}

}  // namespace

std::string write_link(const LinkState& state) {
  Pairs pairs = {{"v", "1"}};
  for (size_t i = 0; i < state.requests.size() && i < 2; ++i) {
    write_request_pairs(state.requests[i], i == 0 ? "" : "b.", pairs);
  }
  if (state.requests.size() > 1 && pairs.back().name.rfind("b.", 0) != 0) {
    pairs.push_back({"b.v", "1"});  // B is the default request
  }
  write_view(state.view, pairs);
  pairs.insert(pairs.end(), state.unknown.begin(), state.unknown.end());
  return joined(pairs);
}

std::string request_link(const Request& request) {
  Pairs pairs = {{"v", "1"}};
  write_request_pairs(request, "", pairs);
  return joined(pairs);
}

Request request_from_link(std::string_view fragment) {
  return std::move(read_link(fragment).requests.front());
}

std::vector<SettingDifference> setting_differences(const Request& a, const Request& b) {
  std::vector<SettingDifference> rows;
  Pairs of_a;
  Pairs of_b;
  write_request_pairs(a, "", of_a);
  write_request_pairs(b, "", of_b);
  const auto value = [](const Pairs& pairs, const std::string& key) {
    const auto at = std::find_if(pairs.begin(), pairs.end(),
                                 [&](const Param& pair) { return pair.name == key; });
    return at != pairs.end() ? at->value : std::string();
  };
  for (const Pairs* pairs : {&of_a, &of_b}) {
    for (const Param& pair : *pairs) {
      SettingDifference row{pair.name, value(of_a, pair.name), value(of_b, pair.name)};
      const bool listed = std::find(rows.begin(), rows.end(), row) != rows.end();
      if (row.a != row.b && !listed) rows.push_back(std::move(row));
    }
  }
  return rows;
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
  const Json json = parse_scalar(state_json);
  LinkState state;
  const auto members = [&](std::string_view name) {
    const Json* member = json.find(name);
    return member ? member->children : std::vector<Json>();
  };
  for (const Json& request : members("requests")) {
    state.requests.push_back(read_what_can_be_read(request, state.problems));
  }
  for (const Json& value : members("view")) {
    const std::string name = value.name == "open_term" ? "open" : value.name;
    if (value.is_text()) read_view_key(name, value.text, state.view);
  }
  for (const Json& value : members("unknown")) {
    if (value.is_text()) state.unknown.push_back({value.name, value.text});
  }
  if (state.requests.empty()) state.requests.push_back(default_request());
  return write_link(state);
}

std::string decode_link(std::string_view fragment) {
  const LinkState state = read_link(fragment);
  JsonWriter out;
  out.begin_object();
  out.number("v", 1);
  out.begin_list("requests");
  for (const Request& request : state.requests) write_request(out, {}, request);
  out.end_list();
  out.begin_object("view");
  out.text("tab", state.view.tab);
  out.text("units", state.view.units);
  out.text("theme", state.view.theme);
  out.text("open_term", state.view.open_term);
  out.end_object();
  out.begin_object("unknown");
  for (const Param& pair : state.unknown) out.text(pair.name, pair.value);
  out.end_object();
  out.begin_list("problems");
  for (const Problem& problem : state.problems) {
    out.begin_object();
    out.text("field", problem.field);
    out.text("code", problem.code);
    out.text("message", say(problem, state.requests.front().lang));
    out.end_object();
  }
  out.end_list();
  out.end_object();
  return out.document();
}

}  // namespace vramscope
