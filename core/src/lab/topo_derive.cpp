// What follows from a matrix: counts, groups, the fabric, the best ring.
#include <algorithm>
#include <array>

#include "lab/topo_text.h"

namespace vramscope {
namespace lab {
namespace {

/// No GPU has more NVLinks than this. Where NV# summed over the peers is beyond it, the same links
/// reach several peers: through a switch.
constexpr uint64_t kMostNvlinks = 18;

void count_pair(std::vector<TopoCount>& counts, const std::string& link) {
  const auto row = std::find_if(counts.begin(), counts.end(),
                                [&](const TopoCount& c) { return c.link == link; });
  if (row == counts.end()) {
    counts.push_back({link, 1});
  } else {
    ++row->pairs;
  }
}

void sort_counts(std::vector<TopoCount>& counts) {
  std::sort(counts.begin(), counts.end(), [](const TopoCount& a, const TopoCount& b) {
    return a.pairs != b.pairs ? a.pairs > b.pairs : a.link < b.link;
  });
}

bool is_fast(Link link) { return link == Link::NvLink || link == Link::Xgmi; }

void find_groups(Topology& t) {
  std::vector<size_t> group(t.gpus, SIZE_MAX);
  for (size_t first = 0; first < t.gpus; ++first) {
    if (group[first] != SIZE_MAX) continue;
    std::vector<size_t> members = {first};
    group[first] = t.groups.size();
    for (size_t at = 0; at < members.size(); ++at) {
      for (size_t other = 0; other < t.gpus; ++other) {
        if (group[other] != SIZE_MAX || !is_fast(t.cell(members[at], other).link)) continue;
        group[other] = t.groups.size();
        members.push_back(other);
      }
    }
    std::sort(members.begin(), members.end());
    t.groups.push_back(std::move(members));
  }
}

/// Is there a ring through all GPUs over links that are no weaker than this? A search that gives up
/// after a while: then it takes what a connected graph allows.
class RingSearch {
 public:
  RingSearch(const Topology& t, Link weakest) : t_(t), weakest_(weakest), used_(t.gpus, false) {}

  bool found() {
    if (t_.gpus < 2) return true;
    used_[0] = true;
    return extend(0, 1);
  }

 private:
  bool joined(size_t a, size_t b) const { return t_.cell(a, b).link <= weakest_; }
  bool extend(size_t at, size_t length) {
    if (length == t_.gpus) return joined(at, 0);
    if (++steps_ > kMostSteps) return false;
    for (size_t next = 1; next < t_.gpus; ++next) {
      if (used_[next] || !joined(at, next)) continue;
      used_[next] = true;
      if (extend(next, length + 1)) return true;
      used_[next] = false;
    }
    return false;
  }
  static constexpr size_t kMostSteps = 100000;
  const Topology& t_;
  Link weakest_;
  std::vector<bool> used_;
  size_t steps_ = 0;
};

Link best_ring(const Topology& t) {
  if (t.gpus < 2) return Link::Self;
  constexpr std::array kOrder = {Link::NvLink, Link::Xgmi, Link::Pix, Link::Pxb,
                                 Link::Phb,    Link::Node, Link::Sys, Link::Pcie};
  for (Link link : kOrder) {
    if (RingSearch(t, link).found()) return link;
  }
  return Link::Unknown;
}

Fabric fabric_of(const Topology& t) {
  if (t.gpus < 2) return Fabric::None;
  bool any_nv = false;
  bool any_xgmi = false;
  for (size_t i = 0; i < t.gpus; ++i) {
    for (size_t j = 0; j < i; ++j) {
      any_nv = any_nv || t.cell(i, j).link == Link::NvLink;
      any_xgmi = any_xgmi || t.cell(i, j).link == Link::Xgmi;
    }
  }
  if (!any_nv && !any_xgmi) return Fabric::Pcie;
  if (t.groups.size() > 1) return Fabric::Islands;
  if (any_xgmi) return Fabric::Xgmi;
  if (t.gpus == 2) return Fabric::Pair;
  return t.nv_sum_first > kMostNvlinks ? Fabric::Switch : Fabric::Direct;
}

}  // namespace

void derive(Topology& t) {
  for (size_t i = 0; i < t.gpus; ++i) {
    for (size_t j = i + 1; j < t.devices.size(); ++j) {
      const TopoCell& cell = t.cell(i, j);
      const bool nic = t.devices[j].nic;
      // A GPU pair that nobody printed is unknown; a NIC's column may just be absent.
      if (nic && cell == TopoCell{}) continue;
      if (!t.devices[i].row && !t.devices[j].row) continue;
      count_pair(nic ? t.gpu_nic_pairs : t.gpu_pairs, cell.text());
      if (!nic && cell.link == Link::NvLink) t.nv_numbers.push_back(cell.count);
    }
  }
  sort_counts(t.gpu_pairs);
  sort_counts(t.gpu_nic_pairs);
  std::sort(t.nv_numbers.begin(), t.nv_numbers.end());
  t.nv_numbers.erase(std::unique(t.nv_numbers.begin(), t.nv_numbers.end()), t.nv_numbers.end());
  for (size_t j = 1; j < t.gpus; ++j) {
    if (t.cell(0, j).link == Link::NvLink) t.nv_sum_first += t.cell(0, j).count;
  }
  find_groups(t);
  t.fabric = fabric_of(t);
  const bool shared = t.nv_sum_first > kMostNvlinks;
  t.nvlinks_per_gpu = shared && !t.nv_numbers.empty() ? t.nv_numbers.back() : t.nv_sum_first;
  t.ring = best_ring(t);
}

}  // namespace lab

std::string_view link_id(Link link) {
  constexpr std::array<std::string_view, 10> kIds = {"X",   "NVLink", "XGMI", "PIX",  "PXB",
                                                     "PHB", "NODE",   "SYS",  "PCIE", "unknown"};
  return kIds[static_cast<size_t>(link)];
}

std::string_view fabric_id(Fabric fabric) {
  constexpr std::array<std::string_view, 7> kIds = {"none", "nvswitch", "direct", "pair",
                                                    "xgmi", "islands",  "pcie"};
  return kIds[static_cast<size_t>(fabric)];
}

std::string TopoCell::text() const {
  return link == Link::NvLink ? "NV" + std::to_string(count) : std::string(link_id(link));
}

Result<Topology> read_topology(std::string_view text) {
  constexpr size_t kMost = size_t{4} << 20;
  if (text.size() > kMost) return lab::at_line(1, "topo_too_long");
  const lab::TopoText lines = lab::topo_lines(text);
  if (lines.lines.empty()) return lab::at_line(1, "topo_empty");
  const bool amd = text.find("ROCm System Management") != std::string_view::npos ||
                   text.find("between two GPUs") != std::string_view::npos ||
                   text.find("TABLE:") != std::string_view::npos;
  Result<Topology> read = amd ? lab::read_amd(lines) : lab::read_nvidia(lines);
  if (read.ok()) lab::derive(read.value());
  return read;
}

}  // namespace vramscope
