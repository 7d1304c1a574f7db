// Permalinks: the state of the app as a readable fragment, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/request.h"

namespace vramscope {

/// What a link carries beside the requests.
struct ViewState {
  std::string tab, theme, open_term;  ///< empty: the default
  std::string units;                  ///< gib | gb
  bool operator==(const ViewState&) const = default;
};

struct LinkState {
  std::vector<Request> requests;  ///< one, or A and B
  ViewState view;
  std::vector<Param> unknown;     ///< keys this version does not know; kept, with a warning
  std::vector<Problem> problems;  ///< values that could not be read; the default stands there
  bool operator==(const LinkState&) const = default;
};

/// "v=1&model=llama-3.1-8b&gpu=rtx-4090&context=8192": defaults are left out, keys in a fixed
/// order.
std::string write_link(const LinkState& state);
/// Reads a fragment with or without '#'. Never fails: what cannot be read is listed.
LinkState read_link(std::string_view fragment);

/// One request by itself, and back; what cannot be read is the default.
std::string request_link(const Request& request);
Request request_from_link(std::string_view fragment);

}  // namespace vramscope
