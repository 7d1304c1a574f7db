// Any text is a topology or an error that names a line.
#include <cstdlib>

#include "vramscope/topo.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vramscope;
  const Result<Topology> read = read_topology({reinterpret_cast<const char*>(data), size});
  TopoWorkload work;
  work.parameters = 7e9;
  work.peak_flops = 3e14;
  topology_json(read, work, Lang::Zh);
  if (read.ok()) return 0;
  for (const Problem& problem : read.errors()) {
    if (!problem.field.starts_with("line ")) std::abort();
  }
  return 0;
}
