// The request document -> Request. Strict: what is not understood is an error that names the field.
#include <algorithm>
#include <array>
#include <cmath>

#include "io/config_json.h"
#include "io/fields.h"
#include "io/json.h"
#include "io/json_file.h"
#include "io/json_writer.h"
#include "io/link_parts.h"
#include "io/machines.h"
#include "io/plan_json.h"
#include "io/spec_json.h"
#include "plans/plan_file.h"
#include "text/ids.h"
#include "vramscope/config_reader.h"
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr int kVersion = 1;

class RequestReader {
 public:
  Result<Request> read(const Json& document) {
    if (!document.is_object()) return Problem{"", "not_an_object", {}};
    read_object(document, "");
    if (deepspeed_) lay_over_deepspeed(*deepspeed_, "deepspeed");
    for (const LaidPlan& plan : plans_) lay_over_plan(plan);
    if (!shares_.empty()) take_shares();
    if (!problems_.empty()) return problems_;
    // A comparison that names no card of its own begins with the first one compared.
    if (!gpu_given_ && !devices_given_ && !request_.compare.empty()) {
      request_.machine = request_.compare.front();
      request_.compare.erase(request_.compare.begin());
      request_.given.push_back("compare");
    }
    // A split says how long the whole is.
    const auto& given = request_.given;
    const bool whole = std::find(given.begin(), given.end(), "context") != given.end();
    if (!whole && request_.prompt && request_.generate) {
      request_.context = *request_.prompt + *request_.generate;
    }
    return std::move(request_);
  }

 private:
  void problem(const std::string& field, std::string code, std::vector<Param> params = {}) {
    problems_.push_back({field, std::move(code), std::move(params)});
  }

  void wrong_type(const std::string& path, std::string expected) {
    problem(path, "wrong_type", {{"expected", std::move(expected)}});
  }

  void read_object(const Json& object, const std::string& prefix) {
    for (const Json& value : object.children) {
      const std::string path = prefix + value.name;
      if (read_special(path, value)) continue;
      if (const Field* field = find_field(path)) {
        if (!value.is_null()) read_field(*field, value);
      } else if (value.is_object() && has_fields_below(path)) {
        read_object(value, path + ".");
      } else if (value.is_null() && has_fields_below(path)) {
        continue;
      } else {
        problem(path, "unknown_field");
      }
    }
  }

  void read_field(const Field& field, const Json& value) {
    request_.given.push_back(std::string(field.path));
    if (const auto* names = std::get_if<EnumAccess>(&field.access)) {
      return read_enum(field, *names, value);
    }
    std::visit([&](auto access) { read_value(field, value, access(request_)); },
               std::get<FieldAccess>(field.access));
  }

  void read_enum(const Field& field, const EnumAccess& access, const Json& value) {
    if (!value.is_text()) return wrong_type(std::string(field.path), "text");
    const std::string& text = value.text;
    for (size_t i = 0; i < access.names.size(); ++i) {
      if (same_id(access.names[i], text)) return access.set(request_, i);
    }
    not_a_choice(field, text, access.names);
  }

  void not_a_choice(const Field& field, const std::string& value,
                    std::span<const std::string_view> names) {
    std::string choices;
    for (std::string_view name : names) {
      if (!choices.empty()) choices += ", ";
      choices += name;
    }
    problem(std::string(field.path), "not_a_choice", {{"value", value}, {"choices", choices}});
  }

  /// A number inside the field's range, or a problem.
  std::optional<double> number(const Field& field, const Json& value, bool whole) {
    const std::string path(field.path);
    if (!value.is_number()) {
      wrong_type(path, "number");
      return std::nullopt;
    }
    const double x = value.number;
    if (!(x >= field.low && x <= field.high) || (whole && std::floor(x) != x)) {
      problem(path, "out_of_range",
              {{"low", format_number(field.low)}, {"high", format_number(field.high)}});
      return std::nullopt;
    }
    return x;
  }

  void read_value(const Field& field, const Json& value, uint64_t& out) {
    if (const auto x = number(field, value, true)) out = static_cast<uint64_t>(*x);
  }
  void read_value(const Field& field, const Json& value, std::optional<uint64_t>& out) {
    if (const auto x = number(field, value, true)) out = static_cast<uint64_t>(*x);
  }
  void read_value(const Field& field, const Json& value, double& out) {
    if (const auto x = number(field, value, false)) out = *x;
  }
  void read_value(const Field& field, const Json& value, std::optional<double>& out) {
    if (const auto x = number(field, value, false)) out = *x;
  }
  void read_value(const Field& field, const Json& value, bool& out) {
    if (!value.is_bool()) return wrong_type(std::string(field.path), "true, false");
    out = value.number != 0;
  }
  void read_value(const Field& field, const Json& value, std::optional<bool>& out) {
    if (value.is_text() && same_id(value.text, "auto")) return;
    if (!value.is_bool()) return wrong_type(std::string(field.path), "true, false, auto");
    out = value.number != 0;
  }
  void read_value(const Field& field, const Json& value, std::string& out) {
    if (field.list && value.is_list()) return read_list(field, value, out);
    if (!value.is_text()) return wrong_type(std::string(field.path), "text");
    const std::string& text = value.text;
    if (field.values.empty()) {
      out = text;
      return;
    }
    for (std::string_view name : field.values) {
      if (same_id(name, text)) {
        out = name;
        return;
      }
    }
    not_a_choice(field, text, field.values);
  }

  /// A list of names, kept as one text with commas.
  void read_list(const Field& field, const Json& value, std::string& out) {
    out.clear();
    for (const Json& name : value.children) {
      if (!name.is_text()) return wrong_type(std::string(field.path), "text");
      if (!out.empty()) out += ',';
      out += name.text;
    }
  }

  /// A recipe of one's own, kept as one text: weights/master/grads/compute/reduce.
  void read_precision(const Json& value) {
    request_.given.push_back("training.precision");
    constexpr std::array<std::string_view, 5> kParts = {"weights", "master", "grads", "compute",
                                                        "reduce"};
    std::array<std::string, 5> types = {"bf16", "none", "auto", "auto", "auto"};
    for (const Json& child : value.children) {
      const auto part = std::find(kParts.begin(), kParts.end(), child.name);
      if (part == kParts.end()) {
        problem("training.precision." + child.name, "unknown_field");
      } else if (child.is_text()) {
        types[static_cast<size_t>(part - kParts.begin())] = child.text;
      } else if (!child.is_null() && !(child.is_bool() && child.number == 0)) {
        wrong_type("training.precision." + child.name, "text");
      }
    }
    std::string& out = request_.training.precision;
    out = types[0];
    for (size_t i = 1; i < types.size(); ++i) out += "/" + types[i];
  }

  /// Fields with a shape of their own. True when this was one of them.
  bool read_special(const std::string& path, const Json& value) {
    if (path == "v") return read_version(value), true;
    if (path == "id") return read_id(value), true;
    if (path == "model") return read_model(value), true;
    if (path == "kv" && value.is_object()) return read_kv(value), true;
    if (path == "training.precision" && value.is_object()) return read_precision(value), true;
    if (path == "weights" && value.is_object()) return read_weights(value), true;
    if (path == "parallel.split" && value.is_list()) {
      return read_numbers(path, value, request_.parallel.split), true;
    }
    if (path == "parallel.tensor_split" && value.is_list()) {
      return read_numbers(path, value, request_.parallel.tensor_split), true;
    }
    if (path == "options.tensor_overrides" && value.is_list()) return read_patterns(value), true;
    if (path == "options.adapters" && value.is_list()) return read_adapters(value), true;
    if (path == "options.draft" && value.is_object()) return read_draft(value), true;
    if (path == "gpu" || path == "gpus" || path == "devices")
      return read_machine(path, value), true;
    if (path == "compare") return read_compare(value), true;
    if (path == "deepspeed") {
      if (!value.is_null()) deepspeed_ = &value;
      return true;
    }
    if (path == "accelerate") return keep_plan(path, value, PlanFormat::Accelerate), true;
    if (path == "torchtitan") return keep_plan(path, value, PlanFormat::Torchtitan), true;
    if (path == "plan") return keep_any_plan(path, value), true;
    if (path == "reserve_bytes") return read_reserve(value), true;
    if (path == "overrides") return read_overrides(value), true;
    if (path == "parallel" || path == "options" || path == "training" || path == "observed" ||
        path == "sweep" || path == "solve") {
      if (value.is_null()) return true;
      if (value.is_object()) {
        read_object(value, path + ".");
      } else {
        wrong_type(path, "object");
      }
      return true;
    }
    return false;
  }

  /// A plan of the request, under the field that holds it.
  struct LaidPlan {
    std::string field;
    const std::string* text;
    PlanFormat format;
  };

  void keep_plan(const std::string& field, const Json& value, PlanFormat format) {
    if (value.is_null()) return;
    if (!value.is_text()) return wrong_type(field, "text");
    plans_.push_back({field, &value.text, format});
  }

  /// A plan of any format, told by its content.
  void keep_any_plan(const std::string& field, const Json& value) {
    if (value.is_null()) return;
    if (!value.is_text()) return wrong_type(field, "text");
    const std::optional<PlanFormat> format = plan_format(value.text);
    if (!format) return problem(field, "not_a_plan");
    plans_.push_back({field, &value.text, *format});
  }

  /// Another program's configuration says more than what stands in the document.
  void lay_over_plan(const LaidPlan& plan) {
    if (plan.format != PlanFormat::DeepSpeed) return lay_over_lines(plan);
    Result<JsonFile> file = read_json_file(*plan.text, kMaxConfigBytes);
    if (!file.ok()) return take_problems(plan.field, file.errors());
    lay_over_deepspeed(file.value().value, plan.field);
  }

  void take_problems(const std::string& field, const std::vector<Problem>& problems) {
    for (const Problem& p : problems) problem(below(field, p.field), p.code, p.params);
  }

  static std::string below(const std::string& field, const std::string& key) {
    return key.empty() ? field : field + "." + key;
  }

  void lay_over_deepspeed(const Json& document, const std::string& field) {
    Result<PlanRead> read = read_deepspeed(document, request_);
    if (!read.ok()) return take_problems(field, read.errors());
    request_ = std::move(read.value().request);
    for (const Problem& warning : read.value().warnings) {
      request_.unused.push_back(below(field, warning.field));
    }
  }

  /// Each line that is known sets a field, with the field's own checks.
  void lay_over_lines(const LaidPlan& plan) {
    Result<PlanFile> read = read_plan_file(*plan.text, plan.format);
    if (!read.ok()) return take_problems(plan.field, read.errors());
    request_.task = Task::Training;
    for (const PlanSetting& setting : read.value().settings) {
      const size_t before = problems_.size();
      if (setting.path == "gpus") {
        set_device_count(parse_scalar(setting.value));
      } else if (const Field* field = find_field(setting.path)) {
        read_field(*field, field_document(*field, setting.value));
      }
      for (size_t i = before; i < problems_.size(); ++i) {
        problems_[i].field = below(plan.field, setting.from);
        problems_[i].params.push_back({"line", std::to_string(setting.line)});
      }
    }
    for (const std::string& key : read.value().unused) {
      request_.unused.push_back(below(plan.field, key));
    }
  }

  void set_device_count(const Json& value) {
    const double count = value.is_number() ? value.number : 0;
    if (!(count >= 1 && count <= static_cast<double>(kMaxDevices) && std::floor(count) == count)) {
      return problem("gpus", "out_of_range",
                     {{"low", "1"}, {"high", format_number(static_cast<double>(kMaxDevices))}});
    }
    if (request_.machine.devices.size() == 1) {
      request_.machine.devices[0].count = static_cast<uint64_t>(count);
    }
  }

  void read_version(const Json& value) {
    if (!value.is_number() || value.number != kVersion) {
      problem("v", "unknown_version", {{"supported", std::to_string(kVersion)}});
    }
  }

  void read_id(const Json& value) {
    if (!value.is_text()) return wrong_type("id", "text");
    request_.id = value.text;
  }

  /// Keys and values of different types: {"k", "v"}.
  void read_kv(const Json& value) {
    request_.given.push_back("kv");
    std::string types[2] = {"auto", "auto"};
    for (const Json& child : value.children) {
      if (child.name != "k" && child.name != "v") {
        problem("kv." + child.name, "unknown_field");
      } else if (!child.is_text()) {
        wrong_type("kv." + child.name, "text");
      } else {
        types[child.name == "v"] = child.text;
      }
    }
    request_.kv = types[0] == types[1] ? types[0] : types[0] + "/" + types[1];
  }

  static void join(std::string& list, const std::string& item) {
    if (!list.empty()) list += ',';
    list += item;
  }

  /// Shares of the devices, or layers of the stages: [3, 1].
  void read_numbers(const std::string& path, const Json& value, std::string& list) {
    request_.given.push_back(path);
    list.clear();
    for (const Json& item : value.children) {
      if (!item.is_number()) return wrong_type(path, "list");
      join(list, number_text(item.number));
    }
  }

  /// Weights of one's own: {"format", "bits", "group", "bytes", "skip": [...]}, kept as one text.
  void read_weights(const Json& value) {
    request_.given.push_back("weights");
    std::string text;
    const auto part = [&](const std::string& name, const std::string& said) {
      if (!text.empty()) text += '/';
      text += name + ":" + said;
    };
    for (const Json& child : value.children) {
      const std::string& name = child.name;
      const bool number = name == "bits" || name == "group" || name == "bytes";
      if (name != "format" && name != "skip" && !number) {
        problem("weights." + name, "unknown_field");
      } else if (child.is_null()) {
        continue;
      } else if (number) {
        if (!child.is_number()) return wrong_type("weights." + name, "number");
        part(name, number_text(child.number));
      } else if (name == "format") {
        if (!child.is_text()) return wrong_type("weights.format", "text");
        part(name, child.text);
      } else {
        if (!child.is_list()) return wrong_type("weights.skip", "list");
        std::string names;
        for (const Json& module : child.children) {
          if (!module.is_text()) return wrong_type("weights.skip", "list");
          join(names, module.text);
        }
        if (!names.empty()) part(name, names);
      }
    }
    request_.weights = text.empty() ? "as-stored" : text;
  }

  /// What llama.cpp keeps elsewhere: ["ffn_.*_exps=CPU"].
  void read_patterns(const Json& value) {
    request_.given.push_back("options.tensor_overrides");
    request_.options.tensor_overrides.clear();
    for (const Json& pattern : value.children) {
      if (!pattern.is_text()) return wrong_type("options.tensor_overrides", "list");
      join(request_.options.tensor_overrides, pattern.text);
    }
  }

  /// Adapters served at once: [{"rank": 16, "targets": "all-linear"}].
  void read_adapters(const Json& value) {
    request_.given.push_back("options.adapters");
    request_.options.adapters.clear();
    for (size_t i = 0; i < value.children.size(); ++i) {
      const std::string path = "options.adapters." + std::to_string(i);
      std::string rank = "16";
      std::string targets = "all-linear";
      if (!value.children[i].is_object()) return wrong_type(path, "object");
      for (const Json& child : value.children[i].children) {
        if (child.name == "rank" && child.is_number()) {
          rank = number_text(child.number);
        } else if (child.name == "targets" && child.is_text()) {
          targets = child.text;
        } else if (child.name == "rank" || child.name == "targets") {
          return wrong_type(path + '.' + child.name, child.name == "rank" ? "number" : "text");
        } else {
          return problem(path + '.' + child.name, "unknown_field");
        }
      }
      join(request_.options.adapters, rank + ':' + targets);
    }
  }

  /// The drafting model as a fragment of a request: {"model", "weights"}.
  void read_draft(const Json& value) {
    request_.given.push_back("options.draft");
    for (const Json& child : value.children) {
      std::string* text = child.name == "model"     ? &request_.options.draft
                          : child.name == "weights" ? &request_.options.draft_weights
                                                    : nullptr;
      if (!text) {
        problem("options.draft." + child.name, "unknown_field");
      } else if (!child.is_text()) {
        wrong_type("options.draft." + child.name, "text");
      } else {
        *text = child.text;
      }
    }
    if (request_.options.draft.empty()) problem("options.draft.model", "missing_field");
  }

  void read_model(const Json& value) {
    if (value.is_text()) {
      request_.model = ModelChoice{.id = value.text};
      return;
    }
    if (!value.is_object()) return wrong_type("model", "text, object");
    if (!value.find("config") && !value.find("spec") && !value.find("id")) {
      problem("model.id", "missing_field");
    }
    for (const Json& child : value.children) {
      const std::string& key = child.name;
      if (key == "config") {
        read_model_config(child);
      } else if (key == "spec") {
        adopt_spec(spec_from_json(child, "model.spec"));
      } else if (key == "id") {
        if (!child.is_text()) return wrong_type("model.id", "text");
        request_.model.id = child.text;
      } else if (key == "parameters") {
        read_fact("model.parameters", child, request_.model.parameters);
      } else if (key == "weight_bytes") {
        read_fact("model.weight_bytes", child, request_.model.weight_bytes);
      } else {
        problem("model." + key, "unknown_field");
      }
    }
  }

  void adopt_spec(Result<ModelSpec> spec) {
    if (spec.ok()) {
      request_.model.spec = std::move(spec.value());
      request_.model.id = request_.model.spec->id;
    } else {
      problems_.insert(problems_.end(), spec.errors().begin(), spec.errors().end());
    }
  }

  void read_model_config(const Json& config) {
    Result<ReadModel> read = read_config_value(config);
    if (read.ok()) {
      adopt_spec(std::move(read.value().spec));
      return;
    }
    for (Problem problem : read.errors()) {
      problem.field = problem.field.empty() ? "model.config" : "model.config." + problem.field;
      problems_.push_back(std::move(problem));
    }
  }

  void read_fact(const std::string& path, const Json& value, std::optional<uint64_t>& out,
                 double low = 1) {
    if (value.is_null()) return;
    constexpr double kHigh = 9007199254740991.0;
    const double x = value.is_number() ? value.number : -1;
    if (!(x >= low && x <= kHigh) || std::floor(x) != x) {
      return problem(path, "out_of_range",
                     {{"low", format_number(low)}, {"high", format_number(kHigh)}});
    }
    out = static_cast<uint64_t>(x);
  }

  void read_machine(const std::string& path, const Json& value) {
    if (value.is_null()) return;
    if (path == "devices") {
      if (gpu_given_) problem("devices", "gpu_and_devices");
      devices_given_ = true;
      Json document = Json::object();
      document.set("devices", value);
      machine_from_json(document, "", request_.machine, problems_, &shares_);
      return;
    }
    if (devices_given_) return problem("devices", "gpu_and_devices");
    gpu_given_ = true;
    shorthand_.set(path, value);
    machine_from_json(shorthand_, "", request_.machine, problems_);
  }

  /// What `devices` say of their shares is llama.cpp's -ts.
  void take_shares() {
    std::string& split = request_.parallel.tensor_split;
    if (!split.empty()) return problem("devices", "share_twice");
    for (const double share : shares_) {
      if (!split.empty()) split += ',';
      split += number_text(share);
    }
    request_.given.push_back("parallel.tensor_split");
  }

  void read_compare(const Json& value) {
    if (value.is_null()) return;
    if (!value.is_list() || value.children.size() > 256) return wrong_type("compare", "list");
    for (size_t i = 0; i < value.children.size(); ++i) {
      request_.compare.emplace_back();
      machine_from_json(value.children[i], "compare." + std::to_string(i), request_.compare.back(),
                        problems_);
    }
  }

  void read_reserve(const Json& value) {
    std::optional<uint64_t> bytes;
    read_fact("reserve_bytes", value, bytes, 0);
    if (bytes) request_.reserve = Bytes::of(static_cast<double>(*bytes));
  }

  void read_overrides(const Json& value) {
    if (value.is_null()) return;
    if (!value.is_object()) return wrong_type("overrides", "object");
    for (const Json& child : value.children) {
      const std::string& key = child.name;
      size_t term = 0;
      while (term < kTermCount && !same_id(term_id(static_cast<TermId>(term)), key)) ++term;
      if (term == kTermCount) {
        problem("overrides." + key, "unknown_field");
        continue;
      }
      std::optional<uint64_t> bytes;
      read_fact("overrides." + key, child, bytes, 0);
      if (bytes) {
        request_.overrides.push_back(
            {static_cast<TermId>(term), Bytes::of(static_cast<double>(*bytes))});
      }
    }
  }

  Request request_ = default_request();
  std::vector<Problem> problems_;
  Json shorthand_ = Json::object();
  const Json* deepspeed_ = nullptr;
  std::vector<LaidPlan> plans_;
  std::vector<double> shares_;  ///< of the devices, where they state them
  bool gpu_given_ = false;
  bool devices_given_ = false;
};

}  // namespace

Request default_request() {
  Request request;
  request.machine.devices.push_back({});
  return request;
}

Result<Request> parse_request(std::string_view text) {
  const Result<Json> parsed = parse_json(text, kMaxRequestBytes);
  if (!parsed.ok()) return parsed.errors();
  return request_from_json(parsed.value());
}

Result<Request> request_from_json(const Json& document) { return RequestReader().read(document); }

}  // namespace vramscope
