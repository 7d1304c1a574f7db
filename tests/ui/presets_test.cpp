#include "presets.h"

#include <gtest/gtest.h>

#include "vramscope/reply.h"

namespace vramscope::test {
namespace {

TEST(Presets, AnswerAndKeepModelAndCard) {
  Request now;
  now.model = ModelChoice{.id = "qwen3-8b"};
  now.machine.devices = {DeviceChoice{.gpu = "l40s", .count = 2}};
  size_t offered = 0;
  for (const Preset& preset : presets()) {
    const std::optional<Request> request = with_preset(now, preset);
    if (!request) continue;
    ++offered;
    EXPECT_EQ(request->model.id, "qwen3-8b");
    EXPECT_EQ(request->machine.devices.front().gpu, "l40s");
    EXPECT_EQ(request->machine.devices.front().count, preset.one_card ? 1u : 2u);
    EXPECT_TRUE(answer(*request).ok) << preset.settings;
  }
  EXPECT_GE(offered, 3u);
}

TEST(Presets, AreTakenTwiceToTheSameEffect) {
  for (const Preset& preset : presets()) {
    const std::optional<Request> once = with_preset(Request{}, preset);
    if (once) {
      EXPECT_EQ(with_preset(*once, preset), once);
    }
  }
}

}  // namespace
}  // namespace vramscope::test
