// Model files from disk: only their headers are read.
#pragma once

#include <string>
#include <vector>

#include "vramscope/model_files.h"

namespace vramscope::cli {

/// The model that files and folders make up. A folder stands for the model files in it.
Result<StoredModel> read_model_paths(const std::vector<std::string>& paths);

}  // namespace vramscope::cli
