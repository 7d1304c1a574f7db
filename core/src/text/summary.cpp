// Sentences about a result.
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {

namespace {

std::string counted(uint64_t count, const std::string& name) {
  return count > 1 ? format_number(static_cast<double>(count)) + " × " + name : name;
}

}  // namespace

std::string rank_name(const RankShare& rank) { return counted(rank.copies, rank.name); }

std::string machine_name(const MachineResult& result) {
  std::string name;
  for (const DeviceInfo& device : result.devices) {
    if (!name.empty()) name += " + ";
    name += counted(device.count, device.name);
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
