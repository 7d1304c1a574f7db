#include "presets.h"

#include <string>

#include "copies.h"
#include "vramscope/link.h"

namespace vramscope {
namespace {

constexpr Preset kPresets[] = {
    {Word::PresetChat, Word::HintPresetChat, "engine=llama.cpp&weights=q4_k_m&context=8192", true},
    {Word::PresetServe, Word::HintPresetServe, "engine=vllm&batch=100&context=4096"},
    {Word::PresetFull, Word::HintPresetFull,
     "task=training&engine=torch&context=2048&recompute=full"},
    {Word::PresetQlora, Word::HintPresetQlora,
     "task=training&engine=torch&method=qlora&context=2048&recompute=full"},
};

}  // namespace

std::span<const Preset> presets() { return kPresets; }

std::optional<Request> with_preset(const Request& now, const Preset& preset) {
  LinkState link = read_link("v=1&" + std::string(preset.settings));
  if (!link.problems.empty() || !link.unknown.empty() || link.requests.size() != 1) return {};
  Request request = copied(link.requests.front());
  request.lang = now.lang;
  request.model = now.model;
  request.machine = now.machine;
  request.compare = now.compare;
  request.reserve = now.reserve;
  if (preset.one_card && request.machine.devices.size() == 1) {
    request.machine.devices.front().count = 1;
  }
  return request;
}

}  // namespace vramscope
