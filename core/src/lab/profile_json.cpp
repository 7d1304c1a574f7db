// The profile as a document. Times are microseconds.
#include "lab/write.h"
#include "vramscope/profile.h"

namespace vramscope {
namespace {

void number_if(JsonWriter& out, std::string_view name, const std::optional<double>& value) {
  if (value) out.number(name, *value);
}
void count(JsonWriter& out, std::string_view name, uint64_t value) {
  out.number(name, static_cast<double>(value));
}

void write_split(JsonWriter& out, std::string_view name, const TimeSplit& split) {
  out.begin_object(name);
  out.number("span", split.span);
  out.number("compute", split.compute);
  out.number("communication", split.communication);
  out.number("memory", split.memory);
  out.number("idle", split.idle);
  out.number("overlap", split.overlap);
  out.number("exposed", split.exposed);
  out.number("memory_alone", split.memory_alone);
  out.number("non_compute", split.span - split.compute - split.idle);
  number_if(out, "overlap_share", split.overlap_share());
  out.number("idle_share", split.idle_share());
  out.begin_object("together");
  constexpr std::array<std::string_view, 8> kNames = {
      "idle",   "compute",        "communication",        "compute+communication",
      "memory", "compute+memory", "communication+memory", "compute+communication+memory"};
  for (size_t i = 1; i < kNames.size(); ++i) {
    if (split.together[i] > 0) out.number(kNames[i], split.together[i]);
  }
  out.end_object();
  out.end_object();
}

void write_tensor(JsonWriter& out, std::string_view name, const TensorShare& tensor) {
  out.begin_object(name);
  out.number("kernels", tensor.kernels);
  out.number("classic", tensor.classic);
  out.number("extended", tensor.extended);
  out.number("undecided", tensor.undecided);
  number_if(out, "classic_share", tensor.classic_share());
  number_if(out, "extended_share", tensor.extended_share());
  out.end_object();
}

void write_kernels(JsonWriter& out, const std::vector<KernelLine>& lines) {
  out.begin_list("top");
  for (const KernelLine& line : lines) {
    out.begin_object();
    out.text("name", line.name);
    out.text("short", short_kernel_name(line.name));
    out.text("kind", line.kind);
    out.flag("tensor_classic", line.tensor_classic);
    out.flag("tensor_extended", line.tensor_extended);
    if (line.undecided) out.flag("undecided", true);
    count(out, "count", line.count);
    out.number("total", line.total);
    out.number("mean", line.mean());
    out.number("min", line.min);
    out.number("max", line.max);
    out.end_object();
  }
  out.end_list();
}

void write_collectives(JsonWriter& out, const std::vector<CollectiveLine>& lines, Lang lang) {
  out.begin_list("collectives");
  for (const CollectiveLine& line : lines) {
    out.begin_object();
    out.text("id", line.id);
    out.text("name", lab_label("collective." + std::string(line.id), lang));
    count(out, "count", line.count);
    out.number("total", line.total);
    out.number("share", line.share);
    if (line.sized > 0) {
      count(out, "sized", line.sized);
      out.number("bytes", line.bytes);
      if (line.group > 0) out.number("group", line.group);
    }
    number_if(out, "algorithm_bandwidth", line.algorithm_bandwidth);
    number_if(out, "bus_bandwidth", line.bus_bandwidth);
    out.end_object();
  }
  out.end_list();
}

void write_steps(JsonWriter& out, const RankProfile& rank) {
  out.begin_list("steps");
  for (const StepLine& step : rank.steps) {
    out.begin_object();
    out.text("name", step.name);
    out.number("start", step.start);
    out.number("duration", step.duration);
    write_split(out, "split", step.split);
    write_tensor(out, "tensor", step.tensor);
    count(out, "launched", step.launched);
    if (step.incomplete) out.flag("incomplete", true);
    out.end_object();
  }
  out.end_list();
}

void write_tb(JsonWriter& out, const RankProfile& rank) {
  out.begin_object("tb_plugin");
  out.begin_list("steps");
  for (const StepCost& cost : rank.costs) {
    out.begin_object();
    out.text("name", cost.name);
    out.number("kernel", cost.kernel);
    out.number("memcpy", cost.memcpy);
    out.number("memset", cost.memset);
    out.number("communication", cost.communication);
    out.number("runtime", cost.runtime);
    out.number("data_loader", cost.data_loader);
    out.number("cpu", cost.cpu);
    out.number("other", cost.other);
    out.number("total", cost.total);
    out.number("compute_only", cost.compute_only);
    out.number("overlap", cost.overlap);
    out.number("communication_only", cost.communication_only);
    out.number("neither", cost.neither);
    out.end_object();
  }
  out.end_list();
  out.begin_list("devices");
  for (const DeviceLine& device : rank.devices) {
    out.begin_object();
    out.number("index", static_cast<double>(device.index));
    if (!device.name.empty()) out.text("name", device.name);
    number_if(out, "utilisation", device.utilisation);
    number_if(out, "sm_efficiency", device.sm_efficiency);
    number_if(out, "occupancy", device.occupancy);
    out.end_object();
  }
  out.end_list();
  out.begin_list("comm_ops");
  for (const CommOpLine& op : rank.comm_ops) {
    out.begin_object();
    out.text("name", op.name);
    count(out, "calls", op.calls);
    out.number("bytes", op.bytes);
    out.number("total", op.total);
    out.number("real", op.real);
    out.end_object();
  }
  out.end_list();
  out.end_object();
}

void write_hta(JsonWriter& out, const HtaView& view) {
  out.begin_object("hta");
  count(out, "activities", view.activities);
  write_split(out, "split", view.split);
  out.begin_list("idle");
  for (const IdleLine& line : view.idle) {
    out.begin_object();
    out.number("device", static_cast<double>(line.device));
    out.number("stream", static_cast<double>(line.stream));
    out.number("host_wait", line.host_wait);
    out.number("kernel_wait", line.kernel_wait);
    out.number("other", line.other);
    out.end_object();
  }
  out.end_list();
  out.end_object();
}

void write_strip(JsonWriter& out, const std::vector<StripBin>& bins) {
  // Thousandths are enough for a picture, and short.
  const auto row = [&](std::string_view name, float StripBin::*field) {
    out.begin_list(name);
    for (const StripBin& bin : bins) {
      const auto parts = static_cast<int>(bin.*field * 1000.0f + 0.5f);
      out.number({}, static_cast<double>(parts) / 1000);
    }
    out.end_list();
  };
  out.begin_object("strip");
  row("compute", &StripBin::compute);
  row("exposed", &StripBin::exposed);
  row("memory", &StripBin::memory);
  row("overlap", &StripBin::overlap);
  out.end_object();
}

void write_rank(JsonWriter& out, const RankProfile& rank, Lang lang) {
  out.begin_object();
  out.text("file", rank.file);
  if (rank.rank) out.number("rank", static_cast<double>(*rank.rank));
  if (rank.world_size) out.number("world_size", static_cast<double>(*rank.world_size));
  if (!rank.backend.empty()) out.text("backend", rank.backend);
  if (!rank.device_name.empty()) out.text("device", rank.device_name);
  count(out, "events", rank.events);
  count(out, "kernels", rank.kernels);
  count(out, "distinct_kernels", rank.distinct);
  count(out, "copies", rank.copies);
  out.number("copy_time", rank.copy_time);
  out.number("copied_bytes", rank.copied_bytes);
  count(out, "bytes_read", rank.bytes_read);
  out.number("start", rank.start);
  write_split(out, "split", rank.split);
  write_tensor(out, "tensor", rank.tensor);
  write_kernels(out, rank.top);
  write_collectives(out, rank.collectives, lang);
  write_steps(out, rank);
  write_tb(out, rank);
  if (rank.hta) write_hta(out, *rank.hta);
  if (!rank.strip.empty()) write_strip(out, rank.strip);
  lab::write_problems(out, "warnings", rank.warnings, lang);
  out.end_object();
}

}  // namespace

std::string profile_json(const Result<ProfileReport>& result, Lang lang) {
  JsonWriter out = begin_document(result.ok());
  if (!result.ok()) {
    lab::write_problems(out, "errors", result.errors(), lang);
    return end_document(out);
  }
  const ProfileReport& report = result.value();
  out.text("kind", "trace");
  out.begin_list("sentences");
  for (const std::string& sentence : profile_sentences(report, lang)) out.text({}, sentence);
  out.end_list();
  out.begin_object("merged");
  write_split(out, "split", report.split);
  write_tensor(out, "tensor", report.tensor);
  write_kernels(out, report.top);
  write_collectives(out, report.collectives, lang);
  out.end_object();
  out.begin_list("ranks");
  for (const RankProfile& rank : report.ranks) write_rank(out, rank, lang);
  out.end_list();
  lab::write_tables(out, profile_tables(report, lang));
  lab::write_problems(out, "warnings", report.warnings, lang);
  return end_document(out);
}

}  // namespace vramscope
