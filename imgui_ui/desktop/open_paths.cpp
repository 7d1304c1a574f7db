#include "desktop/open_paths.h"

#include <filesystem>

#include "disk/files.h"
#include "vramscope/plans.h"

namespace vramscope::desktop {
namespace {

namespace fs = std::filesystem;

/// Text that is read as a whole: a config.json by itself, and anything that is a training plan.
bool is_whole_text(const std::string& path, std::string& text) {
  std::error_code error;
  const uintmax_t size = fs::file_size(path, error);
  if (error || !fs::is_regular_file(path, error)) return false;
  const bool config = fs::path(path).filename() == "config.json";
  if (!config && size > kFirstPrefix) return false;
  return disk::read_file(path, text) && (config || plan_format(text));
}

}  // namespace

bool open_paths(UiState& state, const std::vector<std::string>& paths) {
  if (paths.empty()) return false;
  const std::string name = fs::path(paths.front()).filename().string();
  std::string text;
  if (paths.size() == 1 && is_whole_text(paths.front(), text)) return take_file(state, name, text);
  return take_model(state, name, disk::read_model(paths));
}

}  // namespace vramscope::desktop
