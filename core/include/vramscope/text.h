// Words of the core in English and Chinese, and how numbers are written for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vramscope/bytes.h"
#include "vramscope/error.h"

namespace vramscope {

enum class Lang : uint8_t { En, Zh };
enum class Units : uint8_t { Gib, Gb };  ///< 2^30 and 10^9 bytes

/// One message in every language. Holes are written {name}.
struct Message {
  std::string_view id, en, zh;
  std::string_view in(Lang lang) const { return lang == Lang::Zh ? zh : en; }
};
/// The core's messages, sorted by id.
std::span<const Message> messages();
/// The row with this id, or nullptr.
const Message* find_message(std::string_view id);
const Message* find_message(std::span<const Message> rows, std::string_view id);  ///< sorted by id
/// A text with its holes filled in: "{bytes} spare". A hole that nothing fills keeps its name.
std::string fill(std::string_view text, std::span<const Param> params);

/// The message with its holes filled in; the id itself when there is no such row.
std::string say(std::string_view id, std::span<const Param> params, Lang lang);
std::string say(const Problem& problem, Lang lang);
/// A term, phase, symbol, engine or the like by name ("term.kv_cache"), for labels.
std::string_view label(std::string_view id, Lang lang);

/// "14.96 GiB", "512 MiB", "160 B": two decimals above a MiB, never "GB" for 2^30.
std::string format_bytes(Bytes bytes, Units units);
/// Three significant digits, for bars and headlines: "15.0 GiB".
std::string format_bytes_short(Bytes bytes, Units units);
/// "8,030,261,248"; up to six decimals, trailing zeros dropped.
std::string format_number(double value);
void append_number(std::string& out, double value);
/// "8.03 B", "124 M": three significant digits with k, M, B, T.
std::string format_count_short(double value);
/// "89.4 %", one decimal.
std::string format_percent(double share);
/// "7.81", "54.3", "1,280": three significant digits below 1,000, then whole.
std::string format_three_digits(double value);
/// "128 token/s": a figure of speed in its own unit.
enum class SpeedId : uint8_t;
std::string format_speed(SpeedId id, double value, Lang lang);
/// "1.28 ×", two decimals.
std::string format_ratio(double ratio);

}  // namespace vramscope
