// A topology as a document, and as sentences.
#include <algorithm>

#include "io/json.h"
#include "lab/topo_text.h"
#include "lab/write.h"
#include "vramscope/topo.h"

namespace vramscope {
namespace {

void write_counts(JsonWriter& out, std::string_view name, const std::vector<TopoCount>& counts) {
  out.begin_object(name);
  for (const TopoCount& count : counts) out.number(count.link, static_cast<double>(count.pairs));
  out.end_object();
}

void write_devices(JsonWriter& out, const Topology& t) {
  out.begin_list("devices");
  for (const TopoDevice& device : t.devices) {
    out.begin_object();
    out.text("name", device.name);
    out.text("kind", device.nic ? "nic" : "gpu");
    if (!device.row) out.flag("row", false);
    if (!device.nic_name.empty()) out.text("nic_name", device.nic_name);
    if (!device.cpu_affinity.empty()) out.text("cpu_affinity", device.cpu_affinity);
    if (!device.numa_affinity.empty()) out.text("numa_affinity", device.numa_affinity);
    if (!device.gpu_numa_id.empty()) out.text("gpu_numa_id", device.gpu_numa_id);
    out.end_object();
  }
  out.end_list();
  out.begin_list("matrix");
  for (size_t i = 0; i < t.devices.size(); ++i) {
    out.begin_list();
    for (size_t j = 0; j < t.devices.size(); ++j) out.text({}, t.cell(i, j).text());
    out.end_list();
  }
  out.end_list();
}

void write_layout(JsonWriter& out, const Topology& t) {
  out.begin_object("layout");
  out.text("separator", t.tabs ? "tabs" : "spaces");
  out.flag("cpu_affinity", t.cpu_column);
  out.flag("numa_affinity", t.numa_column);
  out.flag("gpu_numa_id", t.gpu_numa_column);
  out.flag("legend", t.legend);
  out.flag("nic_legend", t.nic_legend);
  out.flag("ansi", t.ansi);
  out.end_object();
}

void write_cost(JsonWriter& out, const TopoCost& cost, Lang lang) {
  out.begin_list("figures");
  for (const TopoFigure& figure : cost.figures) {
    out.begin_object();
    out.text("id", figure.id);
    out.text("name", lab_label("figure." + std::string(figure.id), lang));
    out.number("low", figure.low);
    out.number("value", figure.value);
    out.number("high", figure.high);
    out.text("formula", figure.formula);
    out.text("working", figure.working);
    if (!figure.source.empty()) out.text("source", figure.source);
    out.end_object();
  }
  out.end_list();
}

/// One decimal below a hundred.
std::string short_number(double value) {
  const double step = value < 100 ? 10 : 1;
  return format_number(static_cast<double>(static_cast<int64_t>(value * step + 0.5)) / step);
}

/// "212 … 246"
std::string range_text(double low, double high, double unit) {
  const std::string a = short_number(low / unit);
  const std::string b = short_number(high / unit);
  return a == b ? a : a + " … " + b;
}

std::string percent_range(const TopoFigure& figure) {
  const std::string low = format_percent(figure.low);
  const std::string high = format_percent(figure.high);
  return low == high ? low : low + " … " + high;
}

std::string group_text(const Topology& t) {
  std::string out;
  for (const std::vector<size_t>& group : t.groups) {
    if (group.size() < 2) continue;
    if (!out.empty()) out += ", ";
    for (size_t i = 0; i < group.size(); ++i) {
      if (i > 0) out += '+';
      out += t.devices[group[i]].name;
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> topology_sentences(const Topology& t, const TopoCost& cost,
                                            const TopoWorkload& workload, Lang lang) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view id, const std::vector<Param>& params) {
    out.push_back(lab_say(id, params, lang));
  };
  const std::string gpus = std::to_string(t.gpus);
  std::string pairs;
  for (const TopoCount& count : t.gpu_pairs) {
    pairs += (pairs.empty() ? "" : ", ") + std::to_string(count.pairs) + " × " + count.link;
  }
  add("fabric." + std::string(fabric_id(t.fabric)), {{"gpus", gpus},
                                                     {"links", std::to_string(t.nvlinks_per_gpu)},
                                                     {"groups", group_text(t)},
                                                     {"ring", std::string(link_id(t.ring))}});
  if (!pairs.empty()) add("say.pairs", {{"pairs", pairs}});
  constexpr double kGiga = 1e9;
  if (const TopoFigure* bus = cost.find("bus_bandwidth")) {
    add("say.bus_expected", {{"range", range_text(bus->low, bus->high, kGiga)},
                             {"value", short_number(bus->value / kGiga)}});
  }
  const TopoFigure* all_reduce = cost.find("all_reduce");
  const TopoFigure* zero3 = cost.find("zero3_communication");
  if (all_reduce && zero3) {
    constexpr double kMilli = 1e-3;
    add("say.cost", {{"all_reduce", range_text(all_reduce->low, all_reduce->high, kMilli)},
                     {"zero3", range_text(zero3->low, zero3->high, kMilli)}});
  }
  const TopoFigure* share = cost.find("zero3_share");
  const TopoFigure* exposed = cost.find("zero3_exposed");
  if (share && exposed) {
    add("say.zero3", {{"share", format_percent(share->value)},
                      {"range", percent_range(*share)},
                      {"exposed", format_percent(exposed->value)},
                      {"batch", format_number(workload.micro_batch)},
                      {"context", format_number(workload.context)},
                      {"gpu", workload.gpu.empty() ? "GPU" : workload.gpu}});
    constexpr double kMuch = 0.5;
    constexpr double kLittle = 0.2;
    add(exposed->value > kMuch   ? "say.zero3_bad"
        : share->value > kLittle ? "say.zero3_hide"
                                 : "say.zero3_good",
        {});
  } else if (t.gpus > 1) {
    add("say.zero3_ask", {});
  }
  return out;
}

std::string topology_json(const Result<Topology>& result, const TopoWorkload& workload, Lang lang) {
  JsonWriter out = begin_document(result.ok());
  if (!result.ok()) {
    lab::write_problems(out, "errors", result.errors(), lang);
    return end_document(out);
  }
  const Topology& t = result.value();
  const TopoCost cost = topology_cost(t, workload);
  out.text("kind", "topo");
  out.text("tool", t.tool);
  out.begin_list("sentences");
  for (const std::string& s : topology_sentences(t, cost, workload, lang)) out.text({}, s);
  out.end_list();
  out.number("gpus", static_cast<double>(t.gpus));
  out.number("nics", static_cast<double>(t.nics));
  out.number("nics_in_header", static_cast<double>(t.header_nics));
  out.number("gpu_rows_present", static_cast<double>(t.gpu_rows));
  out.number("nic_rows_present", static_cast<double>(t.nic_rows));
  write_counts(out, "gpu_pairs_by_link", t.gpu_pairs);
  write_counts(out, "gpu_nic_by_link", t.gpu_nic_pairs);
  out.begin_list("nv_numbers_seen");
  for (uint32_t number : t.nv_numbers) out.number({}, number);
  out.end_list();
  out.number("sum_of_nv_over_peers_gpu0", static_cast<double>(t.nv_sum_first));
  out.number("nvlinks_per_gpu", static_cast<double>(t.nvlinks_per_gpu));
  out.text("fabric", fabric_id(t.fabric));
  out.text("ring", link_id(t.ring));
  out.begin_list("groups");
  for (const std::vector<size_t>& group : t.groups) {
    out.begin_list();
    for (size_t member : group) out.text({}, t.devices[member].name);
    out.end_list();
  }
  out.end_list();
  write_layout(out, t);
  write_devices(out, t);
  write_cost(out, cost, lang);
  lab::write_tables(out, topology_tables(t, cost, lang));
  lab::write_problems(out, "warnings", t.warnings, lang);
  return end_document(out);
}

std::string topology_door(std::string_view document) {
  const Result<Json> parsed = parse_json(document, kMaxRequestBytes);
  if (!parsed.ok()) return topology_json(parsed.errors(), {}, Lang::En);
  const Json& json = parsed.value();
  const auto text = [](const Json& owner, std::string_view name) {
    const Json* value = owner.find(name);
    return value && value->is_text() ? value->text : std::string();
  };
  const Lang lang = text(json, "lang") == "zh" ? Lang::Zh : Lang::En;
  TopoWorkload workload;
  if (const Json* given = json.find("workload")) {
    const auto number = [&](std::string_view name) -> std::optional<double> {
      const Json* value = given->find(name);
      const bool fair = value && value->is_number() && value->number > 0;
      return fair ? std::optional(value->number) : std::nullopt;
    };
    workload.gpu = text(*given, "gpu");
    workload.pcie = text(*given, "pcie");
    workload.nvlink_gb_s = number("nvlink_gb_s");
    workload.peak_flops = number("peak_flops");
    constexpr double kTera = 1e12;
    if (const auto tera = number("peak_tflops")) workload.peak_flops = *tera * kTera;
    workload.parameters = number("parameters");
    workload.bytes_parameter = number("bytes_parameter").value_or(workload.bytes_parameter);
    workload.micro_batch = number("micro_batch").value_or(workload.micro_batch);
    workload.context = number("context").value_or(workload.context);
    const Json* recompute = given->find("recompute");
    workload.recompute = recompute && recompute->is_bool() && recompute->number != 0;
  }
  return topology_json(read_topology(text(json, "text")), workload, lang);
}

}  // namespace vramscope
