// What a person should take from a profile.
#include <algorithm>

#include "vramscope/profile.h"

namespace vramscope {
namespace {

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// "1.02 s", "660.6 ms": three digits or so.
std::string duration_text(double us) {
  struct Unit {
    std::string_view name;
    double size;
  };
  constexpr std::array kUnits = {Unit{" s", 1e6}, Unit{" ms", 1e3}, Unit{" µs", 1}};
  for (const Unit& unit : kUnits) {
    if (us < unit.size && unit.size > 1) continue;
    const double value = us / unit.size;
    const double step = value < 10 ? 100 : value < 100 ? 10 : 1;
    return format_number(static_cast<double>(static_cast<int64_t>(value * step + 0.5)) / step) +
           std::string(unit.name);
  }
  return {};
}

std::string rank_name(const RankProfile& rank) {
  return rank.rank ? std::to_string(*rank.rank) : rank.file;
}

}  // namespace

std::vector<std::string> profile_sentences(const ProfileReport& report, Lang lang) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view id, const std::vector<Param>& params) {
    out.push_back(lab_say(id, params, lang));
  };
  const TimeSplit& split = report.split;
  if (split.span == 0) return out;
  add("say.idle",
      {{"share", format_percent(split.idle_share())}, {"span", duration_text(split.span)}});
  const TensorShare& tensor = report.tensor;
  if (tensor.kernels > 0) {
    add("say.tensor", {{"extended", format_percent(*tensor.extended_share())},
                       {"classic", format_percent(*tensor.classic_share())}});
  }
  if (tensor.undecided > 0) {
    add("say.tensor_undecided",
        {{"share", format_percent(share(tensor.undecided, tensor.kernels))}});
  }
  if (split.communication > 0) {
    add("say.communication", {{"share", format_percent(share(split.communication, split.span))},
                              {"overlap", format_percent(*split.overlap_share())},
                              {"exposed", format_percent(share(split.exposed, split.span))}});
  }
  for (const CollectiveLine& line : report.collectives) {
    if (!line.bus_bandwidth) continue;
    const double bandwidth =
        static_cast<double>(static_cast<int64_t>(*line.bus_bandwidth * 10 + 0.5));
    add("say.bus",
        {{"collective", std::string(lab_label("collective." + std::string(line.id), lang))},
         {"bandwidth", format_number(bandwidth / 10)},
         {"count", format_number(static_cast<double>(line.sized))},
         {"group", line.group > 0 ? format_number(line.group) : "?"}});
  }
  if (report.ranks.size() > 1) {
    const auto less = [](const RankProfile& a, const RankProfile& b) {
      return a.split.idle_share() < b.split.idle_share();
    };
    const auto [best, worst] = std::minmax_element(report.ranks.begin(), report.ranks.end(), less);
    add("say.spread", {{"low", format_percent(best->split.idle_share())},
                       {"high", format_percent(worst->split.idle_share())},
                       {"best", rank_name(*best)},
                       {"worst", rank_name(*worst)}});
  }
  return out;
}

}  // namespace vramscope
