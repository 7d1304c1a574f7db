// How fast the estimator answers. Budgets: an explained estimate 15 us, one point of a sweep 1 us.
#include <benchmark/benchmark.h>

#include "estimate/estimate.h"
#include "estimate/report.h"
#include "vramscope/answer.h"
#include "vramscope/config_reader.h"
#include "vramscope/reply.h"

namespace vramscope {
namespace {

Request request_for(const char* engine, Explain explain) {
  Request request = default_request();
  request.engine = engine;
  request.explain = explain;
  return request;
}

/// One machine from a looked-up job: terms, working lines, limits, verdict, rules.
void ExplainedEstimate(benchmark::State& state, const char* engine) {
  const Request request = request_for(engine, Explain::Text);
  const ReadModel model = read_catalogue_model(*find_model(request.model.id)).value();
  const Job base = resolve_request(request, model.spec).value();
  const Job job = resolve_machine(base, request.machine, "gpu").value();
  for (auto _ : state) benchmark::DoNotOptimize(report_machine(job));
}
BENCHMARK_CAPTURE(ExplainedEstimate, ideal, "ideal");
BENCHMARK_CAPTURE(ExplainedEstimate, llama_cpp, "llama.cpp");
BENCHMARK_CAPTURE(ExplainedEstimate, vllm, "vllm");

/// What searches and sweeps pay for a point.
void PlainEstimate(benchmark::State& state) {
  const Request request = request_for("llama.cpp", Explain::None);
  const ReadModel model = read_catalogue_model(*find_model(request.model.id)).value();
  const Job base = resolve_request(request, model.spec).value();
  const Job job = resolve_machine(base, request.machine, "gpu").value();
  for (auto _ : state) benchmark::DoNotOptimize(margin_of(job, job.workload));
}
BENCHMARK(PlainEstimate);

/// From ids to the reply's structs.
void WholeAnswer(benchmark::State& state) {
  const Request request = request_for("llama.cpp", Explain::Text);
  for (auto _ : state) benchmark::DoNotOptimize(answer(request));
}
BENCHMARK(WholeAnswer);

/// The JSON door, document to document.
void JsonDoor(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(answer_json(R"({"engine":"llama.cpp"})"));
}
BENCHMARK(JsonDoor);

/// Every card of the catalogue, as one frame of the comparison needs.
void EveryCard(benchmark::State& state) {
  Request request = request_for("llama.cpp", Explain::None);
  for (const GpuSpec& gpu : gpu_catalogue()) {
    request.compare.push_back(request.machine);
    request.compare.back().devices[0].gpu = std::string(gpu.id);
  }
  for (auto _ : state) benchmark::DoNotOptimize(answer(request));
}
BENCHMARK(EveryCard);

}  // namespace
}  // namespace vramscope
