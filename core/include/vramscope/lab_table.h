// Tables of the lab's answers as texts: the command line, the page and the app show the same.
#pragma once

#include <string>
#include <vector>

#include "vramscope/profile.h"
#include "vramscope/topo.h"

namespace vramscope {

struct LabTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> right;  ///< columns aligned to the right
};

/// Ranks, kernels, collectives, steps, and the views of tb_plugin and HTA.
std::vector<LabTable> profile_tables(const ProfileReport& report, Lang lang);
/// The matrix, and what it costs.
std::vector<LabTable> topology_tables(const Topology& topology, const TopoCost& cost, Lang lang);

}  // namespace vramscope
