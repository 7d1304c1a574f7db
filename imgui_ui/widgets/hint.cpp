// Hints over the last item, after a short rest of the pointer.
#include <algorithm>

#include "widgets/paint.h"

namespace vramscope {
namespace {

bool is_wanted() {
  return ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal | ImGuiHoveredFlags_Stationary |
                              ImGuiHoveredFlags_AllowWhenDisabled);
}

bool begin_hint(const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{look.px(12), look.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{look.px(8), look.px(4)});
  ImGui::SetNextWindowSize(
      {std::min(look.px(320), ImGui::GetMainViewport()->Size.x - look.px(16)), 0});
  if (ImGui::BeginTooltip()) return true;
  ImGui::PopStyleVar(2);
  return false;
}

void end_hint() {
  ImGui::EndTooltip();
  ImGui::PopStyleVar(2);
}

}  // namespace

void hint(const Look& look, std::string_view text) {
  if (text.empty() || !is_wanted() || !begin_hint(look)) return;
  flow_text(look, Type::Small, look.colors().text, text);
  end_hint();
}

void hint_facts(const Look& look, std::string_view title, std::string_view text,
                std::span<const HintLine> facts) {
  if (is_wanted()) hint_facts_now(look, title, text, facts);
}

void hint_facts_now(const Look& look, std::string_view title, std::string_view text,
                    std::span<const HintLine> facts) {
  if (!begin_hint(look)) return;
  flow_text(look, Type::Strong, look.colors().text, title);
  for (const HintLine& fact : facts) {
    const Box row = reserve(ImGui::GetContentRegionAvail().x, line_height(look, Type::Small));
    paint_text_in(look, Type::Small, row, look.colors().muted, fact.name);
    const float width = figures_width(look, Type::Small, fact.value);
    paint_figures(look, Type::Small, {row.max.x - width, row.min.y}, look.colors().text,
                  fact.value);
  }
  if (!text.empty()) {
    gap(look.px(4));
    flow_text(look, Type::Small, look.colors().muted, text);
  }
  end_hint();
}

}  // namespace vramscope
