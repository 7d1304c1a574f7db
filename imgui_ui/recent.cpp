#include "recent.h"

#include <algorithm>

#include "vramscope/link.h"

namespace vramscope {
namespace {

constexpr size_t kKept = 8;

template <typename Thing>
bool put_first(std::vector<Thing>& list, const Thing& thing) {
  if (!list.empty() && list.front() == thing) return false;
  std::erase(list, thing);
  list.insert(list.begin(), thing);
  if (list.size() > kKept) list.pop_back();
  return true;
}

/// A request for this model and nothing else.
RecentModel recent_model(const ModelChoice& model) {
  Request request;
  request.machine.devices = {DeviceChoice{}};
  request.model = model;
  return {model.spec->name, request_link(request)};
}

std::string card_link(const DeviceChoice& card) {
  Request request;
  request.machine.devices = {card};
  return request_link(request);
}

}  // namespace

bool note_recent(Recent& recent, const Request& request) {
  bool changed = false;
  if (request.model.spec) changed |= put_first(recent.models, recent_model(request.model));
  for (DeviceChoice card : request.machine.devices) {
    if (!card.memory_gib) continue;
    card.count = 1;
    changed |= put_first(recent.cards, card);
  }
  return changed;
}

std::string write_recent(const Recent& recent) {
  std::string text;
  for (const RecentModel& model : recent.models) text += model.link + '\n';
  for (const DeviceChoice& card : recent.cards) text += card_link(card) + '\n';
  return text;
}

Recent read_recent(std::string_view text) {
  Recent recent;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const Request request = request_from_link(line);
    if (request.model.spec && recent.models.size() < kKept) {
      recent.models.push_back({request.model.spec->name, std::string(line)});
    }
    for (const DeviceChoice& card : request.machine.devices) {
      if (card.memory_gib && recent.cards.size() < kKept) recent.cards.push_back(card);
    }
  }
  return recent;
}

}  // namespace vramscope
