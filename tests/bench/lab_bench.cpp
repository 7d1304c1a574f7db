// How fast traces and topologies are read. Megabytes a second are the figure to look at.
#include <benchmark/benchmark.h>

#include <string>

#include "vramscope/profile.h"
#include "vramscope/topo.h"

namespace {

/// A trace of `launches` operators with a launch and a kernel each, as Kineto writes them.
std::string trace_of(int launches) {
  std::string text = R"({"schemaVersion":1,"traceEvents":[)";
  for (int i = 0; i < launches; ++i) {
    const std::string id = std::to_string(i);
    const std::string at = std::to_string(1000000 + 70 * i);
    text += R"({"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":)" + at +
            R"(.125,"dur":40.5,"args":{"External id":)" + id + R"(,"Ev Idx":)" + id + "}},\n";
    text +=
        R"x({"ph":"X","cat":"kernel","name":"void at::native::vectorized_elementwise_kernel<4, )x"
        R"x(at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int)","pid":0,)x"
        R"("tid":7,"ts":)" +
        at + R"(.750,"dur":50.25,"args":{"External id":)" + id +
        R"(,"device":0,"context":1,"stream":7,"correlation":)" + id +
        R"(,"registers per thread":22,"blocks per SM":58.07,"warps per SM":232,)"
        R"("grid":[6272,1,1],"block":[128,1,1],"est. achieved occupancy %":100}},)"
        "\n";
    text += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
            at + R"(.250,"dur":5,"args":{"External id":)" + id + R"(,"cbid":211,"correlation":)" +
            id + "}},\n";
  }
  text.back() = '\n';
  return text + R"({}],"displayTimeUnit":"ms"})";
}

void ReadTrace(benchmark::State& state) {
  const std::string text = trace_of(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    vramscope::ProfileReader reader("bench");
    constexpr size_t kPiece = size_t{1} << 18;
    for (size_t at = 0; at < text.size(); at += kPiece) {
      reader.feed(std::string_view(text).substr(at, kPiece));
    }
    vramscope::ProfileSet set;
    set.add(std::move(reader));
    benchmark::DoNotOptimize(set.report());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
}
BENCHMARK(ReadTrace)->Arg(100000)->Unit(benchmark::kMillisecond);

void ReadTopology(benchmark::State& state) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += "\tGPU" + std::to_string(i);
  text += "\tCPU Affinity\tNUMA Affinity\n";
  for (int i = 0; i < 8; ++i) {
    text += "GPU" + std::to_string(i);
    for (int j = 0; j < 8; ++j) text += i == j ? "\t X " : "\tNV18";
    text += "\t0-63\t0\n";
  }
  for (auto _ : state) benchmark::DoNotOptimize(vramscope::read_topology(text));
}
BENCHMARK(ReadTopology);

}  // namespace
