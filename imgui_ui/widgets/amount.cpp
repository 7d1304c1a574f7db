// A number that may be left empty.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "widgets/controls.h"

namespace vramscope {

bool edit_amount(const char* id, Word name, std::string_view hint_text,
                 std::optional<double>& value, const Look& look) {
  const Box box = label_row(name, hint_text, look, 160);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float left = std::max(box.min.x, box.max.x - look.px(160));
  ImGui::SetCursorScreenPos({left, box.min.y});
  ImGui::SetNextItemWidth(box.max.x - left);
  std::array<char, 32> text{};
  if (value) std::snprintf(text.data(), text.size(), "%s", format_number(*value).c_str());
  const float pad = std::floor((box.height() - ImGui::GetFontSize()) * 0.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{look.px(8), pad});
  ImGui::PushID(id);
  ImGui::InputText("###amount", text.data(), text.size(),
                   ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_AutoSelectAll);
  const bool done = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopID();
  ImGui::PopStyleVar();
  ImGui::SetCursorScreenPos(after);
  if (!done) return false;
  std::string digits;
  for (const char* c = text.data(); *c != '\0'; ++c) {
    if (*c != ',') digits += *c;
  }
  char* end = nullptr;
  const double typed = std::strtod(digits.c_str(), &end);
  const std::optional<double> before = value;
  value.reset();
  if (end != digits.c_str() && std::isfinite(typed) && typed > 0) value = typed;
  return value != before;
}

}  // namespace vramscope
