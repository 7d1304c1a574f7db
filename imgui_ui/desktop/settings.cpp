#include "desktop/settings.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace vramscope::desktop {
namespace {

namespace fs = std::filesystem;

/// Empty when the machine has no home.
fs::path settings_path() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config) {
    return fs::path(config) / "vramscope" / "settings.json";
  }
  if (const char* home = std::getenv("HOME"); home && *home) {
    return fs::path(home) / ".config" / "vramscope" / "settings.json";
  }
  return {};
}

std::string text_at(const nlohmann::json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

int size_at(const nlohmann::json& json, const char* key) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_number_integer()) return 0;
  const auto value = it->get<int64_t>();
  return value >= 200 && value <= 16384 ? static_cast<int>(value) : 0;
}

}  // namespace

Settings load_settings() {
  std::ifstream file(settings_path());
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return {};
  return {.lang = text_at(json, "lang"),
          .theme = text_at(json, "theme"),
          .units = text_at(json, "units"),
          .width = size_at(json, "width"),
          .height = size_at(json, "height"),
          .link = text_at(json, "link")};
}

void save_settings(const Settings& settings) {
  const fs::path path = settings_path();
  if (path.empty()) return;
  std::error_code ignored;  // a read-only home must not stop the program
  fs::create_directories(path.parent_path(), ignored);
  const nlohmann::ordered_json json = {{"lang", settings.lang},     {"theme", settings.theme},
                                       {"units", settings.units},   {"width", settings.width},
                                       {"height", settings.height}, {"link", settings.link}};
  std::ofstream(path) << json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace vramscope::desktop
