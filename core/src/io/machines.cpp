#include "io/machines.h"

#include <cmath>

#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr double kMaxMemoryGib = 65536;

std::string under(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : path + "." + std::string(name);
}

struct MachineReader {
  std::vector<Problem>& problems;

  void out_of_range(const std::string& field, double low, double high) {
    problems.push_back(
        {field, "out_of_range", {{"low", format_number(low)}, {"high", format_number(high)}}});
  }

  void read_gpu(const Json& json, const std::string& path, DeviceChoice& choice) {
    if (json.is_text()) {
      choice.gpu = json.text;
      return;
    }
    const Json* base = json.find("base");
    if (!base || !base->is_text()) {
      problems.push_back({path, "wrong_type", {{"expected", "id, {base, memory_gib}"}}});
      return;
    }
    for (const Json& value : json.children) {
      const std::string& key = value.name;
      if (key == "base") {
        choice.gpu = value.text;
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
  }

  void read_count(const Json& json, const std::string& path, DeviceChoice& choice) {
    const double count = json.is_number() ? json.number : 0;
    constexpr auto kMost = static_cast<double>(kMaxDevices);
    if (!(count >= 1 && count <= kMost) || std::floor(count) != count) {
      return out_of_range(path, 1, kMost);
    }
    choice.count = static_cast<uint64_t>(count);
  }

  void read_devices(const Json& json, const std::string& path, Machine& machine) {
    if (!json.is_list() || json.children.empty() || json.children.size() > 64) {
      problems.push_back({path, "wrong_type", {{"expected", "list"}}});
      return;
    }
    machine.devices.clear();
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
            problems.push_back({under(place, key), "not_supported", {}});
          } else {
            problems.push_back({under(place, key), "unknown_field", {}});
          }
        }
      }
      machine.devices.push_back(std::move(choice));
    }
  }
};

}  // namespace

void machine_from_json(const Json& json, const std::string& path, Machine& machine,
                       std::vector<Problem>& problems) {
  MachineReader reader{problems};
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
  const bool shorthand = json.is_object() && !json.find("base");
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

void write_devices(JsonWriter& out, const Machine& machine) {
  out.begin_list("devices");
  for (const DeviceChoice& choice : machine.devices) {
    out.begin_object();
    if (choice.memory_gib) {
      out.begin_object("gpu");
      out.text("base", choice.gpu);
      out.number("memory_gib", *choice.memory_gib);
      out.end_object();
    } else {
      out.text("gpu", choice.gpu);
    }
    out.number("count", static_cast<double>(choice.count));
    out.end_object();
  }
  out.end_list();
}

}  // namespace vramscope
