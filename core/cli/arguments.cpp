#include "arguments.h"

#include <algorithm>

#include "disk/files.h"
#include "vramscope/catalogue.h"
#include "vramscope/flags.h"

namespace vramscope::cli {
namespace {

bool set_switch(Arguments& arguments, const std::string& name) {
  if (name == "json") return arguments.output = Output::Json, true;
  if (name == "table") return arguments.output = Output::Table, true;
  if (name == "markdown") return arguments.output = Output::Markdown, true;
  if (name == "csv") return arguments.output = Output::Csv, true;
  if (name == "lines") return arguments.lines = true;
  if (name == "check") return arguments.check = true;
  if (name == "help") return arguments.help = true;
  if (name == "version") return arguments.version = true;
  return false;
}

bool is_flag(const std::string& name) {
  const std::vector<std::string_view> names = flag_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

void set_value(Arguments& arguments, const std::string& name, const std::string& value) {
  if (name == "units") {
    arguments.units = value == "gb" ? Units::Gb : Units::Gib;
    if (value != "gb" && value != "gib") arguments.error = "--units " + value;
  } else if (name == "sort") {
    arguments.sort = value;
  } else if (name == "model-file") {
    arguments.model_files.push_back(value);
  } else if (is_flag(name)) {
    // Another program's configuration: its text, or the file that holds it.
    std::string text;
    const bool path = is_plan_flag(name) && value.find_first_of("{\n") == std::string::npos;
    if (path && !disk::read_file(value, text)) {
      arguments.error = "--" + name + " " + value;
    } else {
      arguments.flags.push_back({name, path ? text : value});
    }
  } else {
    arguments.error = "--" + name;
  }
}

}  // namespace

Lang language_of(const Arguments& arguments) {
  const bool zh =
      std::any_of(arguments.flags.begin(), arguments.flags.end(),
                  [](const Param& flag) { return flag.name == "lang" && flag.value == "zh"; });
  return zh ? Lang::Zh : Lang::En;
}

Arguments parse_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (!word.starts_with("--")) {
      if (word == "-h") {
        arguments.help = true;
      } else if (arguments.command.empty()) {
        arguments.command = word;
      } else {
        arguments.positional.push_back(word);
      }
      continue;
    }
    word.erase(0, 2);
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals != std::string::npos) {
      set_value(arguments, name, word.substr(equals + 1));
    } else if (name == "swa-full" || name == "enforce-eager") {  // switches of the request
      arguments.flags.push_back({name, "true"});
    } else if (!set_switch(arguments, name)) {
      if (i + 1 >= argc) {
        arguments.error = "--" + name;
      } else {
        set_value(arguments, name, argv[++i]);
      }
    }
  }
  return arguments;
}

void set_ask(const std::string& command, Request& request) {
  if (command == "solve") request.ask = Ask::Solve;
  if (command == "sweep") request.ask = Ask::Sweep;
  if (command == "inspect") request.ask = Ask::Inspect;
  if (command == "plan") request.ask = Ask::Plan;
  const bool asked = request.compare.empty() && request.machine == default_request().machine;
  if (command != "compare" || !asked) return;
  for (const GpuSpec& gpu : gpu_catalogue()) {  // no card was named: all of them
    request.compare.push_back(default_request().machine);
    request.compare.back().devices.front().gpu = std::string(gpu.id);
  }
  request.machine = request.compare.front();
  request.compare.erase(request.compare.begin());
}

}  // namespace vramscope::cli
