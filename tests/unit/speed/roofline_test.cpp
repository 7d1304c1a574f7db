// Points under the roof: hand-computed intensities, and that nothing is faster than its card.
#include "speed/roofline.h"

#include <gtest/gtest.h>

#include "support/ask.h"
#include "vramscope/answer.h"
#include "vramscope/catalogue.h"
#include "vramscope/speed_text.h"

namespace vramscope {
namespace {

using test::ask;

Roofline line_of(const std::string& document) {
  const Reply reply = ask(document);
  EXPECT_TRUE(reply.ok) << document;
  return roofline(reply.request);
}

TEST(Roofline, CountsOperationsAndBytesOfAStep) {
  // Llama 3.1 8B in bf16. A token multiplies 8,030,261,248 - 128,256 x 4,096 parameters, 2
  // operations and 2 bytes each; it attends to 8,192 tokens: 4 x 32 layers x 4,096 x 8,192
  // operations, and 2 x 32 x 8 x 128 x 8,192 x 2 bytes of cache.
  const Roofline line = line_of(R"({"weights":"bf16","context":8192})");
  const double weights = (8030261248.0 - 128256.0 * 4096.0) * 2;
  const double intensity =
      (weights + 4.0 * 32 * 4096 * 8192) / (weights + 2.0 * 32 * 8 * 128 * 8192 * 2);
  ASSERT_EQ(line.points.size(), 2u);
  EXPECT_EQ(line.points[0].id, "decode");
  EXPECT_NEAR(line.points[0].intensity, intensity, 1e-6);  // a norm more or less
  // Its rate is those operations over the time of a step.
  const Reply reply = ask(R"({"weights":"bf16","context":8192})");
  const SpeedFigure* step = reply.results.front().speed.find(SpeedId::StepS);
  ASSERT_NE(step, nullptr);
  const double operations = weights + 4.0 * 32 * 4096 * 8192;
  EXPECT_NEAR(line.points[0].rate / (operations / step->value), 1, 1e-6);
  EXPECT_NEAR(line.points[0].low / (operations / step->high), 1, 1e-6);
  EXPECT_NE(line.points[0].formula, "");
}

TEST(Roofline, ItsRidgeIsThePeakOverTheBandwidth) {
  // RTX 4090: 165.2 TFLOPS in bf16, 1,008 GB/s.
  const Roofline line = line_of(R"({"gpu":"rtx-4090"})");
  EXPECT_DOUBLE_EQ(line.bandwidth, 1008e9);
  EXPECT_NEAR(line.ridge, line.peak / 1008e9, 1e-9);
  EXPECT_NEAR(line.ridge, 163.9, 0.1);
}

TEST(Roofline, BatchesMoveGenerationToTheRight) {
  double before = 0;
  for (const int batch : {1, 8, 64}) {
    const Roofline line =
        line_of(R"({"gpu":"h100-sxm5-80gb","engine":"vllm","context":1024,"batch":)" +
                std::to_string(batch) + "}");
    ASSERT_EQ(line.points.size(), 2u);
    EXPECT_GT(line.points[0].intensity, 2 * before);
    before = line.points[0].intensity;
  }
}

TEST(Roofline, NothingIsFasterThanItsRoof) {
  for (const std::string engine : {"ideal", "llama.cpp", "vllm", "transformers"}) {
    for (const std::string weights : {"bf16", "q4_k_m", "int8"}) {
      for (const std::string gpu : {"rtx-4090", "rtx-3060-12gb", "a100-sxm4-80gb", "rx-7900-xtx"}) {
        const Reply reply = ask(R"({"engine":")" + engine + R"(","weights":")" + weights +
                                R"(","gpu":")" + gpu + R"(","context":2048})");
        if (!reply.ok) continue;
        for (const RooflinePoint& point : roofline(reply.request).points) {
          EXPECT_GT(point.share, 0) << engine << ' ' << weights << ' ' << gpu;
          EXPECT_LE(point.share * point.high / point.rate, 1.001)
              << engine << ' ' << weights << ' ' << gpu << ' ' << point.id;
        }
      }
    }
  }
}

TEST(Roofline, TrainingHasARateButNoIntensity) {
  const Roofline line =
      line_of(R"({"task":"training","gpu":"h100-sxm5-80gb","gpus":8,"training":{"zero":3}})");
  ASSERT_EQ(line.points.size(), 1u);
  EXPECT_EQ(line.points[0].id, "training");
  EXPECT_EQ(line.points[0].intensity, 0);
  EXPECT_GT(line.points[0].share, 0.1);
  EXPECT_LT(line.points[0].share, 0.8);
}

TEST(Roofline, RoofsOfACardRiseAndAreNamedOnce) {
  const GpuSpec* gpu = find_gpu("h100-sxm5-80gb");
  ASSERT_NE(gpu, nullptr);
  const std::vector<Roof> roofs = roofs_of(*gpu);
  ASSERT_GE(roofs.size(), 3u);
  for (size_t i = 1; i < roofs.size(); ++i) {
    EXPECT_LE(roofs[i - 1].rate, roofs[i].rate);
    EXPECT_NE(roofs[i - 1].id, roofs[i].id);
  }
}

TEST(SpeedText, ARangeSaysItsUnitOnce) {
  EXPECT_EQ(format_speed_range(SpeedId::DecodeTokS, 102, 151, Lang::En), "102 – 151 token/s");
  EXPECT_EQ(format_speed_range(SpeedId::StepS, 0.0102, 0.0151, Lang::En), "10.2 – 15.1 ms");
  EXPECT_EQ(format_speed_range(SpeedId::StepS, 0.902, 1.51, Lang::En), "902 ms – 1.51 s");
  EXPECT_EQ(format_speed_range(SpeedId::Mfu, 0.32, 0.41, Lang::En), "32.0 – 41.0 %");
  EXPECT_EQ(format_flops_range(0.8e12, 1.2e12), "800 GFLOP/s – 1.20 TFLOP/s");
  EXPECT_EQ(format_intensity(1.2003), "1.20 FLOP/B");
}

}  // namespace
}  // namespace vramscope
