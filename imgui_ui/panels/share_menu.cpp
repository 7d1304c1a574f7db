// Ways to hand the answer on.
#include "panels/share_menu.h"

#include <algorithm>
#include <array>
#include <string>

#include "platform.h"
#include "vramscope/export.h"
#include "vramscope/reply.h"
#include "widgets/controls.h"
#include "widgets/menu.h"

namespace vramscope {
namespace {

enum class Way : uint8_t { Link, Markdown, Csv, Json, Picture };

void hand_on(UiState& state, Way way) {
  switch (way) {
    case Way::Link:
      return platform::share(link_of(state));
    case Way::Markdown:
      return ImGui::SetClipboardText(markdown_of(state.reply, state.lang, state.units).c_str());
    case Way::Csv:
      return platform::save_file("vramscope.csv", csv_of(state.reply));
    case Way::Json:
      return platform::save_file("vramscope.json", reply_json(state.reply));
    case Way::Picture:
      return platform::save_screen("vramscope.png");
  }
}

}  // namespace

float share_width(const Look& look) {
  return std::max(button_width(look.say(Word::ShareLink), look),
                  button_width(look.say(Word::Copied), look));
}

void edit_share(UiState& state, const Box& box, const Look& look) {
  constexpr double kShown = 2.0;  // seconds that "Copied" stays
  const bool shared = ImGui::GetTime() - state.shared_at < kShown;
  ImGui::SetCursorScreenPos(box.min);
  if (button("share", look.say(shared ? Word::Copied : Word::ShareLink), ButtonKind::Accent, look,
             box.width())) {
    ImGui::OpenPopup("share-menu");
  }
  if (!shared) hint(look, look.say(Word::HintShare));
  const bool answered = state.reply.ok;
  const std::array<MenuItem, 5> items{{{.text = look.say(Word::CopyLink), .detail = "S"},
                                       {.text = look.say(Word::CopyMarkdown), .possible = answered},
                                       {.text = look.say(Word::SaveCsv), .possible = answered},
                                       {.text = look.say(Word::SaveJson)},
                                       {.text = look.say(Word::SaveScreen)}}};
  const int taken = edit_menu("share-menu", box, items, look);
  if (taken < 0) return;
  const Way way = static_cast<Way>(taken);
  hand_on(state, way);
  if (way == Way::Link || way == Way::Markdown) state.shared_at = ImGui::GetTime();
  platform::wake(kShown * 1000 + 100);
}

}  // namespace vramscope
