// The trace reader's door: bytes in, a profile out, and several of them together.
#include "vramscope/profile.h"

#include <algorithm>

#include "lab/collector.h"

namespace vramscope {
namespace {

using lab::Collected;
using lab::EventScanner;

std::string text_of(uint64_t count) { return format_number(static_cast<double>(count)); }

struct Finished {
  RankProfile profile;
  std::vector<lab::CommNode> nodes;
};

}  // namespace

struct ProfileReader::State {
  explicit State(std::string name) : file(std::move(name)) {}

  /// How the reading ended, as warnings; errors where nothing could be read at all.
  std::vector<Problem> ending(const Collected& c, std::vector<Problem>& warnings) const {
    const std::vector<Param> offset = {{"offset", text_of(scanner.offset())}};
    switch (scanner.end()) {
      case EventScanner::End::Done:
        break;
      case EventScanner::End::NotTrace:
        if (bytes == 0) return {{file, "trace_empty", {}}};
        return {{file, gzip ? "trace_packed" : "trace_not", offset}};
      case EventScanner::End::Open:
        warnings.push_back({file, "trace_cut", offset});
        break;
      case EventScanner::End::Damaged:
        warnings.push_back({file, "trace_damaged", offset});
        break;
      case EventScanner::End::TooLong:
        warnings.push_back({file, "trace_event_too_long", offset});
        break;
    }
    const uint64_t activities = c.profile.kernels + c.profile.copies;
    if (c.bad_events > 0) {
      warnings.push_back({file, "trace_bad_events", {{"count", text_of(c.bad_events)}}});
    }
    if (activities == 0) warnings.push_back({file, "trace_no_gpu", {}});
    if (activities > 0 && c.steps.empty()) warnings.push_back({file, "trace_no_steps", {}});
    if (c.unmatched > 0) {
      warnings.push_back({file,
                          "trace_unmatched",
                          {{"count", text_of(c.unmatched)}, {"all", text_of(activities)}}});
    }
    if (c.overflow) warnings.push_back({file, "trace_overflow", {}});
    return {};
  }

  Result<Finished> finish() {
    scanner.finish();
    Collected& c = collector.close();
    RankProfile& profile = c.profile;
    profile.file = file;
    profile.bytes_read = bytes;
    std::vector<Problem> errors = ending(c, profile.warnings);
    if (!errors.empty()) return errors;
    lab::analyse(c);
    lab::analyse_hta(c);
    lab::analyse_steps(c);
    for (Problem& warning : profile.warnings) warning.field = file;
    std::vector<lab::CommNode> nodes = lab::comm_nodes(c);
    return Finished{std::move(profile), std::move(nodes)};
  }

  std::string file;
  lab::Collector collector;
  EventScanner scanner{collector};
  uint64_t bytes = 0;
  bool gzip = false;
};

ProfileReader::ProfileReader(std::string file) : state_(std::make_unique<State>(std::move(file))) {}
ProfileReader::~ProfileReader() = default;
ProfileReader::ProfileReader(ProfileReader&&) noexcept = default;
ProfileReader& ProfileReader::operator=(ProfileReader&&) noexcept = default;

void ProfileReader::feed(std::string_view bytes) {
  if (state_->bytes == 0) state_->gzip = bytes.starts_with("\x1f\x8b");
  state_->bytes += bytes.size();
  state_->scanner.feed(bytes);
}

struct ProfileSet::State {
  std::vector<Finished> ranks;
  std::vector<Problem> errors;
};

ProfileSet::ProfileSet() : state_(std::make_unique<State>()) {}
ProfileSet::~ProfileSet() = default;

void ProfileSet::add(ProfileReader reader) {
  Result<Finished> finished = reader.state_->finish();
  if (finished.ok()) {
    state_->ranks.push_back(std::move(finished.value()));
  } else {
    state_->errors.insert(state_->errors.end(), finished.errors().begin(), finished.errors().end());
  }
}

void ProfileSet::fail(Problem problem) { state_->errors.push_back(std::move(problem)); }

namespace {

void add_split(TimeSplit& sum, const TimeSplit& part) {
  sum.span += part.span;
  sum.compute += part.compute;
  sum.communication += part.communication;
  sum.memory += part.memory;
  sum.idle += part.idle;
  sum.overlap += part.overlap;
  sum.exposed += part.exposed;
  sum.memory_alone += part.memory_alone;
  for (size_t i = 0; i < sum.together.size(); ++i) sum.together[i] += part.together[i];
}

void add_kernels(std::vector<KernelLine>& sums, const std::vector<KernelLine>& parts) {
  for (const KernelLine& part : parts) {
    auto row = std::find_if(sums.begin(), sums.end(), [&](const KernelLine& sum) {
      return sum.name == part.name && sum.kind == part.kind;
    });
    if (row == sums.end()) {
      sums.push_back(part);
      continue;
    }
    row->count += part.count;
    row->total += part.total;
    row->min = std::min(row->min, part.min);
    row->max = std::max(row->max, part.max);
  }
}

void add_collectives(std::vector<CollectiveLine>& sums, const std::vector<CollectiveLine>& parts) {
  for (const CollectiveLine& part : parts) {
    auto row = std::find_if(sums.begin(), sums.end(),
                            [&](const CollectiveLine& sum) { return sum.id == part.id; });
    if (row == sums.end()) {
      sums.push_back(part);
      continue;
    }
    // Bandwidths weigh by the time that they were measured over.
    const auto together = [&](const std::optional<double>& a, const std::optional<double>& b) {
      const double time = row->sized_time + part.sized_time;
      const double bytes = a.value_or(0) * row->sized_time + b.value_or(0) * part.sized_time;
      return a || b ? std::optional(bytes / time) : std::nullopt;
    };
    row->algorithm_bandwidth = together(row->algorithm_bandwidth, part.algorithm_bandwidth);
    row->bus_bandwidth = together(row->bus_bandwidth, part.bus_bandwidth);
    if (row->sized == 0) row->group = part.group;
    if (part.sized > 0 && row->group != part.group) row->group = 0;
    row->count += part.count;
    row->total += part.total;
    row->sized += part.sized;
    row->sized_time += part.sized_time;
    row->bytes += part.bytes;
  }
}

ProfileReport put_together(std::vector<Finished>& ranks) {
  std::stable_sort(ranks.begin(), ranks.end(), [](const Finished& a, const Finished& b) {
    return a.profile.rank.value_or(INT64_MAX) < b.profile.rank.value_or(INT64_MAX);
  });
  std::vector<RankProfile*> with_calls;
  std::vector<std::vector<lab::CommNode>> nodes;
  for (Finished& rank : ranks) {
    if (rank.nodes.empty()) continue;
    with_calls.push_back(&rank.profile);
    nodes.push_back(std::move(rank.nodes));
  }
  lab::compare_comm(with_calls, nodes);
  ProfileReport report;
  for (Finished& rank : ranks) {
    RankProfile& profile = rank.profile;
    if (!report.ranks.empty() && profile.rank && report.ranks.back().rank == profile.rank) {
      report.warnings.push_back(
          {profile.file, "trace_same_rank", {{"rank", std::to_string(*profile.rank)}}});
    }
    add_split(report.split, profile.split);
    report.tensor.kernels += profile.tensor.kernels;
    report.tensor.classic += profile.tensor.classic;
    report.tensor.extended += profile.tensor.extended;
    report.tensor.undecided += profile.tensor.undecided;
    add_kernels(report.top, profile.top);
    add_collectives(report.collectives, profile.collectives);
    report.ranks.push_back(std::move(profile));
  }
  const auto longest = [](const auto& a, const auto& b) { return a.total > b.total; };
  std::stable_sort(report.top.begin(), report.top.end(), longest);
  report.top.resize(std::min<size_t>(report.top.size(), 50));
  std::stable_sort(report.collectives.begin(), report.collectives.end(), longest);
  double communication = 0;
  for (const CollectiveLine& line : report.collectives) communication += line.total;
  for (CollectiveLine& line : report.collectives) {
    line.share = communication > 0 ? line.total / communication : 0;
  }
  return report;
}

}  // namespace

Result<ProfileReport> ProfileSet::report() {
  if (state_->ranks.empty()) {
    if (state_->errors.empty()) return Problem{"", "trace_empty", {}};
    return std::move(state_->errors);
  }
  ProfileReport report = put_together(state_->ranks);
  report.warnings.insert(report.warnings.begin(), state_->errors.begin(), state_->errors.end());
  return report;
}

std::string short_kernel_name(std::string_view name) {
  std::string out;
  size_t depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (name.substr(i).starts_with("(anonymous namespace)::")) {
      i += 22;
      continue;
    }
    const bool arrow = c == '>' && i > 0 && name[i - 1] == '-';
    if ((c == '<' || c == '(') && (depth > 0 || !out.empty())) {
      ++depth;
    } else if (depth > 0 && (c == '>' || c == ')') && !arrow) {
      --depth;
    } else if (depth == 0) {
      out += c;
    }
  }
  if (out.starts_with("void ")) out.erase(0, 5);
  while (!out.empty() && out.back() == ' ') out.pop_back();
  // CUTLASS names everything Kernel; which one it is its first argument says.
  if (out.ends_with("::Kernel") || out.ends_with("::device_kernel")) {
    const size_t open = name.find('<');
    const size_t end = open == std::string_view::npos ? open : name.find_first_of(",<>(", open + 1);
    if (end != std::string_view::npos) {
      out += name.substr(open, end - open);
      out += '>';
    }
  }
  return out.empty() ? std::string(name) : out;
}

}  // namespace vramscope
