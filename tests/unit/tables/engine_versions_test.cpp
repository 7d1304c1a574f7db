#include <gtest/gtest.h>

#include "tables/engines.h"

namespace vramscope::test {
namespace {

std::string_view from(std::string_view engine, std::string_view version) {
  const EngineVersion* row = find_engine_version(*find_engine(engine), version);
  return row ? row->from : "none";
}

TEST(EngineVersions, NumbersBuildsAndDatesFindTheirRow) {
  EXPECT_EQ(from("vllm", "0.7.3"), "0.6.5");
  EXPECT_EQ(from("vllm", "0.8"), "0.8");
  EXPECT_EQ(from("vllm", "v0.8.5"), "0.8.4");
  EXPECT_EQ(from("vllm", "0.9.1"), "0.8.4");
  EXPECT_EQ(from("vllm", "0.10.2"), "0.10");
  EXPECT_EQ(from("vllm", "0.21.0"), "0.21");
  EXPECT_EQ(from("vllm", "1.0"), "0.21");
  EXPECT_EQ(from("vllm", "2025-03"), "0.8");
  EXPECT_EQ(from("vllm", "2025-03-17"), "0.6.5");
  EXPECT_EQ(from("llama.cpp", "b9272"), "");
  EXPECT_EQ(from("llama.cpp", "b9999"), "b9400");
  EXPECT_EQ(from("vllm", ""), "0.21");
  EXPECT_EQ(from("vllm", "newest"), "none");
  EXPECT_EQ(from("aphrodite", "2024-06"), "0.3.1");  // follows vLLM, by dates only
  EXPECT_EQ(from("aphrodite", "0.7"), "none");
}

TEST(EngineVersions, RowsStandOldestFirstAndHaveADate) {
  std::string_view engine, date;
  for (const EngineVersion& row : engine_versions()) {
    EXPECT_NE(find_engine(row.engine), nullptr) << row.engine;
    EXPECT_EQ(row.date.size(), 10u) << row.engine << row.from;
    EXPECT_FALSE(row.what.empty());
    if (row.engine == engine) {
      EXPECT_GT(row.date, date) << row.engine << row.from;
    }
    engine = row.engine;
    date = row.date;
  }
}

}  // namespace
}  // namespace vramscope::test
