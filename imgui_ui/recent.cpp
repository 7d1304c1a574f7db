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

}  // namespace

bool note_recent(Recent& recent, const Request& request) {
  bool changed = false;
  if (request.model.spec) changed |= put_first(recent.models, request.model);
  for (DeviceChoice card : request.machine.devices) {
    if (!card.memory_gib) continue;
    card.count = 1;
    changed |= put_first(recent.cards, card);
  }
  return changed;
}

std::string write_recent(const Recent& recent) {
  std::string text;
  for (const ModelChoice& model : recent.models) {
    Request request = default_request();
    request.model = model;
    text += write_link({.requests = {request}}) + '\n';
  }
  for (const DeviceChoice& card : recent.cards) {
    Request request = default_request();
    request.machine.devices = {card};
    text += write_link({.requests = {request}}) + '\n';
  }
  return text;
}

Recent read_recent(std::string_view text) {
  Recent recent;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const LinkState link = read_link(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (link.requests.empty() || !link.problems.empty()) continue;
    const Request& request = link.requests.front();
    if (request.model.spec && recent.models.size() < kKept) recent.models.push_back(request.model);
    for (const DeviceChoice& card : request.machine.devices) {
      if (card.memory_gib && recent.cards.size() < kKept) recent.cards.push_back(card);
    }
  }
  return recent;
}

}  // namespace vramscope
