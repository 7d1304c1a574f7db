#include "desktop/options.h"

#include <cstdio>
#include <cstdlib>

namespace vramscope::desktop {
namespace {

bool read_size(const std::string& text, Options& options) {
  int width = 0;
  int height = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2) return false;
  if (width < 200 || height < 200 || width > 16384 || height > 16384) return false;
  options.sized = true;
  options.width = width;
  options.height = height;
  return true;
}

bool read_scale(const std::string& text, Options& options) {
  char* end = nullptr;
  const float scale = std::strtof(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(scale >= 0.5f && scale <= 4.0f)) return false;
  options.scale = scale;
  return true;
}

Problem wrong(const std::string& field, const std::string& said) { return {field, said, {}}; }

}  // namespace

Result<Options> parse_options(const std::vector<std::string>& arguments) {
  Options options;
  size_t at = 0;
  const auto next = [&]() -> std::optional<std::string> {
    if (at + 1 >= arguments.size()) return std::nullopt;
    return arguments[++at];
  };
  for (; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else if (argument == "--version") {
      options.version = true;
    } else if (argument == "--print-state") {
      options.print_state = true;
    } else if (argument == "--print-reply") {
      options.print_reply = true;
    } else if (argument == "--link") {
      options.link = next();
      if (!options.link) return wrong(argument, "needs the fragment of a link");
    } else if (argument == "--lang") {
      options.lang = next();
      if (options.lang != "en" && options.lang != "zh") return wrong(argument, "is en or zh");
    } else if (argument == "--theme") {
      options.theme = next();
      const std::string_view theme = options.theme.value_or("");
      if (theme != "system" && theme != "dark" && theme != "light" && theme != "contrast") {
        return wrong(argument, "is system, dark, light or contrast");
      }
    } else if (argument == "--scale") {
      if (!read_scale(next().value_or(""), options)) return wrong(argument, "is 0.5 to 4");
    } else if (argument == "--size") {
      if (!read_size(next().value_or(""), options)) return wrong(argument, "is like 1280x800");
    } else if (argument == "--screenshot") {
      options.screenshot = next().value_or("");
      if (options.screenshot.empty()) return wrong(argument, "needs a file");
      if (!read_size(next().value_or(""), options)) {
        return wrong(argument, "needs a size after the file, like 1280x800");
      }
    } else if (argument.starts_with("--")) {
      return wrong(argument, "is not an option; see --help");
    } else {
      options.files.push_back(argument);
    }
  }
  return options;
}

std::string usage() {
  return R"(vramscope-desktop [PATH…] [options]     where every byte of GPU memory goes

  PATH…                     a model's config.json, safetensors, index or GGUF files or their folder,
                            or a training plan of DeepSpeed, accelerate or torchtitan (or drop
                            them on the window)
  --link FRAGMENT           open what a permalink says
  --lang en|zh              language
  --theme NAME              system, light, dark or contrast
  --scale N                 size of everything, 0.5 to 4 (default: the monitor's)
  --size WxH                size of the window
  --screenshot FILE WxH     write a PNG from a hidden window and leave
  --print-state             print the permalink's fragment and leave
  --print-reply             print the reply as JSON and leave
)";
}

}  // namespace vramscope::desktop
