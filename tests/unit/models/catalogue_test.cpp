#include <algorithm>

#include "support/ask.h"
#include "vramscope/config_reader.h"

namespace vramscope::test {
namespace {

TEST(Catalogue, HasTheCardsAndModelsItPromises) {
  EXPECT_GE(gpu_catalogue().size(), 224u);
  EXPECT_GE(model_catalogue().size(), 150u);
}

/// Rows whose config says more than is understood; each warns of it.
constexpr std::string_view kPartlyRead[] = {
    "gemma-4-e2b",  // its audio encoder
};

TEST(Catalogue, EveryModelHasItsPublishedCount) {
  int counted = 0;
  for (const CatalogueModel& row : model_catalogue()) {
    const Result<ReadModel> model = read_catalogue_model(row);
    ASSERT_TRUE(model.ok()) << row.id;
    const bool partly =
        std::find(std::begin(kPartlyRead), std::end(kPartlyRead), row.id) != std::end(kPartlyRead);
    EXPECT_EQ(model.value().warnings.empty(), !partly) << row.id;
    if (row.published_parameters == 0) continue;
    ++counted;
    EXPECT_EQ(count_parameters(model.value().spec).total,
              static_cast<double>(row.published_parameters))
        << row.id;
  }
  EXPECT_GE(counted, 120);
}

// The published file of MiniMax M2.5 has its 228,689,764,864 parameters and their scales alone.
TEST(Catalogue, PredictionModulesThatNoFileHoldsAreNotStored) {
  const ModelSpec spec = read_catalogue_model(*find_model("minimax-m2.5")).value().spec;
  EXPECT_EQ(count_parameters(spec).stored(), 228689764864.0);
}

TEST(Catalogue, EveryCardAnswers) {
  for (const GpuSpec& gpu : gpu_catalogue()) {
    const Reply reply = ask(R"({"gpu":")" + std::string(gpu.id) + R"("})");
    ASSERT_TRUE(reply.ok) << gpu.id;
    EXPECT_GT(reply.results[0].usable, Bytes::gib(3)) << gpu.id;
  }
}

TEST(Catalogue, LooksUpByEitherName) {
  EXPECT_NE(find_model("llama-3.1-8b"), nullptr);
  EXPECT_EQ(find_model("meta-llama/Llama-3.1-8B"), find_model("llama-3.1-8b"));
  EXPECT_EQ(find_model("nothing"), nullptr);
  EXPECT_EQ(find_gpu("RTX_4090"), find_gpu("rtx-4090"));
}

}  // namespace
}  // namespace vramscope::test
