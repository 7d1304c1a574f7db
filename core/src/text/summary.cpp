// Sentences about a result.
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {

std::string machine_name(const MachineResult& result) {
  std::string name;
  for (const DeviceInfo& device : result.devices) {
    if (!name.empty()) name += " + ";
    if (device.count > 1) name += format_number(static_cast<double>(device.count)) + " × ";
    name += device.name;
  }
  return name;
}

std::string summary_sentence(const MachineResult& result, Lang lang, Units units) {
  const auto text = [&](Bytes bytes) { return format_bytes_short(bytes, units); };
  const Param params[] = {
      {"total", text(result.device.bytes)},
      {"low", text(result.device.low)},
      {"high", text(result.device.high)},
      {"usable", text(result.usable)},
      {"device", machine_name(result)},
      {"spare", text(result.spare)},
      {"over", text(result.device.bytes - result.usable)},
  };
  return say("summary." + std::string(verdict_id(result.verdict)), params, lang);
}

}  // namespace vramscope
