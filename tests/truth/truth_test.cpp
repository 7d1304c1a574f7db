// Published and measured figures, each with its source and tolerance. The tables beside this file
// are our own; a run over the wider collection of configs is an extra where that folder is there.
#include <filesystem>

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

// model, file type, tensor bytes, source: exact to the byte.
TEST(Truth, GgufTensorBytes) {
  const auto rows = read_csv(kHere + "/gguf_bytes.csv");
  ASSERT_GE(rows.size(), 15u);
  for (const auto& row : rows) {
    const Reply reply = ask(R"({"model":")" + row[0] + R"(","gpu":"h200-sxm-141gb","weights":")" +
                            row[1] + R"("})");
    ASSERT_TRUE(reply.ok) << row[0];
    EXPECT_EQ(bytes_of(reply.results[0], TermId::Weights), std::stod(row[2]))
        << row[0] << ' ' << row[1];
  }
}

std::string file_of(std::string model) {
  const size_t slash = model.find('/');
  if (slash != std::string::npos) model.replace(slash, 1, "__");
  return kFacts + "configs/" + model + ".json";
}

// Every config of a family that has a row, against its published exact count.
TEST(Truth, WiderCollectionOfConfigs) {
  if (!std::filesystem::exists(kFacts + "params.csv")) {
    GTEST_SKIP() << "the wider collection is not here";
  }
  int compared = 0;
  for (const auto& row : read_csv(kFacts + "params.csv")) {
    if (row.size() < 4 || row[1].empty() || row[3] != "0") continue;  // exact and unambiguous only
    const std::string text = read_text(file_of(row[0]));
    if (text.empty()) continue;
    const Result<ReadModel> model = read_config_json(text);
    if (!model.ok() || model.value().spec.generic) continue;
    ++compared;
    EXPECT_EQ(format_number(count_parameters(model.value().spec).total),
              format_number(std::stod(row[1])))
        << row[0];
  }
  EXPECT_GE(compared, 30);
}

}  // namespace
}  // namespace vramscope::test
