// Options that are lists in one text: shares of devices, served adapters.
#include "parallel/serving_lists.h"

#include <array>
#include <charconv>

#include "text/ids.h"

namespace vramscope {
namespace {

using enum Module;

struct Targets {
  std::string_view id;
  uint32_t modules = 0;
};
constexpr uint32_t kAttention = bit(Query) | bit(Key) | bit(Value) | bit(QueryKeyValue) |
                                bit(AttentionOutput) | bit(LatentDown) | bit(LatentUp);
constexpr uint32_t kFeedForward = bit(Gate) | bit(Up) | bit(Down);
constexpr std::array kTargets = {
    Targets{"all-linear", kAttention | kFeedForward | bit(StateIn) | bit(StateOut)},
    Targets{"attention", kAttention},
    Targets{"q,v", bit(Query) | bit(Value)},
    Targets{"qv", bit(Query) | bit(Value)},
    Targets{"mlp", kFeedForward},
};

/// The text up to a comma; what follows it stays.
std::string_view next_item(std::string_view& list) {
  const size_t comma = list.find(',');
  const std::string_view item = list.substr(0, comma);
  list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  return item;
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end;
}

Problem bad_item(std::string_view field, std::string_view item, std::string_view choices) {
  return {std::string(field),
          "not_a_choice",
          {{"value", std::string(item)}, {"choices", std::string(choices)}}};
}

}  // namespace

Result<std::vector<double>> read_shares(std::string_view list) {
  std::vector<double> shares;
  double sum = 0;
  while (!list.empty()) {
    const std::string_view item = next_item(list);
    // Whole numbers and decimals, read without the C library's locale.
    const size_t dot = item.find('.');
    uint64_t whole = 0;
    uint64_t part = 0;
    const std::string_view decimals =
        dot == std::string_view::npos ? std::string_view() : item.substr(dot + 1);
    const bool good = read_number(item.substr(0, dot), whole) && whole < 1000000000 &&
                      (decimals.empty() || (decimals.size() <= 9 && read_number(decimals, part)));
    if (!good) return bad_item("parallel.tensor_split", item, "3,1");
    double scale = 1;
    for (size_t i = 0; i < decimals.size(); ++i) scale *= 10;
    shares.push_back(static_cast<double>(whole) + static_cast<double>(part) / scale);
    sum += shares.back();
  }
  if (!shares.empty() && sum <= 0) return bad_item("parallel.tensor_split", "0", "3,1");
  return shares;
}

Result<std::vector<uint64_t>> read_stage_layers(std::string_view list) {
  std::vector<uint64_t> layers;
  if (same_id(list, "layer")) return layers;
  while (!list.empty()) {
    const std::string_view item = next_item(list);
    uint64_t count = 0;
    if (!read_number(item, count) || count == 0 || count > 1000000) {
      return bad_item("parallel.split", item, "layer; 20,12");
    }
    layers.push_back(count);
  }
  return layers;
}

Result<std::vector<ServedAdapter>> read_adapters(std::string_view list) {
  std::vector<ServedAdapter> adapters;
  while (!list.empty()) {
    std::string_view item = next_item(list);
    // "16:q,v" has a comma of its own.
    if (item.ends_with(":q") && (list == "v" || list.starts_with("v,"))) {
      item = {item.data(), item.size() + 2};
      next_item(list);
    }
    const size_t colon = item.find(':');
    uint64_t rank = 0;
    if (!read_number(item.substr(0, colon), rank) || rank < 1 || rank > 65536) {
      return bad_item("options.adapters", item, "16:all-linear");
    }
    const std::string_view id =
        colon == std::string_view::npos ? "all-linear" : item.substr(colon + 1);
    uint32_t modules = 0;
    for (const Targets& row : kTargets) {
      if (same_id(row.id, id)) modules = row.modules;
    }
    if (modules == 0) return bad_item("options.adapters", id, "all-linear, attention, qv, mlp");
    if (adapters.size() >= 4096) return bad_item("options.adapters", "4097", "4096");
    adapters.push_back({static_cast<double>(rank), modules});
  }
  return adapters;
}

}  // namespace vramscope
