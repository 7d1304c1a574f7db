#include "io/machines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "vramscope/catalogue.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr double kMaxMemoryGib = 65536;
constexpr double kMaxFigure = 1e9;
constexpr uint64_t kMostShares = 1024;
constexpr double kMostOfAShare = 1e6;

/// Figures of a card that a request may state. The rates stand in an object "tflops".
struct FigureField {
  std::string_view name;
  std::optional<double> CardFigures::*member;
};
constexpr std::array kFigures = {FigureField{"usable_gib", &CardFigures::usable_gib},
                                 FigureField{"bandwidth_gb_s", &CardFigures::bandwidth_gb_s},
                                 FigureField{"tdp_w", &CardFigures::tdp_w},
                                 FigureField{"nvlink_gb_s", &CardFigures::nvlink_gb_s}};
constexpr std::array kRates = {
    FigureField{"fp32", &CardFigures::fp32_tflops}, FigureField{"fp16", &CardFigures::fp16_tflops},
    FigureField{"bf16", &CardFigures::bf16_tflops}, FigureField{"fp8", &CardFigures::fp8_tflops},
    FigureField{"fp4", &CardFigures::fp4_tflops},   FigureField{"int8", &CardFigures::int8_tops}};

const FigureField* find_figure(std::span<const FigureField> table, std::string_view name) {
  for (const FigureField& row : table) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

bool any_rate(const CardFigures& figures) {
  return std::any_of(kRates.begin(), kRates.end(),
                     [&](const FigureField& row) { return figures.*row.member; });
}

std::string under(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : path + "." + std::string(name);
}

struct MachineReader {
  std::vector<Problem>& problems;
  std::vector<double>* shares = nullptr;

  void out_of_range(const std::string& field, double low, double high) {
    problems.push_back(
        {field, "out_of_range", {{"low", format_number(low)}, {"high", format_number(high)}}});
  }

  void read_gpu(const Json& json, const std::string& path, DeviceChoice& choice) {
    if (json.is_text()) {
      choice.gpu = json.text;
      if (const SystemSpec* system = find_gpu(json.text) ? nullptr : find_system(json.text)) {
        choice.gpu = system->gpu;  // all cards of a machine, unless a number is given
        if (choice.count == 1) choice.count = system->gpus;
      }
      return;
    }
    const Json* base = json.find("base");
    const Json* name = json.find("name");
    const bool based = base && base->is_text();
    if (!json.is_object() || (!based && !(name && name->is_text()))) {
      problems.push_back({path, "wrong_type", {{"expected", "id, {base, memory_gib}"}}});
      return;
    }
    choice.gpu.clear();
    for (const Json& value : json.children) {
      const std::string& key = value.name;
      if (value.is_null()) continue;
      if (key == "base") {
        choice.gpu = value.text;
      } else if (key == "name") {
        read_name(value, under(path, key), own(choice));
      } else if (key == "tflops") {
        read_rates(value, under(path, key), own(choice));
      } else if (const FigureField* row = find_figure(kFigures, key)) {
        read_figure(value, under(path, key), own(choice).*row->member);
      } else if (key == "memory_gib") {
        const double gib = value.is_number() ? value.number : 0;
        if (!(gib > 0 && gib <= kMaxMemoryGib)) {
          out_of_range(under(path, key), 1, kMaxMemoryGib);
        } else {
          choice.memory_gib = gib;
        }
      } else {
        problems.push_back({under(path, key), "unknown_field", {}});
      }
    }
    if (choice.gpu.empty() && !choice.memory_gib) {
      problems.push_back({under(path, "memory_gib"), "missing_field", {}});
    }
  }

  static CardFigures& own(DeviceChoice& choice) {
    if (!choice.own) choice.own.emplace();
    return *choice.own;
  }

  void read_name(const Json& json, const std::string& path, CardFigures& figures) {
    if (!json.is_text() || json.text.empty() || json.text.size() > 128) {
      problems.push_back({path, "wrong_type", {{"expected", "text"}}});
    } else {
      figures.name = json.text;
    }
  }

  void read_figure(const Json& json, const std::string& path, std::optional<double>& out) {
    const double value = json.is_number() ? json.number : -1;
    if (!(value >= 0 && value <= kMaxFigure)) return out_of_range(path, 0, kMaxFigure);
    out = value;
  }

  void read_rates(const Json& json, const std::string& path, CardFigures& figures) {
    if (!json.is_object()) {
      problems.push_back({path, "wrong_type", {{"expected", "object"}}});
      return;
    }
    for (const Json& value : json.children) {
      const FigureField* row = find_figure(kRates, value.name);
      if (!row) {
        problems.push_back({under(path, value.name), "unknown_field", {}});
      } else if (!value.is_null()) {
        read_figure(value, under(path, value.name), figures.*row->member);
      }
    }
  }

  void read_count(const Json& json, const std::string& path, DeviceChoice& choice) {
    const double count = json.is_number() ? json.number : 0;
    constexpr auto kMost = static_cast<double>(kMaxDevices);
    if (!(count >= 1 && count <= kMost) || std::floor(count) != count) {
      return out_of_range(path, 1, kMost);
    }
    choice.count = static_cast<uint64_t>(count);
  }

  /// Part of the layers that each device of entry `i` gets; those before it must have said theirs.
  void read_share(const Json& json, const std::string& path, size_t i,
                  std::vector<std::optional<double>>& machine_shares) {
    const double share = json.is_number() ? json.number : -1;
    if (!(share >= 0 && share <= kMostOfAShare)) return out_of_range(path, 0, kMostOfAShare);
    machine_shares.resize(i + 1);
    machine_shares[i] = std::round(share * 1e6) / 1e6;  // as many digits as a link carries
  }

  /// The shares of all devices, one after the other; all entries say theirs, or none does.
  void spread_shares(const Machine& machine, const std::string& path,
                     std::vector<std::optional<double>> given, std::vector<double>& out) {
    if (given.empty()) return;
    given.resize(machine.devices.size());
    for (size_t i = 0; i < given.size(); ++i) {
      const std::string place = under(path, std::to_string(i));
      if (!given[i]) {
        problems.push_back({under(place, "share"), "missing_field", {}});
      } else if (out.size() + machine.devices[i].count > kMostShares) {
        return out_of_range(under(place, "count"), 1, static_cast<double>(kMostShares));
      } else {
        out.insert(out.end(), machine.devices[i].count, *given[i]);
      }
    }
  }

  void read_devices(const Json& json, const std::string& path, Machine& machine) {
    if (!json.is_list() || json.children.empty() || json.children.size() > 64) {
      problems.push_back({path, "wrong_type", {{"expected", "list"}}});
      return;
    }
    machine.devices.clear();
    std::vector<std::optional<double>> machine_shares;
    for (size_t i = 0; i < json.children.size(); ++i) {
      const std::string place = under(path, std::to_string(i));
      const Json& device = json.children[i];
      DeviceChoice choice;
      if (!device.is_object()) {
        read_gpu(device, place, choice);
      } else {
        if (!device.find("gpu")) problems.push_back({under(place, "gpu"), "missing_field", {}});
        for (const Json& value : device.children) {
          const std::string& key = value.name;
          if (value.is_null()) continue;
          if (key == "gpu") {
            read_gpu(value, under(place, key), choice);
          } else if (key == "count") {
            read_count(value, under(place, key), choice);
          } else if (key == "share") {
            read_share(value, under(place, key), i, machine_shares);
          } else {
            problems.push_back({under(place, key), "unknown_field", {}});
          }
        }
      }
      machine.devices.push_back(std::move(choice));
    }
    if (shares) {
      spread_shares(machine, path, std::move(machine_shares), *shares);
    } else if (!machine_shares.empty()) {
      problems.push_back({path, "share_elsewhere", {}});
    }
  }
};

}  // namespace

void machine_from_json(const Json& json, const std::string& path, Machine& machine,
                       std::vector<Problem>& problems, std::vector<double>* shares) {
  MachineReader reader{problems, shares};
  if (const Json* devices = json.find("devices")) {
    for (const Json& other : json.children) {
      if (other.name != "devices")
        problems.push_back({under(path, other.name), "unknown_field", {}});
    }
    return reader.read_devices(*devices, under(path, "devices"), machine);
  }
  if (json.is_object() && json.children.empty()) {
    problems.push_back({under(path, "gpu"), "missing_field", {}});
  }
  DeviceChoice choice;
  const bool shorthand = json.is_object() && !json.find("base") && !json.find("name");
  if (!shorthand) {
    reader.read_gpu(json, path, choice);
  } else {
    for (const Json& value : json.children) {
      const std::string& key = value.name;
      if (key == "gpu") {
        reader.read_gpu(value, under(path, key), choice);
      } else if (key == "gpus") {
        reader.read_count(value, under(path, key), choice);
      } else {
        problems.push_back({under(path, key), "unknown_field", {}});
      }
    }
  }
  machine.devices = {std::move(choice)};
}

void write_card(JsonWriter& out, std::string_view name, const DeviceChoice& choice) {
  if (!choice.memory_gib && !choice.own) return out.text(name, choice.gpu);
  out.begin_object(name);
  if (!choice.gpu.empty()) out.text("base", choice.gpu);
  if (choice.own && !choice.own->name.empty()) out.text("name", choice.own->name);
  if (choice.memory_gib) out.number("memory_gib", *choice.memory_gib);
  if (choice.own) {
    const CardFigures& own = *choice.own;
    for (const FigureField& row : kFigures) {
      if (own.*row.member) out.number(row.name, *(own.*row.member));
    }
    if (any_rate(own)) out.begin_object("tflops");
    for (const FigureField& row : kRates) {
      if (own.*row.member) out.number(row.name, *(own.*row.member));
    }
    if (any_rate(own)) out.end_object();
  }
  out.end_object();
}

void write_devices(JsonWriter& out, const Machine& machine) {
  out.begin_list("devices");
  for (const DeviceChoice& choice : machine.devices) {
    out.begin_object();
    write_card(out, "gpu", choice);
    out.number("count", static_cast<double>(choice.count));
    out.end_object();
  }
  out.end_list();
}

}  // namespace vramscope
