#include "browser/keys.h"

namespace vramscope::browser {
namespace {

struct Named {
  std::string_view name;
  ImGuiKey key;
};
constexpr Named kNamed[] = {
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Tab", ImGuiKey_Tab},
    {"Enter", ImGuiKey_Enter},
    {"Escape", ImGuiKey_Escape},
    {"Backspace", ImGuiKey_Backspace},
    {"Delete", ImGuiKey_Delete},
    {" ", ImGuiKey_Space},
    {"/", ImGuiKey_Slash},
    {"?", ImGuiKey_Slash},
};

}  // namespace

ImGuiKey key_of(std::string_view name) {
  for (const Named& row : kNamed) {
    if (row.name == name) return row.key;
  }
  if (name.size() != 1) return ImGuiKey_None;
  const char c = name[0];
  if (c >= 'a' && c <= 'z') return static_cast<ImGuiKey>(ImGuiKey_A + (c - 'a'));
  if (c >= 'A' && c <= 'Z') return static_cast<ImGuiKey>(ImGuiKey_A + (c - 'A'));
  if (c >= '0' && c <= '9') return static_cast<ImGuiKey>(ImGuiKey_0 + (c - '0'));
  return ImGuiKey_None;
}

}  // namespace vramscope::browser
