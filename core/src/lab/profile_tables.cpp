// A profile as tables.
#include <algorithm>
#include <cmath>

#include "vramscope/lab_table.h"

namespace vramscope {
namespace {

constexpr size_t kKernels = 20;

class Tables {
 public:
  Tables(const ProfileReport& report, Lang lang) : report_(report), lang_(lang) {}

  std::vector<LabTable> all() {
    ranks();
    kernels();
    collectives();
    steps();
    costs();
    devices();
    hta();
    return std::move(tables_);
  }

 private:
  std::string word(std::string_view id) const { return std::string(lab_label(id, lang_)); }
  /// Means have no end of digits; traces are kept to the nanosecond.
  static std::string us(double value) {
    return format_number(std::floor(value * 1000 + 0.5) / 1000);
  }
  static std::string share(const std::optional<double>& value) {
    return value ? format_percent(*value) : "-";
  }
  static std::string count(uint64_t value) { return format_number(static_cast<double>(value)); }

  /// The first `left` columns are texts, the rest are figures.
  LabTable& add(std::string_view title, size_t left, std::initializer_list<std::string_view> head) {
    LabTable& table = tables_.emplace_back();
    table.title = word("table." + std::string(title));
    for (std::string_view id : head) table.head.push_back(word("head." + std::string(id)));
    for (size_t i = left; i < head.size(); ++i) table.right.push_back(i);
    return table;
  }
  void drop_empty() {
    if (tables_.back().rows.empty()) tables_.pop_back();
  }
  std::string name_of(const RankProfile& rank) const {
    return rank.rank ? std::to_string(*rank.rank) : rank.file;
  }
  /// "3: ProfileStep#1" where there are several ranks.
  std::string owned(const RankProfile& rank, const std::string& name) const {
    return report_.ranks.size() > 1 ? name_of(rank) + ": " + name : name;
  }

  void ranks() {
    LabTable& table = add("ranks", 1,
                          {"rank", "span", "compute", "communication", "memory", "idle", "overlap",
                           "exposed", "tensor_classic", "tensor_extended"});
    const auto row = [&](std::string name, const TimeSplit& split, const TensorShare& tensor) {
      table.rows.push_back({std::move(name), us(split.span), us(split.compute),
                            us(split.communication), us(split.memory), us(split.idle),
                            us(split.overlap), us(split.exposed), share(tensor.classic_share()),
                            share(tensor.extended_share())});
    };
    for (const RankProfile& rank : report_.ranks) row(name_of(rank), rank.split, rank.tensor);
    if (report_.ranks.size() > 1) row(word("head.sum"), report_.split, report_.tensor);
  }

  void kernels() {
    LabTable& table =
        add("kernels", 3, {"kernel", "kind", "tensor", "count", "total", "mean", "min", "max"});
    for (const KernelLine& line : report_.top) {
      if (table.rows.size() == kKernels) break;
      const std::string_view mark = line.tensor_classic    ? "●"
                                    : line.tensor_extended ? "○"
                                    : line.undecided       ? "?"
                                                           : "";
      table.rows.push_back({short_kernel_name(line.name), word("kind." + std::string(line.kind)),
                            std::string(mark), count(line.count), us(line.total), us(line.mean()),
                            us(line.min), us(line.max)});
    }
    drop_empty();
  }

  void collectives() {
    LabTable& table =
        add("collectives", 1,
            {"collective", "count", "total", "share", "algorithm_bandwidth", "bus_bandwidth"});
    const auto rate = [](const std::optional<double>& value) {
      return value ? format_number(static_cast<double>(static_cast<int64_t>(*value * 100 + 0.5)) /
                                   100)
                   : std::string("-");
    };
    for (const CollectiveLine& line : report_.collectives) {
      table.rows.push_back({word("collective." + std::string(line.id)), count(line.count),
                            us(line.total), share(line.share), rate(line.algorithm_bandwidth),
                            rate(line.bus_bandwidth)});
    }
    drop_empty();
  }

  void steps() {
    LabTable& table = add("steps", 1,
                          {"step", "span", "compute", "communication", "exposed", "memory", "idle",
                           "tensor_classic", "tensor_extended"});
    for (const RankProfile& rank : report_.ranks) {
      for (const StepLine& step : rank.steps) {
        table.rows.push_back(
            {owned(rank, step.name) + (step.incomplete ? " …" : ""), us(step.duration),
             us(step.split.compute), us(step.split.communication), us(step.split.exposed),
             us(step.split.memory), us(step.split.idle), share(step.tensor.classic_share()),
             share(step.tensor.extended_share())});
      }
    }
    drop_empty();
  }

  void costs() {
    LabTable& table = add("costs", 1,
                          {"step", "kernel_time", "memcpy", "memset", "communication", "runtime",
                           "data_loader", "cpu", "other", "sum"});
    for (const RankProfile& rank : report_.ranks) {
      for (const StepCost& c : rank.costs) {
        table.rows.push_back({owned(rank, c.name), us(c.kernel), us(c.memcpy), us(c.memset),
                              us(c.communication), us(c.runtime), us(c.data_loader), us(c.cpu),
                              us(c.other), us(c.total)});
      }
    }
    drop_empty();
  }

  void devices() {
    LabTable& table = add("devices", 1, {"device", "utilisation", "sm_efficiency", "occupancy"});
    for (const RankProfile& rank : report_.ranks) {
      for (const DeviceLine& device : rank.devices) {
        const std::string index = std::to_string(device.index);
        const std::string name = device.name.empty() ? index : index + " " + device.name;
        table.rows.push_back({owned(rank, name), share(device.utilisation),
                              share(device.sm_efficiency),
                              device.occupancy ? format_percent(*device.occupancy / 100) : "-"});
      }
    }
    drop_empty();
  }

  void hta() {
    LabTable& table = add("hta", 1,
                          {"rank", "span", "compute", "non_compute", "idle", "communication",
                           "overlap_share", "host_wait", "kernel_wait", "other"});
    for (const RankProfile& rank : report_.ranks) {
      if (!rank.hta) continue;
      const TimeSplit& split = rank.hta->split;
      IdleLine sum;
      for (const IdleLine& line : rank.hta->idle) {
        sum.host_wait += line.host_wait;
        sum.kernel_wait += line.kernel_wait;
        sum.other += line.other;
      }
      table.rows.push_back({name_of(rank), us(split.span), us(split.compute),
                            us(split.span - split.compute - split.idle), us(split.idle),
                            us(split.communication), share(split.overlap_share()),
                            us(sum.host_wait), us(sum.kernel_wait), us(sum.other)});
    }
    drop_empty();
  }

  const ProfileReport& report_;
  Lang lang_;
  std::vector<LabTable> tables_;
};

}  // namespace

std::vector<LabTable> profile_tables(const ProfileReport& report, Lang lang) {
  return Tables(report, lang).all();
}

}  // namespace vramscope
