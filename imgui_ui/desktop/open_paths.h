// What a person gives the window: files and folders, by argument or drop.
#pragma once

#include <string>
#include <vector>

#include "ui_state.h"

namespace vramscope::desktop {

/// Opens a training plan, or the files and folders that make up one model: config.json,
/// safetensors, index, GGUF. True when the question changed; else `state.file` says why not.
bool open_paths(UiState& state, const std::vector<std::string>& paths);

}  // namespace vramscope::desktop
