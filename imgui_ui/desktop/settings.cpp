#include "desktop/settings.h"

#include <rapidjson/document.h>
#include <rapidjson/istreamwrapper.h>
#include <rapidjson/ostreamwrapper.h>
#include <rapidjson/prettywriter.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

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

std::string text_at(const rapidjson::Document& json, const char* key) {
  const auto it = json.FindMember(key);
  return it != json.MemberEnd() && it->value.IsString() ? it->value.GetString() : std::string();
}

int size_at(const rapidjson::Document& json, const char* key) {
  const auto it = json.FindMember(key);
  if (it == json.MemberEnd() || !it->value.IsInt()) return 0;
  const int value = it->value.GetInt();
  return value >= 200 && value <= 16384 ? value : 0;
}

/// Desktops of several screens have places below zero.
std::optional<int> place_at(const rapidjson::Document& json, const char* key) {
  const auto it = json.FindMember(key);
  if (it == json.MemberEnd() || !it->value.IsInt()) return std::nullopt;
  const int value = it->value.GetInt();
  return value >= -32768 && value <= 32767 ? std::optional(value) : std::nullopt;
}

bool flag_at(const rapidjson::Document& json, const char* key) {
  const auto it = json.FindMember(key);
  return it != json.MemberEnd() && it->value.IsBool() && it->value.GetBool();
}

}  // namespace

namespace {

fs::path recent_path() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data) {
    return fs::path(data) / "vramscope" / "recent";
  }
  if (const char* home = std::getenv("HOME"); home && *home) {
    return fs::path(home) / ".local" / "share" / "vramscope" / "recent";
  }
  return {};
}

}  // namespace

std::string load_recent() {
  std::ifstream file(recent_path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void save_recent(const std::string& text) {
  const fs::path path = recent_path();
  if (path.empty()) return;
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream(path, std::ios::binary) << text;
}

std::string download_path(const std::string& name) {
  fs::path folder = fs::current_path();
  if (const char* named = std::getenv("XDG_DOWNLOAD_DIR"); named && *named) {
    folder = named;
  } else if (const char* home = std::getenv("HOME"); home && *home) {
    std::error_code ignored;
    folder = fs::is_directory(fs::path(home) / "Downloads", ignored) ? fs::path(home) / "Downloads"
                                                                     : fs::path(home);
  }
  const fs::path wanted(name);
  fs::path path = folder / wanted;
  std::error_code ignored;
  for (int n = 2; fs::exists(path, ignored) && n < 1000; ++n) {
    path =
        folder / (wanted.stem().string() + "-" + std::to_string(n) + wanted.extension().string());
  }
  return path.string();
}

Settings load_settings() {
  std::ifstream file(settings_path());
  rapidjson::IStreamWrapper stream(file);
  rapidjson::Document json;
  json.ParseStream(stream);
  if (json.HasParseError() || !json.IsObject()) return {};
  return {.lang = text_at(json, "lang"),
          .theme = text_at(json, "theme"),
          .units = text_at(json, "units"),
          .width = size_at(json, "width"),
          .height = size_at(json, "height"),
          .x = place_at(json, "x"),
          .y = place_at(json, "y"),
          .maximised = flag_at(json, "maximised"),
          .link = text_at(json, "link")};
}

void save_settings(const Settings& settings) {
  const fs::path path = settings_path();
  if (path.empty()) return;
  std::error_code ignored;  // a read-only home must not stop the program
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream file(path);
  rapidjson::OStreamWrapper stream(file);
  rapidjson::PrettyWriter<rapidjson::OStreamWrapper> out(stream);
  const auto text = [&](const char* key, const std::string& value) {
    out.Key(key);
    out.String(value.c_str(), static_cast<rapidjson::SizeType>(value.size()));
  };
  const auto size = [&](const char* key, int value) {
    out.Key(key);
    out.Int(value);
  };
  out.StartObject();
  text("lang", settings.lang);
  text("theme", settings.theme);
  text("units", settings.units);
  size("width", settings.width);
  size("height", settings.height);
  if (settings.x) size("x", *settings.x);
  if (settings.y) size("y", *settings.y);
  out.Key("maximised");
  out.Bool(settings.maximised);
  text("link", settings.link);
  out.EndObject();
}

}  // namespace vramscope::desktop
