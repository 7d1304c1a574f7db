// Each folder of cases/ holds a request and the reply it must get, byte for byte.
// tests/golden/update rewrites the replies; review the difference.
#include <filesystem>

#include "support/ask.h"
#include "vramscope/answer.h"

namespace vramscope::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(VRAMSCOPE_TEST_DATA "/cases")) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, ReplyIsUnchanged) {
  const std::string folder = VRAMSCOPE_TEST_DATA "/cases/" + GetParam();
  const std::string expected = read_text(folder + "/reply.json");
  ASSERT_FALSE(expected.empty()) << "run tests/golden/update";
  EXPECT_EQ(answer_json(read_text(folder + "/request.json")) + "\n", expected);
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(cases()), [](const auto& one) {
  std::string name = one.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST(Golden, ThereAreCases) { EXPECT_GE(cases().size(), 20u); }

}  // namespace
}  // namespace vramscope::test
