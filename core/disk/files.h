// Files from disk, for the programs that have one: the command line and the desktop window.
#pragma once

#include <string>
#include <vector>

#include "vramscope/model_files.h"

namespace vramscope::disk {

/// The whole of a file, or of standard input for "-". False when it cannot be read.
bool read_file(const std::string& path, std::string& text);

/// The model that files and folders make up: only their headers are read. A folder stands for the
/// model files in it.
Result<StoredModel> read_model(const std::vector<std::string>& paths);

}  // namespace vramscope::disk
