#include <vector>

#include "panels/card_items.h"
#include "panels/inputs.h"
#include "widgets/controls.h"

namespace vramscope {

bool edit_card(UiState& state, const Look& look) {
  view_section(Word::Card, look);
  if (state.request.machine.devices.empty()) state.request.machine.devices.emplace_back();
  DeviceChoice& device = state.request.machine.devices.front();
  bool changed = edit_pick("card", device.gpu, card_items(look), state.picker,
                           ImGui::GetContentRegionAvail().x, look);
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
  return changed;
}

}  // namespace vramscope
