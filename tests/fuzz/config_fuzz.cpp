// Any bytes as a config.json: a model or named errors; what is read can be counted and travels.
#include <cstdint>
#include <cstdlib>

#include "vramscope/config_reader.h"
#include "vramscope/request.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto read = vramscope::read_config_json({reinterpret_cast<const char*>(data), size});
  if (!read.ok()) {
    if (read.errors().empty()) std::abort();
    return 0;
  }
  vramscope::Request request = vramscope::default_request();
  request.model.spec = read.value().spec;
  if (!(vramscope::count_parameters(read.value().spec).total >= 0)) std::abort();
  if (!vramscope::parse_request(vramscope::request_json(request)).ok()) std::abort();
  return 0;
}
