#include "widgets/search.h"

#include <cctype>
#include <cmath>

#include "imgui.h"

namespace vramscope {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool plain(char c) { return c != ' ' && c != '-' && c != '_' && c != '.'; }

}  // namespace

bool matches_search(std::initializer_list<std::string_view> texts, std::string_view search) {
  std::string all;
  for (const std::string_view text : texts) {
    for (const char c : text) {
      if (plain(c)) all += lower(c);
    }
    all += '\n';
  }
  std::string word;
  for (size_t i = 0; i <= search.size(); ++i) {
    const char c = i < search.size() ? search[i] : ' ';
    if (c == ' ') {
      if (!word.empty() && all.find(word) == std::string::npos) return false;
      word.clear();
    } else if (plain(c)) {
      word += lower(c);
    }
  }
  return true;
}

bool edit_search(const char* id, std::string_view words, std::span<char> text, float width,
                 float height, const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2{look.px(8), std::floor((height - ImGui::GetFontSize()) * 0.5f)});
  ImGui::SetNextItemWidth(width);
  const bool edited =
      ImGui::InputTextWithHint(id, std::string(words).c_str(), text.data(), text.size());
  ImGui::PopStyleVar();
  return edited;
}

}  // namespace vramscope
