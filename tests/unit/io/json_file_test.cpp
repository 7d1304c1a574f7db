#include "io/json_file.h"

#include "support/ask.h"
#include "vramscope/config_reader.h"

namespace vramscope::test {
namespace {

const std::string kConfig = R"({
  "model_type": "llama",
  "hidden_size": 256,
  "intermediate_size": 512,
  "num_hidden_layers": 2,
  "num_attention_heads": 8,
  "vocab_size": 64)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// How a config may arrive | the warning it gives, with its line
TEST(JsonFile, AwkwardConfigsReadTheSame) {
  struct Case {
    std::string text, warning, line;
  };
  const std::string plain = kConfig + "\n}";
  const Case cases[] = {
      {plain, "", ""},
      {"\xef\xbb\xbf" + plain, "", ""},
      {replaced(plain, "\n", "\r\n"), "", ""},
      {replaced(plain, "256", "\"256\""), "", ""},
      {kConfig + ",\n}", "json_trailing_comma", "8"},
      {kConfig + ", /* last */ \n }", "json_comment", "7"},
      {kConfig + ",\n\"a\": [1, 2, ], \"b\": \"x,]\"}", "json_trailing_comma", "8"},
      {kConfig + ",\n\"a\": Infinity\n}", "json_not_finite", "8"},
      {kConfig + ",\n\"a\": [-Infinity, NaN]\n}", "json_not_finite", "8"},
      {"// by hand\n" + plain, "json_comment", "1"},
      {kConfig + ",\n  // \"vocab_size\": 5\n \"n\": \"http://NaN,}\"\n}", "json_comment", "8"},
      {kConfig + ",\n\"num_key_value_heads\": null}", "", ""},
  };
  const ModelSpec wanted = read_config_json(plain).value().spec;
  for (const Case& c : cases) {
    const Result<ReadModel> read = read_config_json(c.text);
    ASSERT_TRUE(read.ok()) << c.text;
    EXPECT_EQ(read.value().spec, wanted) << c.text;
    const std::vector<Problem>& warnings = read.value().warnings;
    if (c.warning.empty()) {
      EXPECT_TRUE(warnings.empty()) << c.text;
    } else {
      ASSERT_TRUE(has_problem(warnings, "", c.warning)) << c.text;
      EXPECT_EQ(warnings[0].params[0].value, c.line) << c.text;
    }
  }
}

TEST(JsonFile, WhatCannotBeReadSaysWhy) {
  const auto fault = [](const std::string& text) {
    return read_json_file(text, kMaxConfigBytes).errors()[0];
  };
  EXPECT_EQ(fault("").code, "empty_file");
  EXPECT_EQ(fault(" \n").code, "empty_file");
  EXPECT_EQ(fault("version https://git-lfs.github.com/spec/v1\n").code, "lfs_pointer");
  EXPECT_EQ(fault("<!DOCTYPE html>").code, "web_page");
  EXPECT_EQ(fault("PK\x03\x04zip").code, "pickle_file");
  EXPECT_EQ(fault("{\"a\" 1}").code, "json_syntax");
  EXPECT_EQ(fault("{\"a\": 1, /* open").code, "ends_early");
  EXPECT_EQ(fault(std::string(1000000, '[')).code, "too_deep");
  std::string many = "[0";
  for (int i = 0; i < 1100000; ++i) many += ",0";
  EXPECT_EQ(fault(many + ']').code, "too_many_values");
}

TEST(JsonFile, EveryTruncationNamesItsByte) {
  const std::string whole =
      kConfig + ",\n\"text\": \"a\\\"\\u00e9\\ud83d\\ude00b\", \"list\": [1, true, null]}";
  for (size_t size = 1; size < whole.size(); ++size) {
    const auto read = read_json_file(whole.substr(0, size), kMaxConfigBytes);
    ASSERT_FALSE(read.ok()) << size;
    EXPECT_EQ(read.errors()[0].code, "ends_early") << size << whole.substr(0, size);
    EXPECT_EQ(read.errors()[0].params[0].value, std::to_string(size));
  }
}

TEST(JsonFile, AConfigOfThreeMegabytesIsRead) {
  std::string text = kConfig + ",\n\"quantization_config\": {\"ignore\": [\"x\"";
  for (int i = 0; i < 60000; ++i)
    text += ",\n\"model.layers." + std::to_string(i) + ".mlp.experts.gate_up\"";
  text += "]}}";
  ASSERT_GT(text.size(), size_t{2500000});
  EXPECT_TRUE(read_config_json(text).ok());
}

}  // namespace
}  // namespace vramscope::test
