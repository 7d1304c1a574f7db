// KeyboardEvent.key -> Dear ImGui's key.
#pragma once

#include <string_view>

#include "imgui.h"

namespace vramscope::browser {

/// ImGuiKey_None for keys that the app has no use for.
ImGuiKey key_of(std::string_view name);

}  // namespace vramscope::browser
