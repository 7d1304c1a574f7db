#include "support/ask.h"
#include "support/model_bytes.h"
#include "tables/dtypes.h"
#include "tables/formats.h"
#include "vramscope/stored_tensors.h"

namespace vramscope::test {
namespace {

// 24 matrices' worth of blocks: embedding and layers in q4_k, head in q6_k, norms in fp32.
constexpr uint64_t kLayer = 4 * 256 * 256 + 3 * 512 * 256;
constexpr uint64_t kSmallBytes =
    (64 * 256 + 2 * kLayer) / 256 * 144 + 5 * 1024 + 64 * 256 / 256 * 210;

uint64_t tensor_bytes(const StoredFile& file) {
  uint64_t bytes = 0;
  for (const StoredTensor& tensor : file.tensors) bytes += tensor.bytes;
  return bytes;
}

TEST(Gguf, EveryVersionAndByteOrder) {
  for (const unsigned version : {1u, 2u, 3u}) {
    for (const bool big : {false, true}) {
      const GgufBytes bytes = small_llama(version, big);
      const auto read = read_gguf(bytes.header(), bytes.size());
      ASSERT_TRUE(read.ok()) << version << ' ' << big << ' ' << read.errors()[0].code;
      const StoredFile& file = read.value();
      EXPECT_EQ(file.needs_bytes, 0u);
      EXPECT_EQ(file.tensors.size(), 21u);
      EXPECT_EQ(tensor_bytes(file), kSmallBytes);
      EXPECT_EQ(file.header_bytes, bytes.header().size());
      EXPECT_EQ(file.header_bytes + file.data_bytes, bytes.size());
      EXPECT_EQ(file.find("llama.block_count")->number, 2);
      EXPECT_EQ(file.find("tokenizer.ggml.tokens")->length, 64u);
      EXPECT_EQ(file.tensors[9].shape, (std::vector<uint64_t>{256, 512}));
      EXPECT_TRUE(file.warnings.empty());
    }
  }
}

TEST(Gguf, ScalarsOfEveryKind) {
  GgufBytes bytes;
  bytes.fixed("a.i8", 1, 0xff, 1).fixed("a.u8", 0, 0xff, 1).fixed("a.i64", 11, ~uint64_t{0}, 8);
  bytes.f32("a.f32", 0.5F).fixed("a.bool", 7, 1, 1).fixed("a.u16", 2, 65535, 2);
  bytes.fixed("a.f64", 12, std::bit_cast<uint64_t>(-2.5), 8).list("a.list", {1, 2, 3}, 5);
  bytes.list("a.long", std::vector<uint64_t>(5000, 1), 0, 1).text("a.text", "words");
  const auto read = read_gguf(bytes.header(), bytes.size());
  ASSERT_TRUE(read.ok()) << read.errors()[0].code;
  const StoredFile& file = read.value();
  EXPECT_EQ(file.find("a.i8")->number, -1);
  EXPECT_EQ(file.find("a.u8")->number, 255);
  EXPECT_EQ(file.find("a.i64")->number, -1);
  EXPECT_EQ(file.find("a.f32")->number, 0.5);
  EXPECT_EQ(file.find("a.bool")->kind, ConfigKind::Bool);
  EXPECT_EQ(file.find("a.f64")->number, -2.5);
  EXPECT_EQ(file.find("a.list")->numbers, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(file.find("a.long")->length, 5000u);
  EXPECT_TRUE(file.find("a.long")->numbers.empty());
  EXPECT_EQ(file.find("a.text")->text, "words");
}

// ggml's number, weights and bytes of a block, as its static asserts fix them.
TEST(Gguf, EveryTypeHasItsBlock) {
  struct Case {
    uint32_t type, elements, bytes;
  };
  const Case cases[] = {
      {0, 1, 4},      {1, 1, 2},      {2, 32, 18},   {3, 32, 20},    {6, 32, 22},    {7, 32, 24},
      {8, 32, 34},    {9, 32, 36},    {10, 256, 84}, {11, 256, 110}, {12, 256, 144}, {13, 256, 176},
      {14, 256, 210}, {15, 256, 292}, {16, 256, 66}, {17, 256, 74},  {18, 256, 98},  {19, 256, 50},
      {20, 32, 18},   {21, 256, 110}, {22, 256, 82}, {23, 256, 136}, {24, 1, 1},     {25, 1, 2},
      {26, 1, 4},     {27, 1, 8},     {28, 1, 8},    {29, 256, 56},  {30, 1, 2},     {34, 256, 54},
      {35, 256, 66},  {39, 32, 17},   {40, 64, 36},  {41, 128, 18},  {42, 64, 18}};
  for (const Case& c : cases) {
    const StoredDtype dtype = ggml_dtype(c.type);
    ASSERT_FALSE(dtype.id.empty()) << c.type;
    EXPECT_EQ(1280 / dtype.elements * dtype.bytes, 1280 / c.elements * c.bytes) << dtype.id;
  }
  for (const uint32_t type : {4u, 5u, 43u, 97u, 4000000000u}) {
    EXPECT_TRUE(ggml_dtype(type).id.empty()) << type;
    const GgufBytes bytes = GgufBytes().tensor("a.weight", {256}, type, 256);
    const auto read = read_gguf(bytes.header(), bytes.size());
    ASSERT_FALSE(read.ok());
    EXPECT_TRUE(has_problem(read.errors(), "a.weight", "unknown_ggml_type"));
    EXPECT_EQ(read.errors()[0].params[0].value, format_number(type));
  }
}

TEST(Gguf, GrowsByDoublingUntilTheHeaderIsWhole) {
  GgufBytes bytes = small_llama();
  bytes.texts("tokenizer.ggml.merges", 200000, "ab cd");
  const std::string header = bytes.header();
  uint64_t have = 16;
  int rounds = 0;
  for (;; ++rounds) {
    const auto read = read_gguf(std::string_view(header).substr(0, have), bytes.size());
    ASSERT_TRUE(read.ok());
    if (read.value().needs_bytes == 0) break;
    ASSERT_GT(read.value().needs_bytes, have);
    ASSERT_LE(read.value().needs_bytes, bytes.size());
    have = read.value().needs_bytes;
  }
  EXPECT_LE(rounds, 20);
  EXPECT_LT(have, 2 * header.size());
}

TEST(Gguf, EveryTruncationIsAnsweredInWords) {
  const std::string header = small_llama().header();
  for (size_t size = 0; size < header.size(); ++size) {
    const auto read = read_gguf(header.substr(0, size), size);
    EXPECT_TRUE(read.ok() ? !read.value().warnings.empty() : !read.errors().empty()) << size;
    const auto open = read_gguf(header.substr(0, size), std::nullopt);
    EXPECT_TRUE(!open.ok() || open.value().needs_bytes != 0 || header.size() - size < 32) << size;
  }
}

TEST(Gguf, ACutDownloadIsSaid) {
  const GgufBytes bytes = small_llama();
  const auto read = read_gguf(bytes.header(), bytes.size() - 40);
  ASSERT_TRUE(read.ok());
  ASSERT_TRUE(has_problem(read.value().warnings, "", "file_cut"));
  EXPECT_EQ(read.value().warnings[0].params[0].value,
            format_number(static_cast<double>(bytes.size() - 40)));
}

std::string start(uint64_t tensors, uint64_t keys) {
  std::string out = "GGUF";
  put(out, 3, 4);
  put(out, tensors, 8);
  put(out, keys, 8);
  return out;
}

TEST(Gguf, HostileCountsAreRefusedAtOnce) {
  constexpr uint64_t kHuge = uint64_t{1} << 63;
  const auto refused = [](const std::string& bytes, const std::string& field) {
    for (const std::optional<uint64_t> size :
         {std::optional<uint64_t>(), std::optional<uint64_t>(4096),
          std::optional<uint64_t>(~uint64_t{0})}) {
      const auto read = read_gguf(bytes, size);
      ASSERT_FALSE(read.ok()) << field;
      EXPECT_EQ(read.errors()[0].field, field);
      EXPECT_EQ(read.errors()[0].code, "count_too_large");
    }
  };
  refused(start(kHuge, 0), "tensor_count");
  refused(start(0, kHuge), "metadata_kv_count");
  std::string key = start(0, 1);
  put(key, uint64_t{1} << 32, 8);  // a name of 4 GB
  refused(key, "metadata");
  for (const unsigned type : {8u, 4u, 9u}) {
    std::string list = start(0, 1);
    put(list, 1, 8);
    list += 'k';
    put(list, 9, 4);
    put(list, type, 4);
    put(list, kHuge, 8);
    refused(list, "k");
  }
}

TEST(Gguf, NestedListsEnd) {
  std::string bytes = start(0, 1);
  put(bytes, 1, 8);
  bytes += 'k';
  put(bytes, 9, 4);
  for (int i = 0; i < 100000; ++i) {
    put(bytes, 9, 4);
    put(bytes, 1, 8);
  }
  EXPECT_TRUE(has_problem(read_gguf(bytes, bytes.size()).errors(), "k", "too_deep"));
}

TEST(Gguf, EachFaultNamesItsPlace) {
  const auto code = [](const GgufBytes& bytes) {
    const auto read = read_gguf(bytes.header(), bytes.size());
    return read.ok() ? std::string() : read.errors()[0].field + ' ' + read.errors()[0].code;
  };
  EXPECT_EQ(code(GgufBytes(4)), " gguf_version");
  EXPECT_EQ(code(GgufBytes().fixed("k", 13, 0, 1)), "k gguf_value_type");
  EXPECT_EQ(code(GgufBytes().u32("general.alignment", 24)), "general.alignment gguf_alignment");
  EXPECT_EQ(code(GgufBytes().u32("general.alignment", 0)), "general.alignment gguf_alignment");
  EXPECT_EQ(code(GgufBytes().tensor("a", {33}, 2, 18)), "a bad_shape");
  EXPECT_EQ(code(GgufBytes().tensor("a", {1, 1, 1, 1, 1}, 0, 4)), "a bad_shape");
  EXPECT_EQ(code(GgufBytes().tensor("a", {1u << 31, 1u << 31}, 0, 4)), "a bad_shape");
  EXPECT_EQ(code(GgufBytes().tensor("a", {8}, 0, 32).tensor("a", {8}, 0, 32)),
            "a duplicate_tensor");
  EXPECT_EQ(code(GgufBytes().tensor("a", {8}, 0, 64).tensor("b", {8}, 0, 32)), "b tensor_gap");
}

}  // namespace
}  // namespace vramscope::test
