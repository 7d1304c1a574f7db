#include "history.h"

#include <utility>

#include "copies.h"
#include "vramscope/link.h"

namespace vramscope {
namespace {

constexpr size_t kSteps = 100;

/// Without the language, which is no step.
std::string text_of(const Request& request) {
  std::string text = request_link(request);
  constexpr std::string_view kLang = "&lang=zh";
  if (const size_t at = text.find(kLang); at != std::string::npos) text.erase(at, kLang.size());
  return text;
}

bool step(std::vector<std::string>& from, std::vector<std::string>& to, History& history,
          Request& request) {
  history.gesture = false;
  if (from.empty()) return false;
  to.push_back(std::move(history.present));
  history.present = std::move(from.back());
  from.pop_back();
  const Lang lang = request.lang;
  put(request, request_from_link(history.present));
  request.lang = lang;
  return true;
}

}  // namespace

void restart(History& history, const Request& now) {
  history = {};
  history.present = text_of(now);
}

void record(History& history, const Request& now, bool held) {
  const bool same_step = history.gesture && held;
  std::string text = text_of(now);
  const bool changed = text != history.present;
  history.gesture =
      held && (history.gesture || changed);  // a press that changed nothing is no step
  if (!changed) return;
  if (!same_step) {
    if (history.past.size() == kSteps) history.past.erase(history.past.begin());
    history.past.push_back(std::move(history.present));
  }
  history.present = std::move(text);
  history.future.clear();
}

bool undo(History& history, Request& request) {
  return step(history.past, history.future, history, request);
}

bool redo(History& history, Request& request) {
  return step(history.future, history.past, history, request);
}

}  // namespace vramscope
