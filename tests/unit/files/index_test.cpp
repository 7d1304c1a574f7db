#include "support/ask.h"
#include "vramscope/stored_tensors.h"

namespace vramscope::test {
namespace {

const std::string kMap =
    R"("weight_map":{"b":"2.safetensors","a":"1.safetensors","c":"2.safetensors"})";

TEST(Index, NamesShardsAndTotal) {
  const auto read =
      read_index(R"({"metadata":{"total_size":100,"total_parameters":50},)" + kMap + '}');
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().tensors, (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_EQ(read.value().shards, (std::vector<std::string>{"1.safetensors", "2.safetensors"}));
  EXPECT_EQ(read.value().total_size, 100u);
  EXPECT_EQ(read.value().total_parameters, 50u);
  EXPECT_TRUE(read.value().warnings.empty());
}

// What stands for total_size | what it reads as | warning
TEST(Index, TotalSizesThatCannotBeRightAreNotUsed) {
  struct Case {
    std::string metadata;
    std::optional<uint64_t> total;
    std::string warning;
  };
  const Case cases[] = {
      {R"({"total_size":13731385408.0})", 13731385408, ""},
      {R"({"total_size":0})", std::nullopt, "total_size_not_credible"},
      {R"({"total_size":-5})", std::nullopt, "total_size_not_credible"},
      {R"({"total_size":1.5})", std::nullopt, "total_size_not_credible"},
      {R"({"total_size":1e300})", std::nullopt, "total_size_not_credible"},
      {R"({"total_size":"many"})", std::nullopt, "total_size_not_credible"},
      {R"({"total_size":null})", std::nullopt, "total_size_not_credible"},
      {R"({})", std::nullopt, "total_size_absent"},
      {R"(null)", std::nullopt, "total_size_absent"},
  };
  for (const Case& c : cases) {
    const auto read = read_index(R"({"metadata":)" + c.metadata + ',' + kMap + '}');
    ASSERT_TRUE(read.ok()) << c.metadata;
    EXPECT_EQ(read.value().total_size, c.total) << c.metadata;
    EXPECT_EQ(has_problem(read.value().warnings, "", c.warning), !c.warning.empty()) << c.metadata;
  }
}

TEST(Index, OfTwoDocumentsTheFirstIsRead) {
  const std::string one = R"({"metadata":{"total_size":100},)" + kMap + '}';
  const auto read = read_index(one + "\n{\"metadata\":{\"total_size\":7}}");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().total_size, 100u);
  EXPECT_TRUE(has_problem(read.value().warnings, "", "second_document"));
}

TEST(Index, FaultsHaveNames) {
  const auto code = [](const std::string& text) { return read_index(text).errors()[0].code; };
  EXPECT_EQ(code("version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n"),
            "lfs_pointer");
  EXPECT_EQ(code(""), "empty_file");
  EXPECT_EQ(code("<html>"), "web_page");
  EXPECT_EQ(code("[]"), "not_an_object");
  EXPECT_EQ(code("{}"), "missing_field");
  EXPECT_EQ(code(R"({"weight_map":{"a":"b)"), "ends_early");
  EXPECT_EQ(code(R"({"weight_map":{"a" "b"}})"), "json_syntax");
  EXPECT_EQ(code(R"({"weight_map":)" + std::string(1000000, '[')), "too_deep");
}

}  // namespace
}  // namespace vramscope::test
