// Any bytes as a permalink: something opens, and what was understood is written again the same.
#include <cstdint>
#include <cstdlib>

#include "vramscope/link.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vramscope;
  const LinkState state = read_link({reinterpret_cast<const char*>(data), size});
  if (state.requests.empty()) std::abort();
  const std::string link = write_link(state);
  if (write_link(read_link(link)) != link) std::abort();
  return 0;
}
