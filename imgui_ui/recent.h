// Models of the reader's own files, and cards with a memory of their own: kept on this machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/request.h"

namespace vramscope {

struct RecentModel {
  std::string name;
  std::string link;  ///< of a request that asks for nothing else
  bool operator==(const RecentModel&) const = default;
};

struct Recent {
  std::vector<RecentModel> models;  ///< the newest first
  std::vector<DeviceChoice> cards;  ///< the same; counts are always 1
  bool operator==(const Recent&) const = default;
};

/// Puts what the request has of one's own in front. False when that changes nothing.
bool note_recent(Recent& recent, const Request& request);

/// One link a line, so that a later version reads what this one wrote.
std::string write_recent(const Recent& recent);
/// Never fails: a line that cannot be read is left out.
Recent read_recent(std::string_view text);

}  // namespace vramscope
