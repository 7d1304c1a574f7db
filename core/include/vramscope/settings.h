// Every setting of a request by its key in a link: for forms that offer all of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"
#include "vramscope/request.h"

namespace vramscope {

enum class SettingKind : uint8_t { Number, Flag, Choice, Text };

struct Setting {
  std::string_view path;  ///< in a document: "options.max_num_seqs"
  std::string_view key;   ///< in a link: "max-num-seqs"
  SettingKind kind = SettingKind::Number;
  double low = 0, high = 0;                  ///< of numbers
  std::span<const std::string_view> values;  ///< of choices
  std::string text;                          ///< as it stands; empty: not set
  bool changed = false;                      ///< it is not the default
};

/// The settings that the request's task and engine use, in a fixed order.
std::vector<Setting> settings(const Request& request);

/// The same of a request document, as a list of {"path","kind","low","high","values"}; empty for a
/// document that is no request.
std::string settings_json(std::string_view request);

/// The request with one setting changed; an empty text sets the default. Errors name the field.
Result<Request> with_setting(const Request& request, std::string_view key, std::string_view text);

}  // namespace vramscope
