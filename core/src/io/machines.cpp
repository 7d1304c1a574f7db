#include "io/machines.h"

#include <cmath>

#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr double kMaxDevices = 65536;
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
    if (json.is_string()) {
      choice.gpu = json.get<std::string>();
      return;
    }
    if (!json.is_object() || !json.contains("base") || !json["base"].is_string()) {
      problems.push_back({path, "wrong_type", {{"expected", "id, {base, memory_gib}"}}});
      return;
    }
    for (const auto& [key, value] : json.items()) {
      if (key == "base") {
        choice.gpu = value.get<std::string>();
      } else if (key == "memory_gib") {
        const double gib = value.is_number() ? value.get<double>() : 0;
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
    const double count = json.is_number() ? json.get<double>() : 0;
    if (!(count >= 1 && count <= kMaxDevices) || std::floor(count) != count) {
      return out_of_range(path, 1, kMaxDevices);
    }
    choice.count = static_cast<uint64_t>(count);
  }

  void read_devices(const Json& json, const std::string& path, Machine& machine) {
    if (!json.is_array() || json.empty() || json.size() > 64) {
      problems.push_back({path, "wrong_type", {{"expected", "list"}}});
      return;
    }
    machine.devices.clear();
    for (size_t i = 0; i < json.size(); ++i) {
      const std::string place = under(path, std::to_string(i));
      DeviceChoice choice;
      if (!json[i].is_object()) {
        read_gpu(json[i], place, choice);
      } else {
        for (const auto& [key, value] : json[i].items()) {
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
  if (json.is_object() && json.contains("devices")) {
    return reader.read_devices(json["devices"], under(path, "devices"), machine);
  }
  DeviceChoice choice;
  const bool shorthand = json.is_object() && !json.contains("base");
  if (!shorthand) {
    reader.read_gpu(json, path, choice);
  } else {
    for (const auto& [key, value] : json.items()) {
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

Json devices_to_json(const Machine& machine) {
  Json list = Json::array();
  for (const DeviceChoice& choice : machine.devices) {
    Json device = Json::object();
    if (choice.memory_gib) {
      device["gpu"] = {{"base", choice.gpu}, {"memory_gib", json_number(*choice.memory_gib)}};
    } else {
      device["gpu"] = choice.gpu;
    }
    device["count"] = choice.count;
    list.push_back(std::move(device));
  }
  return list;
}

}  // namespace vramscope
