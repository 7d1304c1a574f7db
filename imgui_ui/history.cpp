#include "history.h"

#include <utility>

namespace vramscope {
namespace {

constexpr size_t kSteps = 100;

bool step(std::vector<Request>& from, std::vector<Request>& to, History& history,
          Request& request) {
  history.gesture = false;
  if (from.empty()) return false;
  to.push_back(std::move(history.present));
  history.present = std::move(from.back());
  from.pop_back();
  const Lang lang = request.lang;  // the language is no step
  request = history.present;
  request.lang = lang;
  return true;
}

}  // namespace

void restart(History& history, const Request& now) { history = {.present = now}; }

void record(History& history, const Request& now, bool held) {
  const bool same_step = history.gesture && held;
  history.gesture = held;
  history.present.lang = now.lang;  // the language is no step
  if (now == history.present) return;
  if (!same_step) {
    if (history.past.size() == kSteps) history.past.erase(history.past.begin());
    history.past.push_back(std::move(history.present));
  }
  history.present = now;
  history.future.clear();
}

bool undo(History& history, Request& request) {
  return step(history.past, history.future, history, request);
}

bool redo(History& history, Request& request) {
  return step(history.future, history.past, history, request);
}

}  // namespace vramscope
