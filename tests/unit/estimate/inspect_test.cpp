#include "estimate/inspect.h"

#include <algorithm>
#include <set>

#include "support/ask.h"

namespace vramscope::test {
namespace {

Reply inspect(const std::string& model, const std::string& more = {}) {
  return ask(R"({"ask":"inspect","explain":"none","model":")" + model + "\"" + more + "}");
}

const InspectRow& row(const Reply& reply, std::string_view path) {
  const auto at = std::find_if(reply.inspect.begin(), reply.inspect.end(),
                               [&](const InspectRow& r) { return r.path == path; });
  EXPECT_NE(at, reply.inspect.end()) << path;
  return at == reply.inspect.end() ? reply.inspect.front() : *at;
}

/// Every node is the sum of its parts, and parts lie inside their whole.
void expect_tree(const std::vector<InspectRow>& rows, const std::string& model) {
  std::set<std::string> paths;
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(paths.insert(rows[i].path).second) << model << ' ' << rows[i].path;
    ASSERT_GT(rows[i].end, i) << model;
    ASSERT_LE(rows[i].end, rows.size()) << model;
    double parameters = 0;
    Bytes bytes;
    for (size_t k = i + 1; k < rows[i].end; k = rows[k].end) {
      EXPECT_EQ(rows[k].parent, static_cast<int>(i)) << model << ' ' << rows[k].path;
      EXPECT_EQ(rows[k].level, rows[i].level + 1) << model;
      parameters += rows[k].parameters;
      bytes += rows[k].bytes;
    }
    const bool matrix = rows[i].rows > 0;
    EXPECT_EQ(matrix, rows[i].end == i + 1) << model << ' ' << rows[i].path;
    if (matrix) {
      parameters =
          static_cast<double>(rows[i].rows * rows[i].columns) * static_cast<double>(rows[i].copies);
      bytes = rows[i].bytes;
    }
    EXPECT_EQ(rows[i].parameters, parameters) << model << ' ' << rows[i].path;
    EXPECT_EQ(rows[i].bytes, bytes) << model << ' ' << rows[i].path;
    for (std::string_view name : rows[i].names) {
      EXPECT_NE(find_message("module." + std::string(name)), nullptr) << name;
    }
  }
}

TEST(Inspect, TreeOfEveryModelSumsToItsCounts) {
  for (const CatalogueModel& model : model_catalogue()) {
    const std::string id(model.id);
    const Reply reply = inspect(id, R"(,"engine":"ideal","gpu":"h200-sxm-141gb")");
    ASSERT_TRUE(reply.ok) << id;
    expect_tree(reply.inspect, id);
    const InspectRow& whole = reply.inspect.front();
    EXPECT_EQ(whole.path, "model");
    EXPECT_EQ(whole.parameters, reply.counts->total) << id;
    EXPECT_EQ(whole.parameters, reply.model.parameters) << id;
    // The same bytes as the term, but for each matrix being rounded up to whole bytes by itself.
    const double weights = reply.results.front().terms.front().size.bytes.count();
    EXPECT_GE(whole.bytes.count(), weights) << id;
    EXPECT_LE(whole.bytes.count(), weights + static_cast<double>(reply.inspect.size())) << id;
    double apart = 0;
    for (size_t i = whole.end; i < reply.inspect.size(); i = reply.inspect[i].end) {
      EXPECT_FALSE(reply.inspect[i].loaded) << id;
      apart += reply.inspect[i].parameters;
    }
    EXPECT_EQ(apart, reply.counts->mtp) << id;
  }
}

TEST(Inspect, LayersAreGroupedByWhatTheyHave) {
  const Reply reply = inspect("gemma-3-4b");
  EXPECT_EQ(inspect_name(row(reply, "layers.sliding"), Lang::En),
            "29 × sliding attention + feed-forward");
  EXPECT_EQ(inspect_name(row(reply, "layers.full"), Lang::Zh), "5 × 全注意力 + 前馈");
  const InspectRow& query = row(reply, "layers.sliding.attention.query");
  EXPECT_EQ(inspect_shape(query), "29 × 2,048 × 2,560");
  EXPECT_EQ(query.parameters, 29.0 * 2048 * 2560);
  EXPECT_GT(row(reply, "vision").parameters, 4e8);
}

TEST(Inspect, MixtureHasExpertsSharedExpertAndRouter) {
  const Reply reply = inspect("deepseek-v3");
  const InspectRow& experts = row(reply, "layers.latent.2.ffn.experts");
  EXPECT_EQ(experts.copies, 256u);
  EXPECT_EQ(experts.parameters, 58.0 * 256 * 3 * 7168 * 2048);
  EXPECT_EQ(row(reply, "layers.latent.2.ffn.shared").parameters, 58.0 * 3 * 7168 * 2048);
  EXPECT_EQ(inspect_shape(row(reply, "layers.latent.2.ffn.router")), "58 × 256 × 7,168");
  EXPECT_FALSE(row(reply, "prediction").loaded);
  const std::vector<std::string> notes = inspect_notes(*reply.counts, Lang::En);
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_TRUE(notes[0].starts_with("671,026,419,200 unique parameters")) << notes[0];
}

TEST(Inspect, TiedHeadIsCountedOnce) {
  const Reply reply = inspect("gemma-3-4b");
  for (const InspectRow& r : reply.inspect) EXPECT_NE(r.path, "lm_head");
  EXPECT_EQ(reply.counts->tied_head, 262208.0 * 2560);
}

TEST(Inspect, BytesFollowTheWeightFormat) {
  const Reply whole = inspect("llama-3.1-8b", R"(,"weights":"bf16")");
  const Reply four = inspect("llama-3.1-8b", R"(,"weights":"q4_k_m","engine":"llama.cpp")");
  const auto bytes = [](const Reply& reply, std::string_view path) {
    return row(reply, path).bytes.count();
  };
  EXPECT_EQ(bytes(whole, "layers.full.ffn.up"), 32.0 * 14336 * 4096 * 2);
  EXPECT_EQ(bytes(four, "layers.full.ffn.up"), 32.0 * 14336 * 4096 / 256 * 144);
}

}  // namespace
}  // namespace vramscope::test
