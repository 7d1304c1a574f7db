#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "panels/card_items.h"
#include "panels/inputs.h"
#include "vramscope/catalogue.h"
#include "widgets/controls.h"

namespace vramscope {

namespace {

/// Ids of cards with a memory of their own.
constexpr std::string_view kOwnIds[] = {"#0", "#1", "#2", "#3", "#4", "#5", "#6", "#7"};

/// "GeForce RTX 4090 · 48 GiB"
std::string card_name(const DeviceChoice& card, const Look& look) {
  const GpuSpec* spec = find_gpu(card.gpu);
  std::string name(spec ? spec->name : std::string_view(card.gpu));
  if (card.memory_gib) name += " · " + look.bytes_short(Bytes::gib(*card.memory_gib));
  return name;
}

}  // namespace

bool edit_card(UiState& state, const Look& look) {
  view_section(Word::Card, look);
  if (state.request.machine.devices.empty()) state.request.machine.devices.emplace_back();
  DeviceChoice& device = state.request.machine.devices.front();
  std::vector<PickItem> items;
  for (size_t i = 0; i < state.recent.cards.size() && i < std::size(kOwnIds); ++i) {
    items.push_back({.id = kOwnIds[i],
                     .text = card_name(state.recent.cards[i], look),
                     .detail = {},
                     .group = look.say(Word::GroupRecent)});
  }
  for (PickItem& item : card_items(look)) items.push_back(std::move(item));
  std::string chosen = device.gpu;
  bool changed = edit_pick("card", chosen, items, state.picker, ImGui::GetContentRegionAvail().x,
                           look, device.memory_gib ? card_name(device, look) : std::string());
  if (changed) {
    const auto own = std::find(std::begin(kOwnIds), std::end(kOwnIds), chosen);
    const uint64_t count = device.count;
    device = own != std::end(kOwnIds)
                 ? state.recent.cards[static_cast<size_t>(own - std::begin(kOwnIds))]
                 : DeviceChoice{.gpu = chosen};
    device.count = count;
  }
  std::vector<Mark> marks;
  if (state.reply.ok && !state.reply.results.empty()) {
    if (const auto& cards = state.reply.results.front().min_gpus.guaranteed) {
      marks.push_back(
          {*cards, look.colors().fits,
           look.say(Word::MarkCards, std::vector<Param>{{"n", format_number(*cards)}})});
    }
  }
  changed |= edit_log_slider("count", Word::Count, look.say(Word::HintCount), device.count, 1, 64,
                             marks, look);
  if (state.request.machine.devices.size() > 1 && state.reply.ok) {  // the rest of the machine
    flow_text(look, Type::Small, look.colors().muted,
              look.say(Word::WholeMachine,
                       std::vector<Param>{{"machine", machine_name(state.reply.results.front())}}));
  }
  if (state.advanced_open) {
    changed |= edit_amount("memory", Word::CardMemory, look.say(Word::HintCardMemory),
                           device.memory_gib, look);
    if (device.memory_gib) device.memory_gib = std::clamp(*device.memory_gib, 0.25, 65536.0);
    gap(look.px(4));
  }
  return changed;
}

}  // namespace vramscope
