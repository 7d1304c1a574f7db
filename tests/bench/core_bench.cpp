// How fast the estimator answers. Budgets: an explained estimate 15 us, one point of a sweep 1 us.
#include <benchmark/benchmark.h>

#include "estimate/estimate.h"
#include "estimate/report.h"
#include "vramscope/answer.h"
#include "vramscope/config_reader.h"
#include "vramscope/reply.h"
#include "vramscope/stored_tensors.h"
#include "vramscope/trace.h"

namespace vramscope {
namespace {

Request request_for(const char* engine, Explain explain) {
  Request request = default_request();
  request.engine = engine;
  request.explain = explain;
  return request;
}

Job job_for(const Request& request) {
  const ReadModel model = read_catalogue_model(*find_model(request.model.id)).value();
  const Job base = resolve_request(request, model.spec).value();
  return resolve_machine(base, request.machine, "gpu").value();
}

/// The memory of a looked-up job, with formula, numbers and symbols of every term.
void ExplainedEstimate(benchmark::State& state, const char* engine) {
  const Request request = request_for(engine, Explain::Text);
  const Job job = job_for(request);
  for (auto _ : state) {
    Trace trace(true);
    const StageEstimate e = estimate_stage(trace, job, job.stages.front(), job.workload);
    for (const TermValue& term : e.terms.all()) {
      benchmark::DoNotOptimize(symbolic_line(trace, term.expr));
      benchmark::DoNotOptimize(numeric_line(trace, term.expr));
      benchmark::DoNotOptimize(symbols_of(trace, term.expr));
    }
  }
}
BENCHMARK_CAPTURE(ExplainedEstimate, ideal, "ideal");
BENCHMARK_CAPTURE(ExplainedEstimate, llama_cpp, "llama.cpp");
BENCHMARK_CAPTURE(ExplainedEstimate, vllm, "vllm");

/// All that a machine is told of: terms, limits by search, verdict, rules of thumb, speed, each
/// explained.
void WholeReport(benchmark::State& state, const char* engine) {
  const Request request = request_for(engine, Explain::Text);
  const Job job = job_for(request);
  for (auto _ : state) benchmark::DoNotOptimize(report_machine(job));
}
BENCHMARK_CAPTURE(WholeReport, ideal, "ideal");
BENCHMARK_CAPTURE(WholeReport, llama_cpp, "llama.cpp");
BENCHMARK_CAPTURE(WholeReport, vllm, "vllm");

/// What searches and sweeps pay for a point.
void PlainEstimate(benchmark::State& state) {
  const Request request = request_for("llama.cpp", Explain::None);
  const Job job = job_for(request);
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

/// Every model of the catalogue: its config read and one card answered.
void EveryModel(benchmark::State& state) {
  for (auto _ : state) {
    for (const CatalogueModel& model : model_catalogue()) {
      Request request = request_for("ideal", Explain::None);
      request.model.id = std::string(model.id);
      benchmark::DoNotOptimize(answer(request));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(model_catalogue().size()));
}
BENCHMARK(EveryModel);

/// Little-endian bytes of a GGUF header.
struct GgufWriter {
  std::string bytes = "GGUF";
  template <typename Number>
  void number(Number value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number<uint64_t>(value.size());
    bytes.append(value);
  }
  void texts(std::string_view key, size_t count) {
    text(key);
    number<uint32_t>(9);  // a list of texts
    number<uint32_t>(8);
    number<uint64_t>(count);
    for (size_t i = 0; i < count; ++i) text("token" + std::to_string(i));
  }
};

/// A header as an 8B model of 151,936 words has it: words, merges and 399 tensors.
std::string large_gguf_header() {
  GgufWriter w;
  w.number<uint32_t>(3);
  w.number<uint64_t>(399);
  w.number<uint64_t>(3);
  w.text("general.architecture");
  w.number<uint32_t>(8);
  w.text("qwen3");
  w.texts("tokenizer.ggml.tokens", 151936);
  w.texts("tokenizer.ggml.merges", 151387);
  uint64_t offset = 0;
  for (int i = 0; i < 399; ++i) {
    w.text("blk." + std::to_string(i) + ".attn_q.weight");
    w.number<uint32_t>(2);
    w.number<uint64_t>(4096);
    w.number<uint64_t>(4096);
    w.number<uint32_t>(1);
    w.number<uint64_t>(offset);
    offset += uint64_t{4096} * 4096 * 2;
  }
  return w.bytes;
}

void ReadGgufHeader(benchmark::State& state) {
  const std::string header = large_gguf_header();
  for (auto _ : state) benchmark::DoNotOptimize(read_gguf(header, std::nullopt));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(header.size()));
}
BENCHMARK(ReadGgufHeader);

/// A config of 3 MB: a quantised checkpoint that lists each of its modules.
void ReadLargeConfig(benchmark::State& state) {
  std::string config = R"({"model_type":"llama","hidden_size":4096,"intermediate_size":14336,
      "num_attention_heads":32,"num_key_value_heads":8,"num_hidden_layers":32,"vocab_size":128256,
      "quantization_config":{"quant_method":"modelopt","quant_algo":"NVFP4","quantized_layers":{)";
  for (int i = 0; config.size() < 3000000; ++i) {
    config += (i ? "," : "") + ("\"model.layers." + std::to_string(i)) +
              R"(.mlp.experts.down_proj":{"quant_algo":"NVFP4","group_size":16})";
  }
  config += "}}}";
  for (auto _ : state) benchmark::DoNotOptimize(read_config_json(config));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(config.size()));
}
BENCHMARK(ReadLargeConfig);

}  // namespace
}  // namespace vramscope
