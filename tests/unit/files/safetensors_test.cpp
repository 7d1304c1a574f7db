#include "support/ask.h"
#include "support/model_bytes.h"
#include "vramscope/stored_tensors.h"

namespace vramscope::test {
namespace {

Result<StoredFile> read(const std::string& header, size_t data = 0) {
  const std::string file = safetensors(header, data);
  return read_safetensors(file, file.size());
}

std::string code_of(const Result<StoredFile>& read) {
  return read.ok() ? "" : read.errors()[0].code;
}

TEST(Safetensors, TensorsWithTheirShapesAndBytes) {
  const auto read =
      test::read('{' + entry("b", "F32", "3", 12, 24) + ',' + R"("__metadata__":{"format":"pt"},)" +
                     entry("a", "BF16", "2,3", 0, 12) + "}   ",
                 24);
  ASSERT_TRUE(read.ok()) << code_of(read);
  const StoredFile& file = read.value();
  ASSERT_EQ(file.tensors.size(), 2u);
  EXPECT_EQ(file.tensors[0], (StoredTensor{"a", "bf16", {2, 3}, 6, 12}));
  EXPECT_EQ(file.tensors[1], (StoredTensor{"b", "fp32", {3}, 3, 12}));
  EXPECT_EQ(file.data_bytes, 24u);
  EXPECT_EQ(file.find("format")->text, "pt");
  EXPECT_TRUE(file.warnings.empty());
}

TEST(Safetensors, EveryTypeHasItsSize) {
  struct Case {
    const char* dtype;
    uint64_t bytes;  // of 8 numbers
  };
  const Case cases[] = {{"BOOL", 8},        {"U8", 8},         {"I8", 8},      {"F8_E5M2", 8},
                        {"F8_E4M3", 8},     {"F8_E8M0", 8},    {"I16", 16},    {"U16", 16},
                        {"F16", 16},        {"BF16", 16},      {"I32", 32},    {"U32", 32},
                        {"F32", 32},        {"F64", 64},       {"I64", 64},    {"U64", 64},
                        {"F4", 4},          {"F6_E2M3", 6},    {"F6_E3M2", 6}, {"C64", 64},
                        {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}};
  for (const Case& c : cases) {
    const auto read = test::read('{' + entry("a", c.dtype, "8", 0, c.bytes) + '}', c.bytes);
    ASSERT_TRUE(read.ok()) << c.dtype << ' ' << code_of(read);
    EXPECT_EQ(read.value().tensors[0].bytes, c.bytes) << c.dtype;
  }
}

TEST(Safetensors, ScalarsAndEmptyTensors) {
  const auto read = test::read('{' + entry("empty", "F32", "0,9007199254740991,5", 0, 0) + ',' +
                                   entry("scalar", "F32", "", 0, 4) + '}',
                               4);
  ASSERT_TRUE(read.ok()) << code_of(read);
  EXPECT_EQ(read.value().tensors[0].elements, 0u);
  EXPECT_EQ(read.value().tensors[1].elements, 1u);
}

TEST(Safetensors, EachFaultNamesItsTensor) {
  struct Case {
    std::string header;
    std::string field, code;
  };
  const Case cases[] = {
      {'{' + entry("a", "F12", "8", 0, 12) + '}', "a", "unknown_dtype"},
      {'{' + entry("a", "F32", "8", 0, 31) + '}', "a", "bad_offsets"},
      {'{' + entry("a", "F32", "8", 4, 36) + '}', "a", "tensor_gap"},
      {'{' + entry("a", "F32", "8", 0, 32) + ',' + entry("b", "F32", "8", 16, 48) + '}', "b",
       "tensor_gap"},
      {'{' + entry("a", "F32", "8", 0, 32) + ',' + entry("a", "F32", "8", 32, 64) + '}', "a",
       "duplicate_tensor"},
      {'{' + entry("a", "F32", "9223372036854775808,9223372036854775808", 0, 0) + '}', "a",
       "not_a_count"},
      {'{' + entry("a", "F32", "4503599627370496,4503599627370496", 0, 0) + '}', "a", "bad_shape"},
      {'{' + entry("a", "F4", "3", 0, 1) + '}', "a", "bad_shape"},
      {'{' + entry("a", "F32", "-1", 0, 4) + '}', "a", "not_a_count"},
      {'{' + entry("a", "F32", "1.5", 0, 6) + '}', "a", "not_a_count"},
      {R"({"a":{"shape":[1],"data_offsets":[0,4]}})", "a", "missing_in_header"},
      {R"({"a":{"dtype":"F32","data_offsets":[0,4]}})", "a", "missing_in_header"},
      {R"({"a":{"dtype":"F32","shape":[1]}})", "a", "missing_in_header"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})", "a", "bad_offsets"},
      {R"({"a":[1]})", "a", "not_an_object"},
      {R"({"a":1})", "a", "not_an_object"},
      {R"([])", "", "not_an_object"},
      {R"({"a":)", "", "json_syntax"},
      {R"({} x)", "", "json_syntax"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":)" + std::string(100, '['), "",
       "too_deep"},
  };
  for (const Case& c : cases) {
    const auto read = test::read(c.header);
    ASSERT_FALSE(read.ok()) << c.header;
    EXPECT_EQ(read.errors()[0].code, c.code) << c.header;
    EXPECT_EQ(read.errors()[0].field, c.field) << c.header;
  }
}

TEST(Safetensors, AsksForTheHeaderAndNoMore) {
  const std::string file = safetensors('{' + entry("a", "U8", "100000", 0, 100000) + '}', 100000);
  const uint64_t header = file.size() - 100000;
  EXPECT_EQ(read_safetensors(file.substr(0, 4), file.size()).value().needs_bytes, 8u);
  EXPECT_EQ(read_safetensors(file.substr(0, 8), file.size()).value().needs_bytes, header);
  EXPECT_EQ(read_safetensors(file.substr(0, 8), std::nullopt).value().needs_bytes, header);
  const auto read = read_safetensors(file.substr(0, header), file.size());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().needs_bytes, 0u);
  EXPECT_EQ(read.value().header_bytes, header);
}

TEST(Safetensors, ACutFileIsSaidWithItsBytes) {
  const std::string file = safetensors('{' + entry("a", "U8", "1000", 0, 1000) + '}', 1000);
  const auto cut = read_safetensors(file.substr(0, file.size() - 1), file.size() - 1);
  ASSERT_TRUE(cut.ok());
  ASSERT_TRUE(has_problem(cut.value().warnings, "", "file_cut"));
  EXPECT_EQ(cut.value().warnings[0].params[1].value,
            format_number(static_cast<double>(file.size())));
  EXPECT_TRUE(has_problem(read_safetensors(file, file.size() + 5).value().warnings, "",
                          "bytes_after_data"));
  EXPECT_TRUE(has_problem(read_safetensors(file.substr(0, 20), 20).errors(), "", "ends_in_header"));
  EXPECT_TRUE(has_problem(read_safetensors("", 0).errors(), "", "ends_in_header"));
}

TEST(Safetensors, AHeaderOf2To63BytesIsRefused) {
  std::string file;
  put(file, uint64_t{1} << 63, 8);
  EXPECT_TRUE(
      has_problem(read_safetensors(file + "{}", std::nullopt).errors(), "", "header_too_long"));
  put(file = {}, kMaxSafetensorsHeader + 1, 8);
  EXPECT_TRUE(has_problem(read_safetensors(file, std::nullopt).errors(), "", "header_too_long"));
}

TEST(Safetensors, EveryTruncationIsAnsweredInWords) {
  const std::string file = safetensors(
      '{' + entry("a", "BF16", "2,3", 0, 12) + ',' + entry("b", "U8", "3", 12, 15) + '}', 15);
  for (size_t size = 0; size < file.size(); ++size) {
    const auto read = read_safetensors(file.substr(0, size), size);
    EXPECT_TRUE(read.ok() ? read.value().needs_bytes == 0 && !read.value().warnings.empty()
                          : !read.errors().empty())
        << size;
  }
}

}  // namespace
}  // namespace vramscope::test
