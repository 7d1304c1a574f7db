// How the cards of a machine are wired, from what `nvidia-smi topo -m`, `rocm-smi --showtopo` or
// `amd-smi topology` print, and what training pays for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {

/// From the closest to the farthest.
enum class Link : uint8_t {
  Self,
  NvLink,
  Xgmi,
  Pix,   ///< one PCIe bridge
  Pxb,   ///< several PCIe bridges
  Phb,   ///< a PCIe host bridge
  Node,  ///< several host bridges of one NUMA node
  Sys,   ///< between NUMA nodes
  Pcie,  ///< PCIe, and AMD's tools say no more
  Unknown,
};
std::string_view link_id(Link link);  ///< "PIX"

struct TopoCell {
  Link link = Link::Unknown;
  uint32_t count = 0;  ///< NVLinks: the # of NV#
  bool operator==(const TopoCell&) const = default;
  std::string text() const;  ///< "NV12", "PIX"
};

struct TopoDevice {
  std::string name;  ///< as the header has it: GPU0, NIC3, mlx5_0, 0000:0c:00.0
  bool nic = false;
  bool row = false;                                      ///< its own row was there
  std::string nic_name;                                  ///< of the NIC legend
  std::string cpu_affinity, numa_affinity, gpu_numa_id;  ///< empty where they are blank
};

/// What joins the GPUs.
enum class Fabric : uint8_t {
  None,     ///< a single GPU
  Switch,   ///< NVSwitch: NV# is what a GPU has in all, whoever it talks to
  Direct,   ///< links from GPU to GPU: NV# is per pair
  Pair,     ///< two GPUs: NV# is both
  Xgmi,     ///< AMD
  Islands,  ///< groups joined by NVLink or XGMI, PCIe between them
  Pcie,
};
std::string_view fabric_id(Fabric fabric);

struct TopoCount {
  std::string link;
  uint64_t pairs = 0;
};

struct Topology {
  std::string_view tool;            ///< nvidia-smi | rocm-smi | amd-smi
  std::vector<TopoDevice> devices;  ///< GPUs in the header's order, then NICs
  std::vector<TopoCell> cells;      ///< devices x devices
  uint64_t gpus = 0, nics = 0;      ///< nics: of header, rows and legend
  uint64_t header_nics = 0;
  uint64_t gpu_rows = 0, nic_rows = 0;
  bool tabs = false, ansi = false, legend = false, nic_legend = false;
  bool cpu_column = false, numa_column = false, gpu_numa_column = false;
  std::optional<double> link_gb_s;  ///< one way, where the tool tells (amd-smi)
  std::vector<Problem> warnings;

  // What follows from the matrix.
  std::vector<TopoCount> gpu_pairs, gpu_nic_pairs;  ///< most pairs first
  std::vector<uint32_t> nv_numbers;
  uint64_t nv_sum_first = 0;  ///< NV# summed over the peers of the first GPU
  uint64_t nvlinks_per_gpu = 0;
  Fabric fabric = Fabric::None;
  std::vector<std::vector<size_t>> groups;  ///< GPUs that NVLink or XGMI joins
  Link ring = Link::Self;                   ///< the weakest link of the best ring over all GPUs

  const TopoCell& cell(size_t a, size_t b) const { return cells[a * devices.size() + b]; }
  TopoCell& cell(size_t a, size_t b) { return cells[a * devices.size() + b]; }
};

/// Reads the output of any of the three tools. Errors name the line ("line 4").
Result<Topology> read_topology(std::string_view text);

/// What is trained on it. Absent figures leave parts of the answer out.
struct TopoWorkload {
  std::string gpu;                    ///< name of the card, for the sentence
  std::optional<double> nvlink_gb_s;  ///< both ways together, of the card
  std::string pcie;                   ///< "4.0 x16"
  std::optional<double> peak_flops;   ///< of the matrix units in 16 bits, dense
  std::optional<double> parameters;
  double bytes_parameter = 2;
  double micro_batch = 1, context = 4096;  ///< sequences and their tokens, on each card
  bool recompute = false;
};

/// The work that an answered request describes.
TopoWorkload topology_workload(const Reply& reply);

/// A figure with its working.
struct TopoFigure {
  std::string_view id;  ///< bus_bandwidth | all_reduce | zero3_communication | …
  double low = 0, value = 0, high = 0;
  std::string formula, working;
  std::string source;
};

struct TopoCost {
  std::vector<TopoFigure> figures;  ///< bandwidths in B/s, times in s, shares as ratios
  const TopoFigure* find(std::string_view id) const;
};
TopoCost topology_cost(const Topology& topology, const TopoWorkload& workload);

/// The verdict in words.
std::vector<std::string> topology_sentences(const Topology& topology, const TopoCost& cost,
                                            const TopoWorkload& workload, Lang lang);

/// {"v","ok":true,"kind":"topo",…} or {"v","ok":false,"errors":[…]}.
std::string topology_json(const Result<Topology>& topology, const TopoWorkload& workload,
                          Lang lang);
/// The door of the page: {"lang","text","workload":{…}} with the members of TopoWorkload.
std::string topology_door(std::string_view document);

}  // namespace vramscope
