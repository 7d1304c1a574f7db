// What two questions, and their answers, differ in: a pinned scenario beside the present one.
#pragma once

#include <string>
#include <vector>

#include "vramscope/reply.h"

namespace vramscope {

/// One setting by its key in a link, with both values as a link writes them; empty where it stands
/// at its default.
struct SettingDifference {
  std::string key;
  std::string a, b;
  bool operator==(const SettingDifference&) const = default;
};
std::vector<SettingDifference> setting_differences(const Request& a, const Request& b);

/// One term in both results; nothing where a result lacks it.
struct TermDifference {
  TermId id = TermId::Weights;
  Place place = Place::Allocated;
  Bytes a, b;
  Bytes change;  ///< b - a
  bool operator==(const TermDifference&) const = default;
};
/// Terms that either has, in the order of the replies.
std::vector<TermDifference> term_differences(const MachineResult& a, const MachineResult& b);

}  // namespace vramscope
