// What a profiler's trace says about how well GPUs were used. The definitions are in
// web/docs/lab.md. Times are microseconds, as in the trace; shares are plain ratios; bandwidths
// 10^9 bytes a second.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/text.h"

namespace vramscope {

/// How a span of time was spent on the GPU. What runs at the same time counts once: unions of
/// intervals, never sums of durations.
struct TimeSplit {
  double span = 0;           ///< from the first start to the last end, or the window
  double compute = 0;        ///< some kernel computed
  double communication = 0;  ///< some collective ran
  double memory = 0;         ///< some copy or set ran
  double idle = 0;           ///< nothing ran
  double overlap = 0;        ///< computation and communication at once
  double exposed = 0;        ///< communication, and no computation beside it
  double memory_alone = 0;   ///< copies, and nothing beside them
  /// Time by what ran: bit 0 computation, bit 1 communication, bit 2 memory; [0] is idle.
  std::array<double, 8> together = {};

  double idle_share() const { return span > 0 ? idle / span : 0; }
  std::optional<double> overlap_share() const;  ///< overlap / communication
  bool operator==(const TimeSplit&) const = default;
};

/// Time of kernels on tensor cores over time of all kernels: sums of durations, copies left out.
struct TensorShare {
  double kernels = 0;    ///< sum of all kernels' durations
  double classic = 0;    ///< by the name list of tb_plugin, which ends with Ampere
  double extended = 0;   ///< with Hopper, Blackwell, fused attention and AMD MFMA
  double undecided = 0;  ///< kernels whose names cannot tell, such as triton_…

  std::optional<double> classic_share() const;
  std::optional<double> extended_share() const;
  bool operator==(const TensorShare&) const = default;
};

struct KernelLine {
  std::string name;       ///< cut after 400 bytes
  std::string_view kind;  ///< compute | communication | memory
  bool tensor_classic = false, tensor_extended = false, undecided = false;
  uint64_t count = 0;
  double total = 0, min = 0, max = 0;

  double mean() const { return count > 0 ? total / static_cast<double>(count) : 0; }
};

/// All calls of one collective.
struct CollectiveLine {
  std::string_view id;  ///< all_reduce | all_gather | reduce_scatter | …
  uint64_t count = 0;
  double total = 0;  ///< sum of durations
  double share = 0;  ///< of all communication kernels' durations
  // of the calls whose sizes the trace holds
  uint64_t sized = 0;
  double sized_time = 0;
  double bytes = 0;
  double group = 0;  ///< ranks; 0 where calls differ
  std::optional<double> algorithm_bandwidth, bus_bandwidth;
};

/// One ProfilerStep, by the definitions of tb_plugin: from the host's step to the last end of what
/// it launched.
struct StepLine {
  std::string name;  ///< "ProfilerStep#12"
  double start = 0;  ///< after the trace's first event
  double duration = 0;
  TimeSplit split;
  TensorShare tensor;
  uint64_t launched = 0;    ///< activities launched inside it
  bool incomplete = false;  ///< tb_plugin leaves it out: too little of it was recorded
};

/// tb_plugin's step time: each moment belongs to the first of these that was there.
struct StepCost {
  std::string name;
  double kernel = 0, memcpy = 0, memset = 0, communication = 0, runtime = 0, data_loader = 0,
         cpu = 0, other = 0, total = 0;
  // tb_plugin's overlap, where communication begins with the host's call
  double compute_only = 0, overlap = 0, communication_only = 0, neither = 0;
};

/// tb_plugin's figures for one device, over the steps.
struct DeviceLine {
  int64_t index = 0;
  std::string name;                   ///< of deviceProperties; empty where it is not told
  std::optional<double> utilisation;  ///< union of kernels over the steps' time
  std::optional<double> sm_efficiency;
  std::optional<double> occupancy;  ///< estimated, in percent as Kineto writes it
};

/// HTA's reasons why a stream stood still between two kernels.
struct IdleLine {
  int64_t device = 0, stream = 0;
  double host_wait = 0;    ///< launched only after the one before had ended
  double kernel_wait = 0;  ///< launched in time, and a gap below 30 in the trace's unit
  double other = 0;
};

/// Holistic Trace Analysis: only what was launched before the last ProfilerStep began.
struct HtaView {
  TimeSplit split;
  uint64_t activities = 0;
  std::vector<IdleLine> idle;
};

/// A collective call of the host, by tb_plugin.
struct CommOpLine {
  std::string name;  ///< nccl:all_reduce
  uint64_t calls = 0;
  double bytes = 0;
  double total = 0;  ///< from the host's call to the end of its kernels
  double real = 0;   ///< the shortest of all ranks: without the wait for the slowest
};

/// A piece of the timeline: shares of its time.
struct StripBin {
  float compute = 0;  ///< computation, whatever runs beside it
  float exposed = 0;  ///< communication alone
  float memory = 0;   ///< copies alone
  float overlap = 0;  ///< of `compute`, the part beside communication
};
inline constexpr size_t kStripBins = 240;

struct RankProfile {
  std::string file;
  std::optional<int64_t> rank, world_size;
  std::string backend;
  std::string device_name;  ///< of the device that was used
  uint64_t events = 0, kernels = 0, copies = 0;
  uint64_t bytes_read = 0;
  double start = 0;  ///< first event, as the trace counts
  TimeSplit split;   ///< the whole file
  TensorShare tensor;
  double copied_bytes = 0;
  double copy_time = 0;         ///< sum of durations
  std::vector<KernelLine> top;  ///< longest total first, at most 50
  uint64_t distinct = 0;        ///< names of kernels
  std::vector<CollectiveLine> collectives;
  std::vector<StepLine> steps;
  std::vector<StepCost> costs;
  std::vector<DeviceLine> devices;
  std::optional<HtaView> hta;
  std::vector<CommOpLine> comm_ops;
  std::vector<StripBin> strip;  ///< kStripBins, or none without GPU activity
  std::vector<Problem> warnings;
};

/// All ranks together. Times are sums over the ranks, so that shares stay shares.
struct ProfileReport {
  std::vector<RankProfile> ranks;  ///< by rank, then in the order given
  TimeSplit split;
  TensorShare tensor;
  std::vector<KernelLine> top;
  std::vector<CollectiveLine> collectives;
  std::vector<Problem> warnings;
};

/// Reads one trace. Bytes come in pieces of any size, unpacked; memory does not grow with the file.
class ProfileReader {
 public:
  explicit ProfileReader(std::string file);
  ~ProfileReader();
  ProfileReader(ProfileReader&&) noexcept;
  ProfileReader& operator=(ProfileReader&&) noexcept;

  void feed(std::string_view bytes);

 private:
  friend class ProfileSet;
  struct State;
  std::unique_ptr<State> state_;
};

/// Puts ranks together.
class ProfileSet {
 public:
  ProfileSet();
  ~ProfileSet();
  /// Takes a reader that has had all of its bytes.
  void add(ProfileReader reader);
  /// A file that could not be opened or unpacked.
  void fail(Problem problem);
  /// The report, or errors where no file could be read. A file among several that cannot be read is
  /// a warning.
  Result<ProfileReport> report();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// {"v","ok":true,"ranks":[…],"merged":{…},"warnings"} or {"v","ok":false,"errors"}.
std::string profile_json(const Result<ProfileReport>& report, Lang lang);

/// "Tensor cores ran for 16.4 % of kernel time …": what a person should take from it.
std::vector<std::string> profile_sentences(const ProfileReport& report, Lang lang);

/// A name without template and function arguments, as a table shows it.
std::string short_kernel_name(std::string_view name);

/// The words of the trace and topology readers.
std::string_view lab_label(std::string_view id, Lang lang);
std::string lab_say(std::string_view id, std::span<const Param> params, Lang lang);
std::string lab_say(const Problem& problem, Lang lang);
std::span<const Message> lab_messages();  ///< sorted by id

}  // namespace vramscope
