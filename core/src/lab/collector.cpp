#include "lab/collector.h"

#include <algorithm>
#include <cstring>

#include "io/json.h"
#include "lab/decimal.h"
#include "text/ids.h"

namespace vramscope::lab {
namespace {

constexpr size_t kMostNames = size_t{1} << 13;
constexpr size_t kMostStreams = 1024;
constexpr size_t kMostOccupancies = size_t{1} << 16;
constexpr size_t kMostComm = size_t{1} << 17;
constexpr size_t kMostSteps = size_t{1} << 12;
constexpr size_t kLongestName = 400;
constexpr int64_t kFarthest = int64_t{1} << 61;  ///< 73 years in nanoseconds
constexpr int64_t kLongest = int64_t{1} << 48;   ///< three days

enum class Category : uint8_t { Ignored, Kernel, Memcpy, Memset, Operator, Annotation, Runtime };

struct CategoryRow {
  std::string_view name;
  Category category;
};
// Old and new names; without case. gpu_user_annotation spans lie on streams but are no work.
constexpr std::array kCategories = {
    CategoryRow{"cpu_op", Category::Operator},
    CategoryRow{"kernel", Category::Kernel},
    CategoryRow{"cuda_runtime", Category::Runtime},
    CategoryRow{"cuda_driver", Category::Runtime},
    CategoryRow{"gpu_memcpy", Category::Memcpy},
    CategoryRow{"gpu_memset", Category::Memset},
    CategoryRow{"user_annotation", Category::Annotation},
    CategoryRow{"operator", Category::Operator},
    CategoryRow{"runtime", Category::Runtime},
    CategoryRow{"memcpy", Category::Memcpy},
    CategoryRow{"memset", Category::Memset},
    CategoryRow{"python", Category::Operator},
    CategoryRow{"hip_runtime", Category::Runtime},
    CategoryRow{"xpu_runtime", Category::Runtime},
    CategoryRow{"mtia_runtime", Category::Runtime},
    CategoryRow{"privateuse1_runtime", Category::Runtime},
    CategoryRow{"concurrent_kernel", Category::Kernel},
};

Category category_of(std::string_view name) {
  for (const CategoryRow& row : kCategories) {
    if (same_id(row.name, name)) return row.category;
  }
  return Category::Ignored;
}

// Calls of a host by which tb_plugin knows communication.
constexpr std::array<std::string_view, 5> kCommCalls = {"broadcast", "reduce", "all_reduce",
                                                        "all_gather", "reduce_scatter"};
bool is_comm_call(std::string_view name) {
  if (!name.starts_with("nccl:") && !name.starts_with("gloo:")) return false;
  return std::find(kCommCalls.begin(), kCommCalls.end(), name.substr(5)) != kCommCalls.end();
}

bool is_data_loader(std::string_view name) {
  return (name.starts_with("enumerate(DataLoader)#") && name.ends_with(".__next__")) ||
         name.starts_with("enumerate(DataPipe)#");
}

uint64_t hash_of(std::string_view text, uint64_t seed) {
  uint64_t hash = seed ^ 0x9e3779b97f4a7c15u;
  for (; text.size() >= 8; text.remove_prefix(8)) {
    uint64_t word;
    std::memcpy(&word, text.data(), 8);
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 29);
}

/// Bytes that are no UTF-8 would make the reply no JSON.
void mend_utf8(std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const auto first = static_cast<uint8_t>(text[at]);
    const size_t length = first < 0x80   ? 1
                          : first < 0xc2 ? 0
                          : first < 0xe0 ? 2
                          : first < 0xf0 ? 3
                          : first < 0xf5 ? 4
                                         : 0;
    bool fair = length > 0 && at + length <= text.size();
    for (size_t i = 1; fair && i < length; ++i) {
      fair = (static_cast<uint8_t>(text[at + i]) & 0xc0) == 0x80;
    }
    if (!fair) text[at] = '?';
    at += fair ? length : 1;
  }
}

/// A JSON text without its escapes, no longer than names are kept.
std::string plain(std::string_view raw) {
  raw = raw.substr(0, 4 * kLongestName);
  std::string out;
  if (raw.find('\\') == std::string_view::npos) {
    out = raw;
  } else {
    // The cut may have split an escape.
    for (size_t drop = 0; drop < 12 && drop <= raw.size(); ++drop) {
      const Json text = parse_scalar('"' + std::string(raw.substr(0, raw.size() - drop)) + '"');
      if (!text.is_text()) continue;
      out = text.text;
      if (!out.starts_with('"') || raw.starts_with("\\\"")) break;
    }
  }
  if (out.size() > kLongestName) {
    size_t size = kLongestName;
    while (size > 0 && (static_cast<uint8_t>(out[size]) & 0xc0) == 0x80) --size;
    out.resize(size);
  }
  mend_utf8(out);
  return out;
}

/// "7", or the 7 of "stream 7".
bool number_at_end(std::string_view text, int64_t& out) {
  size_t first = text.size();
  while (first > 0 && text[first - 1] >= '0' && text[first - 1] <= '9') --first;
  return read_whole(text.substr(first), out);
}

/// Bytes of the tensors that a call was given: [[53120],[1000]] and ["float","float"].
double bytes_of_inputs(std::string_view dims, std::string_view types) {
  const Result<Json> shapes = parse_json(dims, size_t{1} << 20);
  const Result<Json> names = parse_json(types, size_t{1} << 20);
  if (!shapes.ok() || !names.ok()) return 0;
  double bytes = 0;
  const std::vector<Json>& lists = shapes.value().children;
  const std::vector<Json>& kinds = names.value().children;
  for (size_t i = 0; i < std::min(lists.size(), kinds.size()); ++i) {
    double elements = 1;
    for (const Json& size : lists[i].children) elements *= size.number;
    bytes += elements * bytes_of_dtype(kinds[i].text);
  }
  return bytes;
}

/// How many bytes pass a link for each byte of the message, as nccl-tests counts them.
double bus_factor(Collective collective, double group) {
  switch (collective) {
    case Collective::AllReduce:
      return 2 * (group - 1) / group;
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll:
      return (group - 1) / group;
    case Collective::SendRecv:
    case Collective::Broadcast:
    case Collective::Reduce:
    case Collective::Other:
      return 1;
  }
  return 1;
}

}  // namespace

void Collector::event(const RawEvent& event) {
  ++collected_.profile.events;
  if (event.ph == "B" || event.ph == "E") return half_event(event);
  if (event.ph != "X" || category_of(event.cat) == Category::Ignored) return;
  Times times;
  const bool fair = read_ns(event.ts, times.start) && read_ns(event.dur, times.duration) &&
                    times.start > -kFarthest && times.start < kFarthest && times.duration >= 0 &&
                    times.duration < kLongest;
  if (!fair) {
    ++collected_.bad_events;
    return;
  }
  whole_event(event, times);
}

void Collector::half_event(const RawEvent& event) {
  if (event.ph == "B") {
    if (!halves_.begin(event)) ++collected_.bad_events;
    return;
  }
  RawEvent whole;
  if (!halves_.end(event, whole)) return;  // its beginning lies before the recording
  if (category_of(whole.cat) == Category::Ignored) return;
  Times times;
  int64_t end = 0;
  const bool fair = read_ns(whole.ts, times.start) && read_ns(event.ts, end) &&
                    times.start > -kFarthest && end < kFarthest && end >= times.start &&
                    end - times.start < kLongest;
  if (!fair) {
    ++collected_.bad_events;
    return;
  }
  times.duration = end - times.start;
  whole_event(whole, times);
}

void Collector::whole_event(const RawEvent& event, Times times) {
  collected_.first = std::min(collected_.first, times.start);
  switch (category_of(event.cat)) {
    case Category::Kernel:
      return device_event(event, NamedActivity::Category::Kernel, times);
    case Category::Memcpy:
      return device_event(event, NamedActivity::Category::Memcpy, times);
    case Category::Memset:
      return device_event(event, NamedActivity::Category::Memset, times);
    case Category::Operator:
      return host_event(event, times, false);
    case Category::Annotation:
      return host_event(event, times, true);
    case Category::Runtime:
      return runtime_event(event, times);
    case Category::Ignored:
      return;
  }
}

void Collector::device_event(const RawEvent& event, NamedActivity::Category category, Times times) {
  Activity activity{times.start, times.duration, name_of(event, category), stream_of(event), 0};
  NamedActivity& named = collected_.names[activity.name];
  named.min = named.count == 0 ? times.duration : std::min(named.min, times.duration);
  named.max = std::max(named.max, times.duration);
  add_time(named.total, times.duration);
  ++named.count;
  if (category == NamedActivity::Category::Kernel) {
    ++collected_.profile.kernels;
    activity.profile = occupancy_of(event);
    if (named.what.kind == Kind::Communication) collective(event, named, times);
  } else {
    ++collected_.profile.copies;
    double bytes = 0;
    if (read_number(event.bytes, bytes)) collected_.profile.copied_bytes += bytes;
  }
  int64_t correlation = 0;
  if (read_whole(event.correlation, correlation)) {
    join_.activity(activity, static_cast<uint64_t>(correlation));
  } else {
    ++collected_.unmatched;
    collected_.gpu.add(activity);
  }
}

void Collector::collective(const RawEvent& event, const NamedActivity& named, Times times) {
  if (collected_.comm_kernels.size() < kMostComm) {
    CommKernel kernel{times.start, times.duration, -1};
    if (!read_whole(event.external_id, kernel.external_id)) kernel.external_id = -1;
    collected_.comm_kernels.push_back(kernel);
  } else {
    collected_.overflow = true;
  }
  const Collective which =
      event.collective.empty() ? named.what.collective : classify_collective(event.collective);
  CollectiveSum& sum = collected_.collectives[static_cast<size_t>(which)];
  ++sum.count;
  add_time(sum.total, times.duration);
  double in = 0;
  double out = 0;
  double group = 0;
  const double width = bytes_of_dtype(event.dtype);
  const bool sized = read_number(event.in_elements, in) && read_number(event.out_elements, out) &&
                     read_number(event.group_size, group) && width > 0 && group >= 1 &&
                     times.duration > 0;
  if (!sized) return;
  // The size of the whole: what each rank ends up with in a gather, what it begins with elsewhere.
  const double elements = which == Collective::AllGather  ? out
                          : which == Collective::SendRecv ? std::max(in, out)
                                                          : in;
  if (elements <= 0) return;
  sum.groups_differ = sum.groups_differ || (sum.sized > 0 && sum.group != group);
  sum.group = group;
  ++sum.sized;
  add_time(sum.sized_time, times.duration);
  sum.bytes += elements * width;
  sum.bus_bytes += elements * width * bus_factor(which, group);
}

void Collector::host_event(const RawEvent& event, Times times, bool annotation) {
  const int64_t end = times.start + times.duration;
  const bool step = event.name.starts_with("ProfilerStep");
  if (!annotation || step) {
    collected_.cpu_first = std::min(collected_.cpu_first, times.start);
    collected_.cpu_last = std::max(collected_.cpu_last, end);
  }
  if (step) {
    if (collected_.steps.size() < kMostSteps) {
      collected_.steps.push_back({plain(event.name), times.start, end});
    } else {
      collected_.overflow = true;
    }
  } else if (is_comm_call(event.name)) {
    if (collected_.comm_calls.size() == kMostComm) {
      collected_.overflow = true;
      return;
    }
    CommCall call{times.start, times.duration, -1, std::string(event.name),
                  bytes_of_inputs(event.input_dims, event.input_type)};
    if (!read_whole(event.external_id, call.external_id)) call.external_id = -1;
    collected_.comm_calls.push_back(std::move(call));
  } else if (is_data_loader(event.name)) {
    collected_.data_loader.add({times.start, times.duration});
  } else {
    collected_.cpu.add({times.start, times.duration});
  }
}

void Collector::runtime_event(const RawEvent& event, Times times) {
  collected_.runtime.add({times.start, times.duration});
  int64_t correlation = 0;
  if (!read_whole(event.correlation, correlation)) return;
  join_.launch(static_cast<uint64_t>(correlation), times.start);
}

uint32_t Collector::name_of(const RawEvent& event, NamedActivity::Category category) {
  std::vector<NamedActivity>& names = collected_.names;
  const uint64_t key = hash_of(event.name, static_cast<uint64_t>(category));
  if (const auto found = name_places_.find(key); found != name_places_.end()) return found->second;
  NamedActivity named{plain(event.name), category, classify_kernel(event.name)};
  if (category != NamedActivity::Category::Kernel) {
    named.what = {Kind::Memory, named.what.kind_hta};
  }
  if (names.size() >= kMostNames) {  // one row for all further names of a kind
    collected_.overflow = true;
    named.name = "…";
    const auto alike = [&](const NamedActivity& row) {
      return row.name == named.name && row.category == category &&
             row.what.kind == named.what.kind && row.what.kind_hta == named.what.kind_hta &&
             row.what.collective == named.what.collective &&
             row.what.tensor_classic == named.what.tensor_classic &&
             row.what.tensor_extended == named.what.tensor_extended &&
             row.what.undecided == named.what.undecided;
    };
    const auto row = std::find_if(names.begin() + kMostNames, names.end(), alike);
    if (row != names.end()) return static_cast<uint32_t>(row - names.begin());
    names.push_back(std::move(named));
    return static_cast<uint32_t>(names.size() - 1);
  }
  const auto place = static_cast<uint32_t>(names.size());
  names.push_back(std::move(named));
  name_places_.emplace(key, place);
  return place;
}

uint32_t Collector::stream_of(const RawEvent& event) {
  StreamId id{-1, -1};
  if (!read_whole(event.stream, id.stream) && !number_at_end(event.tid, id.stream)) id.stream = -1;
  if (!read_whole(event.device, id.device) && !read_whole(event.pid, id.device)) id.device = -1;
  std::vector<StreamId>& streams = collected_.streams;
  if (last_stream_ < streams.size() && streams[last_stream_] == id) return last_stream_;
  const auto found = std::find(streams.begin(), streams.end(), id);
  last_stream_ = static_cast<uint32_t>(found - streams.begin());
  if (found != streams.end()) return last_stream_;
  if (streams.size() == kMostStreams) {
    collected_.overflow = true;
    return last_stream_ = kMostStreams - 1;
  }
  streams.push_back(id);
  return last_stream_;
}

uint32_t Collector::occupancy_of(const RawEvent& event) {
  if (event.blocks_per_sm.empty() && event.occupancy.empty()) return 0;
  const uint64_t key = hash_of(event.occupancy, hash_of(event.blocks_per_sm, 1));
  const auto found = occupancy_places_.find(key);
  if (found != occupancy_places_.end()) return found->second;
  if (collected_.occupancies.size() == kMostOccupancies) {
    collected_.overflow = true;
    return 0;
  }
  Occupancy occupancy;
  if (!read_number(event.blocks_per_sm, occupancy.blocks_per_sm)) occupancy.blocks_per_sm = -1;
  if (!read_number(event.occupancy, occupancy.percent)) occupancy.percent = -1;
  const auto place = static_cast<uint32_t>(collected_.occupancies.size());
  collected_.occupancies.push_back(occupancy);
  occupancy_places_.emplace(key, place);
  return place;
}

void Collector::root_member(std::string_view key, std::string_view json) {
  if (key == "deviceProperties") device_properties(json);
  if (key == "distributedInfo") distributed_info(json);
}

void Collector::device_properties(std::string_view json) {
  const Result<Json> list = parse_json(json, kMaxRequestBytes);
  if (!list.ok()) return;
  for (const Json& device : list.value().children) {
    const Json* id = device.find("id");
    const Json* name = device.find("name");
    if (!name || !name->is_text() || collected_.device_names.size() == 256) continue;
    const bool known = id && id->is_number() && id->number >= 0 && id->number < 1e6;
    const auto index = known ? static_cast<int64_t>(id->number)
                             : static_cast<int64_t>(collected_.device_names.size());
    collected_.device_names.emplace_back(index, name->text.substr(0, kLongestName));
  }
}

void Collector::distributed_info(std::string_view json) {
  const Result<Json> info = parse_json(json, kMaxRequestBytes);
  if (!info.ok()) return;
  const auto number = [&](std::string_view key) -> std::optional<int64_t> {
    const Json* value = info.value().find(key);
    const bool fair = value && value->is_number() && value->number >= 0 && value->number < 1e9;
    return fair ? std::optional(static_cast<int64_t>(value->number)) : std::nullopt;
  };
  collected_.profile.rank = number("rank");
  collected_.profile.world_size = number("world_size");
  const Json* backend = info.value().find("backend");
  if (backend && backend->is_text()) collected_.profile.backend = backend->text.substr(0, 64);
}

Collected& Collector::close() {
  collected_.bad_events += halves_.open();
  join_.give_up();
  collected_.unmatched += join_.unmatched();
  collected_.gpu.close();
  collected_.runtime.close();
  collected_.data_loader.close();
  collected_.cpu.close();
  return collected_;
}

}  // namespace vramscope::lab
