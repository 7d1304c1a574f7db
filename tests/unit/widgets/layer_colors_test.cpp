#include "widgets/layer_colors.h"

#include <cmath>

#include "support/ask.h"
#include "vramscope/text.h"

namespace vramscope::test {
namespace {

/// Relative luminance of WCAG 2.
double luminance(uint32_t color) {
  const auto linear = [](uint32_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color >> 16 & 255) + 0.7152 * linear(color >> 8 & 255) +
         0.0722 * linear(color & 255);
}

double contrast(uint32_t a, uint32_t b) {
  const double one = luminance(a) + 0.05;
  const double other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

TEST(LayerColors, InkIsReadableOnEveryFill) {
  for (const bool light : {false, true}) {
    for (size_t i = 0; i < kModuleKinds; ++i) {
      const auto kind = static_cast<ModuleKind>(i);
      EXPECT_GE(contrast(module_fill(kind, light), module_ink(light)), 4.5) << i << light;
      EXPECT_NE(find_message(module_kind_name(kind)), nullptr);
    }
  }
}

ModuleKind kind_of(const Reply& reply, std::string_view path) {
  for (size_t i = 0; i < reply.inspect.size(); ++i) {
    if (reply.inspect[i].path == path) return module_kind(reply.inspect, i);
  }
  ADD_FAILURE() << path;
  return ModuleKind::Small;
}

TEST(LayerColors, KindComesFromTheNodeItsWholeOrItsLargestPart) {
  const Reply dense = ask(R"({"ask":"inspect","model":"gemma-3-4b"})");
  EXPECT_EQ(kind_of(dense, "embedding"), ModuleKind::Embedding);
  EXPECT_EQ(kind_of(dense, "layers.full.attention.query"), ModuleKind::Attention);
  EXPECT_EQ(kind_of(dense, "layers.full.attention.norm"), ModuleKind::Small);
  EXPECT_EQ(kind_of(dense, "layers.full.ffn"), ModuleKind::FeedForward);
  EXPECT_EQ(kind_of(dense, "layers.full"), ModuleKind::FeedForward);
  const Reply mixture = ask(R"({"ask":"inspect","model":"deepseek-v3"})");
  EXPECT_EQ(kind_of(mixture, "layers.latent.2.ffn"), ModuleKind::Experts);
  EXPECT_EQ(kind_of(mixture, "layers.latent.2.ffn.router"), ModuleKind::Small);
  EXPECT_EQ(kind_of(mixture, "layers.latent.2.ffn.shared.up"), ModuleKind::SharedExpert);
}

}  // namespace
}  // namespace vramscope::test
