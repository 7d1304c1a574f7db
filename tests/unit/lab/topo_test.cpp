// Topologies as people paste them, and what they cost, worked out by hand.
#include "vramscope/topo.h"

#include <gtest/gtest.h>

#include "vramscope/tools.h"

namespace vramscope {
namespace {

Topology topology_of(std::string_view text) {
  const Result<Topology> read = read_topology(text);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.errors()[0].code) << '\n' << text;
  return read.ok() ? read.value() : Topology{};
}

std::string error_of(std::string_view text) {
  const Result<Topology> read = read_topology(text);
  return read.ok() ? "" : read.errors()[0].field + " " + read.errors()[0].code;
}

bool warned(const Topology& t, std::string_view code) {
  for (const Problem& problem : t.warnings) {
    if (problem.code == code) return true;
  }
  return false;
}

const TopoCount* pairs(const Topology& t, std::string_view link) {
  for (const TopoCount& count : t.gpu_pairs) {
    if (count.link == link) return &count;
  }
  return nullptr;
}

/// All cells alike.
std::string full(size_t gpus, std::string_view link, size_t rows) {
  std::string text;
  for (size_t i = 0; i < gpus; ++i) text += "\tGPU" + std::to_string(i);
  text += "\tCPU Affinity\tNUMA Affinity\n";
  for (size_t i = 0; i < rows; ++i) {
    text += "GPU" + std::to_string(i);
    for (size_t j = 0; j < gpus; ++j) text += "\t" + std::string(i == j ? " X " : link);
    text += "\t0-15\t0\n";
  }
  return text;
}

const std::string kTabs =
    "\t\x1b[4mGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
    "GPU0\t X \tNV4\tPXB\t0-7\t0\t\tN/A\n"
    "GPU1\tNV4\t X \tSYS\t\t1\t\tN/A\n"
    "NIC0\tPXB\tSYS\t X \t\t\t\t\n\n"
    "Legend:\n\n  X    = Self\n  NV#  = Connection traversing a bonded set of # NVLinks\n\n"
    "NIC Legend:\n\n  NIC0: mlx5_3\n";

TEST(Topo, TabsColoursLegendsAndBlankAffinity) {
  const Topology t = topology_of(kTabs);
  EXPECT_EQ(t.gpus, 2u);
  EXPECT_EQ(t.nics, 1u);
  EXPECT_TRUE(t.tabs && t.ansi && t.legend && t.nic_legend);
  EXPECT_EQ(t.cell(0, 1).text(), "NV4");
  EXPECT_EQ(t.fabric, Fabric::Pair);
  EXPECT_EQ(t.nvlinks_per_gpu, 4u);
  EXPECT_EQ(t.devices[2].nic_name, "mlx5_3");
  EXPECT_EQ(t.devices[0].cpu_affinity, "0-7");
  EXPECT_EQ(t.devices[1].cpu_affinity, "");
  EXPECT_EQ(t.devices[1].numa_affinity, "1");
  EXPECT_EQ(t.devices[1].gpu_numa_id, "N/A");
  ASSERT_EQ(t.gpu_nic_pairs.size(), 2u);
}

TEST(Topo, ASwitchIsNotSummedOverPeersAndDirectLinksAre) {
  const Topology switched = topology_of(full(8, "NV12", 8));
  EXPECT_EQ(switched.fabric, Fabric::Switch);
  EXPECT_EQ(switched.nvlinks_per_gpu, 12u);
  EXPECT_EQ(switched.nv_sum_first, 84u);
  const Topology direct = topology_of(full(4, "NV4", 4));
  EXPECT_EQ(direct.fabric, Fabric::Direct);
  EXPECT_EQ(direct.nvlinks_per_gpu, 12u);
  EXPECT_EQ(topology_of(full(3, "SYS", 3)).fabric, Fabric::Pcie);
  EXPECT_EQ(topology_of(full(1, "", 1)).fabric, Fabric::None);
}

// NVLink pairs 0-1 and 2-3, SYS between: a ring over all four must cross SYS.
TEST(Topo, GroupsAndTheWeakestLinkOfTheBestRing) {
  const Topology t = topology_of(
      "      GPU0 GPU1 GPU2 GPU3 CPU Affinity\n"
      "GPU0   X   NV1  SYS  SYS  0-7\n"
      "GPU1  NV1   X   SYS  SYS  0-7\n"
      "GPU2  SYS  SYS   X   NV1  8-15\n"
      "GPU3  SYS  SYS  NV1   X   8-15\n");
  EXPECT_EQ(t.fabric, Fabric::Islands);
  EXPECT_EQ(t.groups, (std::vector<std::vector<size_t>>{{0, 1}, {2, 3}}));
  EXPECT_EQ(t.ring, Link::Sys);
  EXPECT_EQ(pairs(t, "NV1")->pairs, 2u);
  EXPECT_EQ(t.devices[3].cpu_affinity, "8-15");
  // A chain is joined by NVLink, but closes no ring.
  const Topology chain =
      topology_of("  GPU0 GPU1 GPU2\nGPU0 X NV2 PHB\nGPU1 NV2 X NV2\nGPU2 PHB NV2 X\n");
  EXPECT_EQ(chain.groups.size(), 1u);
  EXPECT_EQ(chain.ring, Link::Phb);
}

TEST(Topo, PartialOutputSaysSo) {
  const Topology t = topology_of(full(16, "NV6", 4));
  EXPECT_EQ(t.gpus, 16u);
  EXPECT_EQ(t.gpu_rows, 4u);
  EXPECT_EQ(pairs(t, "NV6")->pairs, 54u);  // 6 among the four rows, 4 x 12 beside them
  EXPECT_TRUE(warned(t, "topo_partial"));
  EXPECT_EQ(t.nvlinks_per_gpu, 6u);
}

TEST(Topo, NetworkRowsWithoutColumnsAndCutAffinities) {
  const Topology t = topology_of(
      "      GPU0 GPU1  CPU Affinity  NUMA Affinity\n"
      "GPU0   X   NV8   -31,64-95     0\n"
      "GPU1  NV8   X    2-63,96-127   1\n"
      "NIC0  PIX  SYS\n");
  EXPECT_EQ(t.nics, 1u);
  EXPECT_EQ(t.header_nics, 0u);
  EXPECT_TRUE(warned(t, "topo_cut_columns"));
  EXPECT_TRUE(warned(t, "topo_affinity"));
  EXPECT_EQ(t.gpu_nic_pairs.size(), 2u);
}

TEST(Topo, GluedWordsComeApart) {
  const Topology t = topology_of(
      "\tGPU0GPU1 GPU2NIC0 CPU AffinityNUMA Affinity\n"
      "GPU0 X NV2NV2 PHB 0-3 0\nGPU1 NV2X NV2 PHB 0-3 0\nGPU2 NV2 NV2 X PHB 0-3 0\n"
      "NIC0 PHB PHB PHB X\n");
  EXPECT_EQ(t.gpus, 3u);
  EXPECT_EQ(t.header_nics, 1u);
  EXPECT_EQ(pairs(t, "NV2")->pairs, 3u);
  EXPECT_EQ(t.devices[1].numa_affinity, "0");
}

TEST(Topo, RocmTables) {
  const Topology t = topology_of(
      "======= ROCm System Management Interface =======\n"
      "======= Hops between two GPUs =======\n"
      "       GPU0  GPU1\nGPU0   0     1\nGPU1   1     0\n"
      "======= Link Type between two GPUs =======\n"
      "       GPU0  GPU1\nGPU0   0     XGMI\nGPU1   XGMI  0\n"
      "======= Numa Nodes =======\n"
      "GPU[0]  : (Topology) Numa Node: 0\nGPU[1]  : (Topology) Numa Node: 1\n");
  EXPECT_EQ(t.tool, "rocm-smi");
  EXPECT_EQ(t.fabric, Fabric::Xgmi);
  EXPECT_EQ(t.devices[1].numa_affinity, "1");
  EXPECT_TRUE(t.warnings.empty());
}

TEST(Topo, AmdSmiTables) {
  const Topology t = topology_of(
      "LINK TYPE TABLE:\n             0000:0c:00.0 0000:22:00.0\n"
      "0000:0c:00.0 SELF         PCIE\n0000:22:00.0 PCIE         SELF\n"
      "NUMA BW TABLE:\n             0000:0c:00.0 0000:22:00.0\n"
      "0000:0c:00.0 N/A          2000-32000\n0000:22:00.0 2000-32000   N/A\n");
  EXPECT_EQ(t.tool, "amd-smi");
  EXPECT_EQ(t.ring, Link::Pcie);
  EXPECT_EQ(t.link_gb_s, 32);
}

constexpr std::string_view kPair =
    "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
    "GPU0\t X \tNV4\tPHB\t0-23\t0\t\tN/A\n"
    "GPU1\tNV4\t X \tSYS\t24-47\t1\t\tN/A\n"
    "NIC0\tPHB\tSYS\t X \t\t\t\t\n\nLegend:\n\n  X    = Self\n"
    "  NV#  = Connection traversing a bonded set of # NVLinks\n\nNIC Legend:\n\n  NIC0: mlx5_0\n";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    out += text.substr(0, at);
    out += to;
    text.remove_prefix(at + from.size());
  }
  return out += text;
}

std::string each_line(std::string_view before) {
  return std::string(before) +
         replaced(kPair.substr(0, kPair.size() - 1), "\n", "\n" + std::string(before)) + "\n";
}

// One matrix as logs, chats, tables and terminals leave it: always the same answer.
TEST(Topo, WhateverStandsAroundTheMatrix) {
  const std::string list = "GPU 0: NVIDIA A100 (UUID: GPU-1)\nGPU0: NVIDIA A100 (UUID: GPU-1)\n";
  const std::string texts[] = {
      std::string(kPair),
      each_line("2025-10-01T12:00:00.123456789Z "),
      each_line("[rank0]: "),
      each_line("> "),
      each_line("node-1 | "),
      replaced(kPair, "\n", "\r\n"),
      replaced(replaced(kPair, "\t", "\\t"), "\n", "\\n"),
      replaced(replaced(kPair, "GPU0\tGPU1\tNIC0", "^[[4mGPU0\tGPU1\tNIC0"), "ID\n", "ID^[[0m\n"),
      replaced(replaced(kPair, "GPU0\tGPU1\tNIC0", "\x1b[4mGPU0\tGPU1\tNIC0"), "ID\n",
               "ID\x1b[0m\x1b(B\x1b[0J\n"),
      list + std::string(kPair),
      // Broken at the width of a narrow window.
      "        GPU0    GPU1    NIC0\n    CPU Affinity    NUMA Affinity   GPU NUMA ID\n"
      "GPU0     X      NV4\n    PHB     0-23    0       N/A\n"
      "GPU1    NV4      X\n    SYS     24-47   1       N/A\n"
      "NIC0    PHB     SYS\n     X\n\nLegend:\n\n  X    = Self\n\nNIC Legend:\n\n  NIC0: mlx5_0\n",
  };
  for (const std::string& text : texts) {
    const Topology t = topology_of(text);
    EXPECT_EQ(t.gpus, 2u) << text;
    EXPECT_EQ(t.nics, 1u) << text;
    EXPECT_EQ(t.cell(0, 1).text(), "NV4") << text;
    EXPECT_EQ(t.cell(2, 1).text(), "SYS") << text;
    EXPECT_EQ(t.fabric, Fabric::Pair) << text;
    EXPECT_EQ(t.devices[1].cpu_affinity, "24-47") << text;
    EXPECT_EQ(t.devices[1].numa_affinity, "1") << text;
    EXPECT_EQ(t.devices[1].gpu_numa_id, "N/A") << text;
    EXPECT_EQ(t.devices[2].nic_name, "mlx5_0") << text;
    EXPECT_TRUE(t.warnings.empty()) << text;
  }
}

TEST(Topo, ATableOfADocumentAndASecondMatrix) {
  const Topology table = topology_of(
      "|      | GPU0 | GPU1 | CPU Affinity |\n|------|------|------|------|\n"
      "| **GPU0** | X | NV4 | 0-23 |\n| **GPU1** | NV4 | X | 24-47 |\n");
  EXPECT_EQ(table.cell(0, 1).text(), "NV4");
  const Topology two = topology_of(std::string(kPair) + std::string(kPair));
  EXPECT_EQ(two.gpus, 2u);
  EXPECT_TRUE(warned(two, "topo_second"));
}

TEST(Topo, ARackOfSeventyTwo) {
  const Topology t = topology_of(full(72, "NV18", 72));
  EXPECT_EQ(t.gpus, 72u);
  EXPECT_EQ(t.fabric, Fabric::Switch);
  EXPECT_EQ(t.nvlinks_per_gpu, 18u);
  EXPECT_EQ(t.groups.size(), 1u);
}

TEST(Topo, OtherMakersToolsAreNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"  NPU0 NPU1 CPU Affinity\nNPU0 X HCCS 0-23\nNPU1 HCCS X 0-23\n", "npu-smi (Ascend)"},
      {"         GPU 0/0|GPU 0/1|CPU Affinity\nGPU 0/0 |S      |MDF    |0-23\n", "xpu-smi (Intel)"},
      {"  Card0 Card1\nCard0 X MLU\nCard1 MLU X\n", "cnmon (Cambricon)"},
  };
  for (const auto& [text, tool] : cases) {
    const Result<Topology> read = read_topology(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.errors()[0].code, "topo_foreign") << text;
    EXPECT_EQ(read.errors()[0].field, "line 1") << text;
    EXPECT_EQ(read.errors()[0].params[0].value, tool);
  }
}

TEST(Topo, ErrorsNameTheLine) {
  EXPECT_EQ(error_of(""), "line 1 topo_empty");
  EXPECT_EQ(error_of("\n\nhello\n"), "line 3 topo_not");
  EXPECT_EQ(error_of("$ nvidia-smi topo -m\n\tGPU0\tGPU1\n"), "line 2 topo_no_rows");
  EXPECT_EQ(error_of("GPU0\tX\tNV1\n"), "line 1 topo_no_header");
  EXPECT_EQ(error_of("\tGPU0\tGPU1\nGPU0\tX\tMX\n"), "line 2 topo_unknown_link");
  EXPECT_EQ(error_of("\tGPU0\tGPU1\nGPU0\tX\tPIX\nGPU1\tX\tPIX\n"), "line 3 topo_diagonal");
  EXPECT_EQ(error_of("\tGPU0\tGPU1\nGPU0\tX\tPIX\nGPU0\tX\tPIX\n"), "line 3 topo_twice");
  EXPECT_EQ(error_of("\tGPU0\tGPU0\n"), "line 1 topo_twice");
  EXPECT_EQ(error_of("\tGPU0\nGPU0\tX\nGPU7\tPIX\n"), "line 3 topo_extra_row");
  EXPECT_EQ(error_of("mx-smi topo -m\n\tGPU0\tGPU1\nGPU0\tX\tMX\n"), "line 1 topo_foreign");
  EXPECT_EQ(error_of("LINK TYPE TABLE:\n  GPU0 GPU1\nGPU0 SELF XGMI WHAT\n"),
            "line 3 topo_short_row");
}

TEST(Topo, CutAtAnyByteNeverBreaks) {
  for (size_t size = 0; size <= kTabs.size(); ++size) read_topology(kTabs.substr(0, size));
}

TopoWorkload seven_billion() {
  TopoWorkload work;
  work.gpu = "A100";
  work.nvlink_gb_s = 600;
  work.pcie = "4.0 x16";
  work.peak_flops = 312e12;
  work.parameters = 6738415616.0;
  work.context = 4096;
  return work;
}

// 300 GB/s one way at 0.79: 237 GB/s. ZeRO-3 moves 3 x 7/8 x 13.477 GB = 35.4 GB: 149.3 ms.
// Computation 6 x 6.738e9 x 4096 / (312e12 x 0.5) = 1061.6 ms: 149.3 / 1210.8 = 12.3 %.
TEST(Topo, CostOnASwitch) {
  const TopoCost cost = topology_cost(topology_of(full(8, "NV12", 8)), seven_billion());
  EXPECT_DOUBLE_EQ(cost.find("bus_bandwidth")->value, 237e9);
  EXPECT_NEAR(cost.find("all_reduce")->value, 2 * 7.0 / 8 * 13476831232.0 / 237e9, 1e-12);
  EXPECT_NEAR(cost.find("zero3_communication")->value, 0.149269, 1e-6);
  EXPECT_NEAR(cost.find("computation")->value, 1.061560, 1e-6);
  EXPECT_NEAR(cost.find("zero3_share")->value, 0.12328, 1e-5);
  EXPECT_EQ(cost.find("zero3_exposed")->value, 0);
  EXPECT_EQ(cost.find("zero3_share")->formula, "1 ÷ (1 + t_comp ÷ t_comm)");
}

TEST(Topo, EveryFigureLiesInItsRange) {
  for (const char* link : {"NV12", "NV18", "NV4", "PIX", "PHB", "SYS"}) {
    for (size_t gpus : {2, 4, 8}) {
      const TopoCost cost = topology_cost(topology_of(full(gpus, link, gpus)), seven_billion());
      ASSERT_EQ(cost.figures.size(), 7u);
      for (const TopoFigure& f : cost.figures) {
        EXPECT_LE(f.low, f.value) << link << gpus << f.id;
        EXPECT_LE(f.value, f.high) << link << gpus << f.id;
        EXPECT_FALSE(f.formula.empty());
      }
      EXPECT_LE(cost.find("zero3_share")->high, 1);
    }
  }
}

// What the interview asks: without NVLink, ZeRO-3 is slower.
TEST(Topo, PcieCostsMoreThanNvlink) {
  const TopoCost pcie = topology_cost(topology_of(full(8, "PHB", 8)), seven_billion());
  const TopoCost nvlink = topology_cost(topology_of(full(8, "NV12", 8)), seven_billion());
  EXPECT_GT(pcie.find("zero3_share")->low, nvlink.find("zero3_share")->high);
}

TEST(Topo, TheDoorTakesAndGivesText) {
  EXPECT_TRUE(topology_door("{").starts_with(R"({"v":1,"ok":false)"));
  const std::string reply = topology_door(
      R"({"lang":"zh","text":"\tGPU0\tGPU1\nGPU0\tX\tNV4\nGPU1\tNV4\tX\n","workload":{"parameters":1e9,"peak_tflops":100}})");
  EXPECT_TRUE(reply.starts_with(R"({"v":1,"ok":true,"kind":"topo")")) << reply;
  EXPECT_NE(reply.find("ZeRO-3"), std::string::npos);
}

TEST(Tools, EveryToolHasTextInBothLanguagesAndLinesToCopy) {
  std::string_view before;
  for (const ToolRow& row : tool_rows()) {
    EXPECT_LT(before, row.id);
    before = row.id;
    EXPECT_FALSE(row.en.empty() || row.zh.empty() || row.commands.empty()) << row.id;
  }
  ASSERT_NE(find_tool("DS_report"), nullptr);
  EXPECT_EQ(find_tool("weights"), nullptr);
  EXPECT_NE(find_tool("tf32")->en.find("19 bits"), std::string_view::npos);
}

}  // namespace
}  // namespace vramscope
