// Any bytes as a request: an answer or an error document, never a crash.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "vramscope/answer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string reply = vramscope::answer_json({reinterpret_cast<const char*>(data), size});
  if (!reply.starts_with("{\"v\":1,\"ok\":")) std::abort();
  return 0;
}
