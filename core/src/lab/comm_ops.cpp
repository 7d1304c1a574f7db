// Collective calls of the host, and how long they would have taken without waiting for the slowest
// rank. Source: pytorch/kineto tb_plugin, profiler/communication.py and loader.py.
#include <algorithm>

#include "lab/collected.h"

namespace vramscope::lab {
namespace {

using Range = std::pair<int64_t, int64_t>;

int64_t union_of(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end());
  int64_t sum = 0;
  int64_t until = INT64_MIN;
  for (const Range& range : ranges) {
    sum += std::max<int64_t>(0, range.second - std::max(range.first, until));
    until = std::max(until, range.second);
  }
  return sum;
}

bool same_shape(const std::vector<std::vector<CommNode>>& nodes) {
  for (const std::vector<CommNode>& rank : nodes) {
    if (rank.size() != nodes.front().size()) return false;
    for (size_t i = 0; i < rank.size(); ++i) {
      if (rank[i].ranges.size() != nodes.front()[i].ranges.size()) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<CommNode> comm_nodes(const Collected& c) {
  struct Place {
    int64_t start, end;
    CommNode node;
    int64_t external_id;
  };
  std::vector<Place> places;
  std::vector<std::pair<int64_t, size_t>> by_id;  // the last call with an id is the one
  for (const CommCall& call : c.comm_calls) {
    const int64_t end = call.start + call.duration;
    places.push_back(
        {call.start, end, {call.name, call.bytes, {{call.start, end}}}, call.external_id});
  }
  for (size_t i = 0; i < places.size(); ++i) by_id.emplace_back(places[i].external_id, i);
  std::sort(by_id.begin(), by_id.end());
  for (const CommKernel& kernel : c.comm_kernels) {
    auto after =
        std::upper_bound(by_id.begin(), by_id.end(), std::pair(kernel.external_id, SIZE_MAX));
    if (after == by_id.begin() || (--after)->first != kernel.external_id) continue;
    places[after->second].node.ranges.emplace_back(kernel.start, kernel.start + kernel.duration);
  }
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.start != b.start ? a.start < b.start : a.end > b.end;
  });
  std::vector<CommNode> nodes;
  for (Place& place : places) {
    std::sort(place.node.ranges.begin(), place.node.ranges.end(),
              [](const Range& a, const Range& b) {
                return a.first != b.first ? a.first < b.first : a.second > b.second;
              });
    nodes.push_back(std::move(place.node));
  }
  return nodes;
}

void compare_comm(std::vector<RankProfile*>& ranks, std::vector<std::vector<CommNode>>& nodes) {
  if (nodes.empty()) return;
  const bool comparable = same_shape(nodes);
  for (size_t r = 0; r < ranks.size(); ++r) {
    struct Sums {
      CommOpLine line;
      std::vector<Range> all, real;
    };
    std::vector<Sums> sums;
    for (size_t i = 0; i < nodes[r].size(); ++i) {
      const CommNode& node = nodes[r][i];
      auto sum = std::find_if(sums.begin(), sums.end(),
                              [&](const Sums& s) { return s.line.name == node.name; });
      if (sum == sums.end()) sum = sums.insert(sums.end(), Sums{CommOpLine{node.name}, {}, {}});
      ++sum->line.calls;
      sum->line.bytes += node.bytes;
      for (size_t j = 0; j < node.ranges.size(); ++j) {
        const Range& range = node.ranges[j];
        sum->all.push_back(range);
        int64_t shortest = range.second - range.first;
        for (const std::vector<CommNode>& other : nodes) {
          if (!comparable) break;
          const Range& theirs = other[i].ranges[j];
          shortest = std::min(shortest, theirs.second - theirs.first);
        }
        sum->real.emplace_back(range.second - shortest, range.second);
      }
    }
    for (Sums& sum : sums) {
      sum.line.total = us(union_of(std::move(sum.all)));
      sum.line.real = us(union_of(std::move(sum.real)));
      ranks[r]->comm_ops.push_back(std::move(sum.line));
    }
  }
}

}  // namespace vramscope::lab
