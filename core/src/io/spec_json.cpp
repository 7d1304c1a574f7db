#include "io/spec_json.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "io/spec_fields.h"
#include "tables/formats.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr size_t kMaxItems = 4096;

class Writer final : public Visitor {
 public:
  explicit Writer(JsonWriter& out) : out_(out) {}

  void count(std::string_view name, uint64_t& value, double, uint64_t otherwise) override {
    if (value != otherwise) out_.number(name, static_cast<double>(value));
  }
  void flag(std::string_view name, bool& value, bool otherwise) override {
    if (value != otherwise) out_.flag(name, value);
  }
  void share(std::string_view name, double& value) override {
    if (value > 0) out_.number(name, value);
  }
  void text(std::string_view name, std::string& value) override { out_.text(name, value); }
  void texts(std::string_view name, std::vector<std::string>& values) override {
    if (values.empty()) return;
    out_.begin_list(name);
    for (const std::string& value : values) out_.text({}, value);
    out_.end_list();
  }
  size_t pick(std::string_view name, size_t value, std::span<const std::string_view> names,
              size_t otherwise) override {
    if (value != otherwise) out_.text(name, names[value]);
    return value;
  }
  bool enter(std::string_view name, bool there) override {
    if (there) out_.begin_object(name);
    return there;
  }
  void leave() override { out_.end_object(); }
  size_t enter_list(std::string_view name, size_t size) override {
    if (size > 0) out_.begin_list(name);
    return size;
  }
  void enter_item(size_t) override { out_.begin_object(); }
  void leave_list() override { out_.end_list(); }

 private:
  JsonWriter& out_;
};

class Reader final : public Visitor {
 public:
  Reader(const Json& json, std::string path, std::vector<Problem>& problems) : problems_(problems) {
    open(json, std::move(path));
  }

  void count(std::string_view name, uint64_t& value, double high, uint64_t otherwise) override {
    value = otherwise;
    const Json* child = find(name);
    if (!child) return;
    const double number = child->is_number() ? child->number : -1;
    if (number >= 0 && number <= high && std::floor(number) == number) {
      value = static_cast<uint64_t>(number);
      return;
    }
    problems_.push_back(
        {field(name), "out_of_range", {{"low", "0"}, {"high", format_number(high)}}});
  }
  void flag(std::string_view name, bool& value, bool otherwise) override {
    value = otherwise;
    const Json* child = find(name);
    if (!child) return;
    if (!child->is_bool()) return wrong_type(name, "true, false");
    value = child->number != 0;
  }
  void share(std::string_view name, double& value) override {
    const Json* child = find(name);
    if (!child) return;
    if (!child->is_number() || !(child->number >= 0 && child->number <= 1)) {
      return problem(name, "not_a_number");
    }
    value = child->number;
  }
  void text(std::string_view name, std::string& value) override {
    const Json* child = find(name);
    if (child && child->is_text()) value = child->text;
  }
  void texts(std::string_view name, std::vector<std::string>& values) override {
    const Json* child = find(name);
    if (!child) return;
    for (const Json& item : child->children) values.push_back(item.text);
  }
  size_t pick(std::string_view name, size_t, std::span<const std::string_view> names,
              size_t otherwise) override {
    const Json* child = find(name);
    if (!child) return otherwise;
    const auto place = std::find(names.begin(), names.end(), std::string_view(child->text));
    if (place != names.end()) return static_cast<size_t>(place - names.begin());
    problem(name, "unknown_id");
    return otherwise;
  }
  bool enter(std::string_view name, bool) override {
    const Json* child = find(name);
    if (child) open(*child, field(name));
    return child != nullptr;
  }
  void leave() override {
    finish();
    levels_.pop_back();
  }
  size_t enter_list(std::string_view name, size_t) override {
    const Json* child = find(name);
    if (!child) return 0;
    if (!child->is_list()) {
      wrong_type(name, "list");
      return 0;
    }
    if (child->children.size() > kMaxItems) {
      problem(name, "too_large");
      return 0;
    }
    if (!child->children.empty()) levels_.push_back({child, field(name), {}});
    return child->children.size();
  }
  void enter_item(size_t index) override {
    const Level& list = levels_.back();
    open(list.json->children[index], list.path + "." + std::to_string(index));
  }
  void leave_list() override { levels_.pop_back(); }

  void problem(std::string_view name, std::string code) {
    problems_.push_back({field(name), std::move(code), {}});
  }
  /// Names the members of the object that no field asked for.
  void finish(std::string_view other = {}) {
    const Level& level = levels_.back();
    if (!level.json->is_object()) return;
    for (const Json& child : level.json->children) {
      const bool asked =
          std::find(level.asked.begin(), level.asked.end(), child.name) != level.asked.end();
      if (!asked && child.name != other) problem(child.name, "unknown_field");
    }
  }

 private:
  struct Level {
    const Json* json;
    std::string path;
    std::vector<std::string_view> asked;
  };

  void open(const Json& json, std::string path) {
    levels_.push_back({&json, std::move(path), {}});
    if (!json.is_object()) problem({}, "not_an_object");
  }
  const Json* find(std::string_view name) {
    Level& level = levels_.back();
    level.asked.push_back(name);
    return level.json->is_object() ? level.json->find(name) : nullptr;
  }
  std::string field(std::string_view name) const {
    const std::string& path = levels_.back().path;
    return name.empty() ? path : path + "." + std::string(name);
  }
  void wrong_type(std::string_view name, std::string expected) {
    problems_.push_back({field(name), "wrong_type", {{"expected", std::move(expected)}}});
  }

  std::vector<Problem>& problems_;
  std::vector<Level> levels_;
};

void check_attention(const Attention& a, const std::string& path, std::vector<Problem>& problems) {
  const auto require = [&](uint64_t value, const char* name) {
    if (value == 0) problems.push_back({path + name, "missing_field", {}});
  };
  require(a.num_attention_heads, ".num_attention_heads");
  require(a.num_key_value_heads, ".num_key_value_heads");
  require(a.head_dim, ".head_dim");
  if (a.kind != AttentionKind::Full) require(a.sliding_window, ".sliding_window");
  if (a.num_key_value_heads > 0 && a.num_attention_heads % a.num_key_value_heads != 0) {
    problems.push_back({path + ".num_key_value_heads", "heads_not_divisible", {}});
  }
}

void check_group(const LayerGroup& group, const std::string& path, std::vector<Problem>& problems) {
  if (group.count == 0) problems.push_back({path + ".count", "missing_field", {}});
  if (group.attention) check_attention(*group.attention, path + ".attention", problems);
  if (group.cross) check_attention(*group.cross, path + ".cross", problems);
  if (group.recurrent && group.recurrent->conv_channels() > 0 &&
      group.recurrent->conv_kernel == 0) {
    problems.push_back({path + ".recurrent.conv_kernel", "missing_field", {}});
  }
  if (!group.ffn) return;
  if (group.ffn->intermediate_size == 0) {
    problems.push_back({path + ".ffn.intermediate_size", "missing_field", {}});
  }
  if (group.ffn->num_experts_per_tok > group.ffn->num_experts) {
    problems.push_back({path + ".ffn.num_experts_per_tok", "more_than_experts", {}});
  }
}

/// Layers as runs: [group, how many, group, how many, ...].
void write_runs(JsonWriter& out, const std::vector<uint16_t>& order) {
  out.begin_list("layer_order");
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && order[end] == order[i]) ++end;
    out.number({}, order[i]);
    out.number({}, static_cast<double>(end - i));
    i = end;
  }
  out.end_list();
}

/// Without an order the groups follow one another.
bool read_order(const Json* runs, ModelSpec& spec) {
  std::vector<double> left;
  for (const LayerGroup& group : spec.groups) left.push_back(static_cast<double>(group.count));
  if (!runs) {
    for (size_t g = 0; g < left.size(); ++g) {
      spec.layer_order.insert(spec.layer_order.end(), spec.groups[g].count,
                              static_cast<uint16_t>(g));
    }
    return true;
  }
  if (!runs->is_list() || runs->children.size() % 2 != 0) return false;
  for (size_t i = 0; i < runs->children.size(); i += 2) {
    const double group = runs->children[i].number;
    const double layers = runs->children[i + 1].number;
    const bool good = group >= 0 && group < static_cast<double>(left.size()) && layers >= 1 &&
                      std::floor(group) == group && std::floor(layers) == layers &&
                      layers <= left[static_cast<size_t>(group)];
    if (!good) return false;
    left[static_cast<size_t>(group)] -= layers;
    spec.layer_order.insert(spec.layer_order.end(), static_cast<size_t>(layers),
                            static_cast<uint16_t>(group));
  }
  return std::all_of(left.begin(), left.end(), [](double layers) { return layers == 0; });
}

}  // namespace

void write_spec(JsonWriter& out, std::string_view name, const ModelSpec& spec) {
  out.begin_object(name);
  Writer writer(out);
  ModelSpec copy = spec;  // a description takes what it could also fill
  describe(writer, copy);
  if (spec.groups.size() > 1) write_runs(out, spec.layer_order);
  out.end_object();
}

Result<ModelSpec> spec_from_json(const Json& json, const std::string& path) {
  std::vector<Problem> problems;
  ModelSpec spec;
  Reader reader(json, path, problems);
  describe(reader, spec);
  reader.finish("layer_order");
  if (!problems.empty()) return problems;
  if (!find_weight_plan(spec.stored_dtype)) reader.problem("stored_dtype", "unknown_id");
  if (spec.quantised) {
    const StoredQuantisation& q = *spec.quantised;
    const bool known =
        find_format(q.format) && find_format(q.kept) && (q.second.empty() || find_format(q.second));
    if (!known) reader.problem("quantised", "unknown_id");
  }
  if (spec.vocab_size == 0) reader.problem("vocab_size", "missing_field");
  if (spec.hidden_size == 0) reader.problem("hidden_size", "missing_field");
  if (spec.groups.empty()) reader.problem("groups", "missing_field");
  for (size_t i = 0; i < spec.groups.size(); ++i) {
    check_group(spec.groups[i], path + ".groups." + std::to_string(i), problems);
  }
  if (spec.num_hidden_layers() > static_cast<uint64_t>(kMaxSpecLayers)) {
    reader.problem("groups", "too_large");
  }
  if (!problems.empty()) return problems;
  if (!read_order(json.find("layer_order"), spec)) reader.problem("layer_order", "list_length");
  if (!problems.empty()) return problems;
  return spec;
}

}  // namespace vramscope
