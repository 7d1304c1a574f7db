// vramscope-desktop: the app in a window of its own.
#include <cstdio>

#include "desktop/open_paths.h"
#include "desktop/options.h"
#include "desktop/settings.h"
#include "desktop/window.h"
#include "ui_state.h"
#include "vramscope/answer.h"

namespace {

using namespace vramscope;

constexpr int kBadInput = 2;
constexpr int kFault = 3;

/// A screenshot or a printed state must not depend on what was open last.
bool is_scripted(const desktop::Options& options) {
  return !options.screenshot.empty() || options.print_state || options.print_reply;
}

UiState first_state(const desktop::Options& options, const desktop::Settings& settings) {
  UiState state = first_screen();
  if (!settings.theme.empty()) state.theme_choice = theme_from(settings.theme);
  if (!settings.link.empty() && !options.link) open_link(state, settings.link);
  if (options.link) open_link(state, *options.link);
  if (!settings.lang.empty() && !options.link) state.lang = lang_from(settings.lang);
  if (settings.units == "gb" && !options.link) state.units = Units::Gb;
  if (options.lang) state.lang = lang_from(*options.lang);
  if (options.theme) state.theme_choice = theme_from(*options.theme);
  refresh(state);
  restart(state.history, state.request);
  return state;
}

/// The files of the command line. False when they cannot be opened, or are no model and no plan.
bool open_arguments(UiState& state, const std::vector<std::string>& paths) {
  if (desktop::open_paths(state, paths)) return true;
  for (const Problem& error : state.file.errors) {
    std::fprintf(stderr, "vramscope-desktop: %s: %s\n", state.file.name.c_str(),
                 say(error, state.lang).c_str());
  }
  return false;
}

desktop::Settings settings_of(const UiState& state, const desktop::WindowPlace& place) {
  return {.lang = std::string(lang_id(state.lang)),
          .theme = std::string(theme_id(state.theme_choice)),
          .units = state.units == Units::Gb ? "gb" : "gib",
          .width = place.width,
          .height = place.height,
          .x = place.x,
          .y = place.y,
          .maximised = place.maximised,
          .link = link_of(state)};
}

}  // namespace

int main(int argc, char** argv) {
  const auto parsed = desktop::parse_options({argv + 1, argv + argc});
  if (!parsed.ok()) {
    const Problem& error = parsed.errors().front();
    std::fprintf(stderr, "vramscope-desktop: %s %s\n", error.field.c_str(), error.code.c_str());
    return kBadInput;
  }
  const desktop::Options& options = parsed.value();
  if (options.help) return std::fputs(desktop::usage().c_str(), stdout), 0;
  if (options.version) return std::printf("%s\n", std::string(version()).c_str()), 0;

  const desktop::Settings settings =
      is_scripted(options) ? desktop::Settings{} : desktop::load_settings();
  UiState state = first_state(options, settings);
  if (!is_scripted(options)) state.recent = read_recent(desktop::load_recent());
  if (!options.files.empty() && !open_arguments(state, options.files) && is_scripted(options)) {
    return kBadInput;
  }
  if (options.print_state) return std::printf("%s\n", link_of(state).c_str()), 0;
  if (options.print_reply) return std::printf("%s\n", reply_json(state.reply).c_str()), 0;

  desktop::WindowOptions window{.width = options.width,
                                .height = options.height,
                                .scale = options.scale,
                                .x = settings.x,
                                .y = settings.y,
                                .maximised = settings.maximised,
                                .screenshot = options.screenshot};
  if (settings.width > 0 && settings.height > 0 && options.screenshot.empty() && !options.sized) {
    window.width = settings.width;
    window.height = settings.height;
  }
  const auto place = desktop::show_window(state, window);
  if (!place) return kFault;
  if (options.screenshot.empty()) desktop::save_settings(settings_of(state, *place));
  return 0;
}
