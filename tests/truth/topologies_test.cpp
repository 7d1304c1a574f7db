// Real topologies and what they say: topologies.csv. The texts themselves lie where VRAMSCOPE_TOPO
// points to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "vramscope/topo.h"

namespace vramscope {
namespace {

std::vector<std::string> split(const std::string& line, char mark) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, mark);) parts.push_back(part);
  return parts;
}

std::string text_of(std::vector<TopoCount> counts) {
  std::sort(counts.begin(), counts.end(),
            [](const TopoCount& a, const TopoCount& b) { return a.link < b.link; });
  std::string text;
  for (const TopoCount& count : counts) {
    text += (text.empty() ? "" : " ") + count.link + ":" + std::to_string(count.pairs);
  }
  return text;
}

TEST(Topologies, RealOnesAsWorkedOut) {
  const char* folder = std::getenv("VRAMSCOPE_TOPO");
  if (!folder) GTEST_SKIP() << "VRAMSCOPE_TOPO is not set";
  std::ifstream csv(VRAMSCOPE_TEST_DATA "/topologies.csv");
  std::string line;
  size_t found = 0;
  while (std::getline(csv, line)) {
    const std::vector<std::string> row = split(line, ';');
    if (row.size() < 10 || row[0] == "file") continue;
    std::ifstream file(std::string(folder) + "/" + row[0]);
    if (!file) continue;
    ++found;
    std::ostringstream text;
    text << file.rdbuf();
    const Result<Topology> read = read_topology(text.str());
    ASSERT_TRUE(read.ok()) << row[0] << ": " << read.errors()[0].code;
    const Topology& t = read.value();
    EXPECT_EQ(std::to_string(t.gpus), row[1]) << row[0];
    EXPECT_EQ(std::to_string(t.header_nics), row[2]) << row[0];
    EXPECT_EQ(std::to_string(t.gpu_rows), row[3]) << row[0];
    EXPECT_EQ(std::to_string(t.nic_rows), row[4]) << row[0];
    EXPECT_EQ(text_of(t.gpu_pairs), row[5]) << row[0];
    EXPECT_EQ(text_of(t.gpu_nic_pairs), row[6]) << row[0];
    EXPECT_EQ(std::to_string(t.nvlinks_per_gpu), row[7]) << row[0];
    std::string tail;
    const TopoDevice& first = t.devices.front();
    for (const std::string* word :
         {&first.cpu_affinity, &first.numa_affinity, &first.gpu_numa_id}) {
      if (!word->empty() && t.tool == "nvidia-smi") tail += (tail.empty() ? "" : " ") + *word;
    }
    EXPECT_EQ(tail, row[8]) << row[0];
  }
  EXPECT_GT(found, 0u);
}

}  // namespace
}  // namespace vramscope
