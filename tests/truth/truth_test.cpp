// Published and measured figures, each with its source and tolerance. The tables beside this file
// are our own; a run over the wider collection of configs is an extra where that folder is there.
#include <filesystem>

#include "io/config_json.h"
#include "support/ask.h"
#include "vramscope/config_reader.h"

namespace vramscope::test {
namespace {

constexpr double kMiB = 1048576;
const std::string kHere = VRAMSCOPE_TEST_DATA;
const std::string kFacts = VRAMSCOPE_ROOT "/../shared/facts/models/";

void expect_within(double ours, double measured, double percent, const std::string& what) {
  EXPECT_NEAR(ours, measured, measured * percent / 100)
      << what << ": " << 100 * (ours / measured - 1) << " % off";
}

// model, context, measured MiB, tolerance %, source
TEST(Truth, TransformersPeakAllocated) {
  const auto rows = read_csv(kHere + "/transformers_peak.csv");
  ASSERT_GE(rows.size(), 24u);
  for (const auto& row : rows) {
    const Reply reply =
        ask(R"({"engine":"transformers","gpu":"h20-96gb","weights":"bf16","model":")" + row[0] +
            R"(","context":)" + row[1] + "}");
    ASSERT_TRUE(reply.ok) << row[0];
    expect_within(reply.results[0].allocated.bytes.count() / kMiB, std::stod(row[2]),
                  std::stod(row[3]), row[0] + " at " + row[1]);
  }
}

double hidden_size(const std::string& model) {
  const auto read = read_catalogue_model(*find_model(model));
  return static_cast<double>(read.value().spec.hidden_size);
}

// model, context, batch, ubatch, attention, outputs, build, term, measured MiB, tolerance %,
// source. A CPU build keeps one more input: embeddings in place of tokens, a row of hidden size a
// token.
TEST(Truth, LlamaCppBuffers) {
  const auto rows = read_csv(kHere + "/llama_cpp_buffers.csv");
  ASSERT_GE(rows.size(), 9u);
  for (const auto& row : rows) {
    const Reply reply = ask(R"({"engine":"llama.cpp","model":")" + row[0] + R"(","context":)" +
                            row[1] + R"(,"batch":)" + row[2] + R"(,"options":{"ubatch":)" + row[3] +
                            R"(,"attention":")" + row[4] + R"(","outputs":")" + row[5] + R"("}})");
    ASSERT_TRUE(reply.ok) << row[0];
    const TermId term = row[7] == "kv_cache" ? TermId::KvCache : TermId::Workspace;
    const double input = row[6] == "cpu" && term == TermId::Workspace
                             ? std::stod(row[3]) * 4 * hidden_size(row[0])
                             : 0;
    expect_within((bytes_of(reply.results[0], term) + input) / kMiB, std::stod(row[8]),
                  std::stod(row[9]), row[0] + ' ' + row[7] + ' ' + row[4]);
  }
}

// model, weights, context, measured peak in GB, tolerance %, source
TEST(Truth, MlxPeak) {
  const auto rows = read_csv(kHere + "/mlx_peak.csv");
  ASSERT_GE(rows.size(), 5u);
  for (const auto& row : rows) {
    const Reply reply = ask(R"({"engine":"mlx","gpu":"apple-m4-max-40c","model":")" + row[0] +
                            R"(","weights":")" + row[1] + R"(","context":)" + row[2] + "}");
    ASSERT_TRUE(reply.ok) << row[0];
    const Level& peak = reply.results[0].allocated;
    expect_within(peak.bytes.count() / 1e9, std::stod(row[3]), std::stod(row[4]),
                  row[0] + ' ' + row[1]);
    EXPECT_LE(peak.low.count() / 1e9, std::stod(row[3])) << row[0] << ' ' << row[1];
    EXPECT_GE(peak.high.count() / 1e9, std::stod(row[3])) << row[0] << ' ' << row[1];
  }
}

// Blocks that vLLM printed, from the bytes that it had left for the cache.
TEST(Truth, VllmBlocksFromTheBytesLeft) {
  const auto blocks = [](const std::string& request) {
    const Reply reply = ask(R"({"engine":"vllm","gpu":"a100-sxm4-80gb",)" + request + "}");
    EXPECT_TRUE(reply.ok);
    return reply.ok ? reply.results[0].claim->blocks : -1;
  };
  // Llama 2 7B on one A100: 7,351 blocks of 16 tokens in 57.43 GiB.
  expect_within(blocks(R"("model":"llama-2-7b","context":4096,
      "options":{"kv_bytes_available":61664980992})"),
                7351, 1, "llama-2-7b");
}

/// What llama-quantize would write for a catalogue model, in bytes.
double predicted(const std::string& model, bool stores_head, const std::string& type) {
  Request request = default_request();
  ModelSpec spec = read_catalogue_model(*find_model(model)).value().spec;
  if (stores_head) spec.tie_word_embeddings = false;
  request.model.spec = spec;
  request.weights = type;
  request.engine = "llama.cpp";
  const Reply reply = answer(request);
  if (!reply.ok) return -1;
  double bytes = 0;
  for (const Term& term : reply.results[0].terms) {
    // Of a tied model the device has every tensor, and the host its own copy of one.
    const bool copy = spec.tie_word_embeddings && term.place == Place::Host;
    if (term.id == TermId::Weights && !copy) bytes += term.size.bytes.count();
  }
  return bytes;
}

// model, stores its head, type, file bytes, header bytes, reason, repository. What is left of a
// published file is its header: the same for every type of one model.
TEST(Truth, GgufFilesAreTheirTensorsAndOneHeader) {
  const auto rows = read_csv(kHere + "/gguf_sizes.csv");
  ASSERT_GE(rows.size(), 50u);
  int exact = 0;
  for (const auto& row : rows) {
    const double rest = std::stod(row[3]) - predicted(row[0], row[1] == "1", row[2]);
    if (row[5].empty()) {
      EXPECT_EQ(rest, std::stod(row[4])) << row[0] << ' ' << row[2];
      ++exact;
    } else {  // a reason that no longer holds is to be taken out
      EXPECT_NE(rest, std::stod(row[4])) << row[0] << ' ' << row[2] << ": " << row[5];
    }
  }
  EXPECT_GE(exact, 49);
}

struct KnownModel {
  Json json;
  std::string name;
  ModelSpec spec;
  std::optional<double> number(std::string_view field) const {
    const Json* value = json.find(field);
    return value ? std::optional(value->number) : std::nullopt;
  }
};

/// One model a line: its config's fields that decide sizes, the published count, what else its file
/// holds, and where the config was read.
std::vector<KnownModel> known_models() {
  std::vector<KnownModel> models;
  std::stringstream lines(read_text(kHere + "/models.jsonl"));
  std::string line;
  while (std::getline(lines, line)) {
    const Result<Json> json = parse_json(line, kMaxConfigBytes);
    EXPECT_TRUE(json.ok()) << line.substr(0, 80);
    KnownModel known{.json = json.value(), .name = json.value().find("model")->text};
    Result<ReadModel> model = read_config_value(*known.json.find("config"));
    EXPECT_TRUE(model.ok()) << known.name;
    if (model.ok()) known.spec = std::move(model.value().spec);
    models.push_back(std::move(known));
  }
  return models;
}

double extra(const ParameterCounts& counts, std::string_view name) {
  if (name == "mtp") return counts.mtp;
  if (name == "tied_head") return counts.tied_head;
  if (name == "buffers") return counts.buffers;
  if (name == "fp8_scales") return counts.fp8_scales;
  return name == "mtp_scales" ? counts.mtp_scales : -1;
}

TEST(Truth, PublishedCountsToTheDigit) {
  int published = 0;
  int exact = 0;
  for (const KnownModel& known : known_models()) {
    const std::optional<double> wanted = known.number("published");
    if (!wanted) continue;
    ++published;
    const ParameterCounts counts = count_parameters(known.spec);
    double stored = counts.total;
    if (const Json* extras = known.json.find("extras")) {
      for (const Json& name : extras->children) stored += extra(counts, name.text);
      EXPECT_EQ(format_number(stored), format_number(*wanted)) << known.name;
      ++exact;
    } else {  // listed with its reason; one that no longer holds is to be taken out
      EXPECT_NE(known.json.find("reason"), nullptr) << known.name;
      EXPECT_NE(stored, *wanted) << known.name;
    }
  }
  EXPECT_GE(published, 117);
  EXPECT_GE(exact, 107);
}

TEST(Truth, ActiveCountsAndCachesOfEveryFamily) {
  int compared = 0;
  for (const KnownModel& known : known_models()) {
    const ParameterCounts counts = count_parameters(known.spec);
    EXPECT_EQ(counts.total, known.number("total").value_or(counts.total)) << known.name;
    EXPECT_EQ(counts.active, known.number("active").value_or(counts.active)) << known.name;
    if (!known.number("growing")) continue;
    ++compared;
    double growing = 0;
    double fixed = 0;
    for (const LayerGroup& group : known.spec.groups) {
      const CachedElements cached = cached_elements(known.spec, group);
      growing += 2.0 * cached.a_token * static_cast<double>(group.count);
      fixed += 2.0 * cached.a_sequence * static_cast<double>(group.count);
    }
    EXPECT_EQ(growing, *known.number("growing")) << known.name;
    EXPECT_EQ(fixed, *known.number("fixed")) << known.name;
  }
  EXPECT_GE(compared, 185);
}

// DeepSeek-V3: 61 layers x 576 elements x 2 bytes x 131,072 tokens.
TEST(Truth, LatentCacheOfDeepSeekV3) {
  const Reply reply = ask(R"({"model":"deepseek-v3","context":131072,"gpu":"h200-sxm-141gb",
      "gpus":8,"kv":"bf16"})");
  ASSERT_TRUE(reply.ok);
  EXPECT_EQ(bytes_of(reply.results[0], TermId::KvCache), 9210691584.0);
}

// Quantised checkpoints whose stored size is published.
TEST(Truth, StoredBytesOfQuantisedCheckpoints) {
  const auto stored = [](const std::string& config) {
    const Reply reply = ask(R"({"gpu":"h200-sxm-141gb","model":{"config":)" + config + "}}");
    EXPECT_TRUE(reply.ok);
    return reply.ok ? bytes_of(reply.results[0], TermId::Weights) : -1;
  };
  // total_size of openai/gpt-oss-20b's index: experts in mxfp4, the rest in bf16.
  EXPECT_EQ(stored(R"({"model_type":"gpt_oss","attention_bias":true,"head_dim":64,
      "hidden_size":2880,"intermediate_size":2880,"num_attention_heads":64,"num_hidden_layers":24,
      "num_key_value_heads":8,"num_local_experts":32,"num_experts_per_tok":4,"vocab_size":201088,
      "sliding_window":128,"tie_word_embeddings":false,"quantization_config":{
      "modules_to_not_convert":["model.layers.*.self_attn","model.layers.*.mlp.router",
      "model.embed_tokens","lm_head"],"quant_method":"mxfp4"}})"),
            13761264768.0);
  // total_size of an 8-bit Llama 3.1 8B written by bitsandbytes, the rest in fp32.
  EXPECT_EQ(stored(R"({"model_type":"llama","hidden_size":4096,"intermediate_size":14336,
      "num_attention_heads":32,"num_key_value_heads":8,"num_hidden_layers":32,"vocab_size":128256,
      "torch_dtype":"float32","quantization_config":{"load_in_8bit":true,
      "quant_method":"bitsandbytes"}})"),
            11188584672.0);
}

std::string file_of(std::string model) {
  const size_t slash = model.find('/');
  if (slash != std::string::npos) model.replace(slash, 1, "__");
  return kFacts + "configs/" + model + ".json";
}

// The whole files that the lines of models.jsonl were taken from say the same.
TEST(Truth, WiderCollectionOfConfigs) {
  if (!std::filesystem::exists(kFacts + "params.csv")) {
    GTEST_SKIP() << "the wider collection is not here";
  }
  int compared = 0;
  for (const KnownModel& known : known_models()) {
    const std::string text = read_text(file_of(known.name));
    if (text.empty()) continue;
    const Result<ReadModel> model = read_config_json(text);
    if (!model.ok()) continue;
    ++compared;
    EXPECT_EQ(count_parameters(model.value().spec).total, count_parameters(known.spec).total)
        << known.name;
  }
  EXPECT_GE(compared, 185);
}

}  // namespace
}  // namespace vramscope::test
