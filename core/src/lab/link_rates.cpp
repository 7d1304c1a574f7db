#include "lab/link_rates.h"

#include <algorithm>
#include <array>

namespace vramscope::lab {
namespace {

constexpr double kGiga = 1e9;

// One way, of one NVLink, 10^9 B/s: how many links a GPU has tells the generation, and whether they
// end in a switch. Where a card is named, its own figure replaces the row.
struct NvlinkRow {
  Fabric fabric;
  uint64_t links;  ///< 0: any
  Rate per_link;
};
constexpr std::array kNvlinks = {
    NvlinkRow{Fabric::Switch, 6, {25, 25, 25}},          // V100
    NvlinkRow{Fabric::Switch, 8, {25, 25, 25}},          // A800, H800
    NvlinkRow{Fabric::Switch, 12, {25, 25, 25}},         // A100
    NvlinkRow{Fabric::Switch, 18, {25, 25, 50}},         // H100, H200; B200 and GB200 have twice
    NvlinkRow{Fabric::Direct, 0, {20, 25, 25}},          // P100 to H100
    NvlinkRow{Fabric::Pair, 18, {25, 25, 50}},           // two GPUs of a board with a switch
    NvlinkRow{Fabric::Pair, 12, {25, 25, 25}},           // A100: a bridge, or a board with a switch
    NvlinkRow{Fabric::Pair, 4, {14.0625, 14.0625, 25}},  // RTX 3090, A40, A6000
    NvlinkRow{Fabric::Pair, 0, {20, 25, 25}},
};

// One way, 16 lanes, 10^9 B/s.
struct PcieRow {
  std::string_view generation;
  double rate;
};
constexpr std::array kPcie = {PcieRow{"3", 15.75}, PcieRow{"4", 31.5}, PcieRow{"5", 63},
                              PcieRow{"6", 121}};

constexpr RateRow kSwitchRing{
    "nvswitch_ring",
    {0.74, 0.79, 0.82},
    "all_reduce_bench and NCCL on 8x A100 (235 of 300 GB/s), H200 (366 to 368 of 450) and B200 "
    "(682 of 900), ring; all-gather 361, reduce-scatter 363: stas00/ml-engineering@744d01e",
    "2026-08-09"};
constexpr RateRow kBridge{
    "nvlink_bridge",
    {0.43, 0.65, 0.75},
    "2x A100 PCIe NV12 208 of 300 GB/s (NVIDIA/nccl-tests#178), 2x RTX 2080 Ti NV2 22 of 50 (#44)",
    "2023-11-17"};
constexpr RateRow kDirect{
    "nvlink_direct",
    {0.60, 0.75, 0.85},
    "no published run of a direct mesh was found: between a bridge and a switch",
    "2026-11-30"};
constexpr RateRow kXgmi{
    "xgmi",
    {0.65, 0.71, 0.78},
    "8x MI300X 313 of 448 GB/s, two of them 48 of 64: stas00/ml-engineering@744d01e",
    "2026-08-09"};
constexpr RateRow kPcieSwitch{
    "pcie_switch",
    {0.40, 0.60, 0.75},
    "3x A100 PCIe 20 of 31.5 GB/s (NVIDIA/nccl-tests#178); peer writes 0.89 of PCIe 5 x16 within "
    "a NUMA node (voipmonitor/rtx6kpro)",
    "2026-06-30"};
constexpr RateRow kPcieHost{
    "pcie_host",
    {0.12, 0.48, 0.71},
    "8x and 4x RTX 5090 28 and 35 of 63 GB/s (NVIDIA/nccl#1639), 8x H100 PCIe 35 to 45, 4x RTX "
    "4090 class with peer access 12.8 of 31.5, 3x RTX 3090 without 4.9 (NVIDIA/nccl PR#2366)",
    "2026-08-31"};
constexpr RateRow kPcieSystem{
    "pcie_system",
    {0.12, 0.42, 0.65},
    "as through a host bridge, less what crossing sockets takes: peer writes 39 to 51 against 53 "
    "to 56 GB/s on PCIe 5 x16 (voipmonitor/rtx6kpro)",
    "2026-06-30"};

// NVLS adds inside the switch and needs more than four GPUs: 8 GiB all-reduce of H200 over 450 and
// of B200 over 900 GB/s, by the number of GPUs.
struct NvlsRow {
  uint64_t gpus;
  Rate share;
};
constexpr std::string_view kNvlsSource =
    "H200 414, 436, 460, 473 of 450 GB/s and B200 678, 778, 811, 838 of 900 with 5 to 8 GPUs: "
    "stas00/ml-engineering@744d01e; H100 and H200 472 at 2 GB (Azure), 483 at 16 GiB (AWS)";
constexpr std::array kNvls = {
    NvlsRow{5, {0.75, 0.84, 0.92}},
    NvlsRow{6, {0.80, 0.92, 0.97}},
    NvlsRow{7, {0.80, 0.96, 1.02}},
    NvlsRow{8, {0.81, 1.00, 1.07}},
};

constexpr RateRow kCompute{"compute_share",
                           {0.35, 0.50, 0.65},
                           "matrix kernels of published training runs whose links are hidden: "
                           "llm-foundry, Megatron-Bridge",
                           "2026-11-30"};

/// The generation of "4.0 x16" and its share of sixteen lanes; every common one where unknown.
WireRate pcie_rate(std::string_view pcie) {
  for (const PcieRow& row : kPcie) {
    if (!pcie.starts_with(row.generation)) continue;
    double lanes = 16;
    if (const size_t x = pcie.find('x'); x != std::string_view::npos) {
      double given = 0;
      for (char c : pcie.substr(x + 1)) {
        if (c < '0' || c > '9') break;
        given = given * 10 + (c - '0');
      }
      if (given > 0 && given <= 16) lanes = given;
    }
    const double rate = row.rate * lanes / 16 * kGiga;
    return {{rate, rate, rate}, "PCIe, lanes of the card"};
  }
  return {{15.75 * kGiga, 31.5 * kGiga, 63 * kGiga}, "PCIe 3 to 5, 16 lanes: name a card"};
}

bool on_nvlink(const Topology& t) { return t.ring == Link::NvLink; }

}  // namespace

WireRate wire_rate(const Topology& t, const TopoWorkload& workload) {
  if (t.ring == Link::Xgmi) {
    const double link = t.link_gb_s.value_or(64);
    const double links = static_cast<double>(std::min<uint64_t>(t.gpus - 1, 7));
    const double low = t.link_gb_s ? link : 50;
    return {{low * links * kGiga, link * links * kGiga, link * links * kGiga},
            t.link_gb_s ? "XGMI, as the tool prints it" : "XGMI of MI200 and MI300"};
  }
  if (!on_nvlink(t)) return pcie_rate(workload.pcie);
  // A GPU's own links bound a ring: the least of all GPUs where they are joined directly.
  uint64_t links = t.nvlinks_per_gpu;
  if (t.fabric == Fabric::Direct) {
    for (size_t i = 0; i < t.gpus; ++i) {
      uint64_t own = 0;
      for (size_t j = 0; j < t.gpus; ++j) {
        if (t.cell(i, j).link == Link::NvLink) own += t.cell(i, j).count;
      }
      links = std::min(links, own);
    }
  }
  const NvlinkRow* found = nullptr;
  for (const NvlinkRow& row : kNvlinks) {
    if (!found && row.fabric == t.fabric && (row.links == links || row.links == 0)) found = &row;
  }
  Rate per_link = found ? found->per_link : Rate{20, 25, 50};
  std::string_view source = "NVLink by the number of links: name a card";
  const auto count = static_cast<double>(links);
  Rate rate{per_link.low * count * kGiga, per_link.value * count * kGiga,
            per_link.high * count * kGiga};
  if (workload.nvlink_gb_s && *workload.nvlink_gb_s > 0) {
    // The data sheet counts both ways. A direct ring uses no more than the links that are there.
    const double most = *workload.nvlink_gb_s / 2 * kGiga;
    const double one_way = t.fabric == Fabric::Direct ? std::min(most, rate.high) : most;
    rate = {one_way, one_way, one_way};
    source = "NVLink of the card";
  }
  return {rate, source};
}

const RateRow& ring_share(const Topology& t) {
  switch (t.ring) {
    case Link::NvLink:
      if (t.fabric == Fabric::Switch) return kSwitchRing;
      return t.fabric == Fabric::Pair ? kBridge : kDirect;
    case Link::Xgmi:
      return kXgmi;
    case Link::Pix:
    case Link::Pxb:
      return kPcieSwitch;
    case Link::Phb:
    case Link::Node:
      return kPcieHost;
    case Link::Self:
    case Link::Sys:
    case Link::Pcie:
    case Link::Unknown:
      return kPcieSystem;
  }
  return kPcieSystem;
}

RateRow all_reduce_share(const Topology& t, const TopoWorkload& workload) {
  const bool hopper = t.fabric == Fabric::Switch && t.nvlinks_per_gpu >= 18;
  const bool cut =
      workload.nvlink_gb_s && *workload.nvlink_gb_s < 800;  // H20 aside, A100 and older
  if (!hopper || cut || t.gpus < 5) return ring_share(t);
  const auto row =
      std::find_if(kNvls.begin(), kNvls.end(), [&](const NvlsRow& r) { return r.gpus == t.gpus; });
  const Rate& share = row == kNvls.end() ? kNvls.back().share : row->share;
  return {"nvswitch_nvls", share, kNvlsSource, "2026-08-09"};
}

const RateRow& compute_share() { return kCompute; }

}  // namespace vramscope::lab
