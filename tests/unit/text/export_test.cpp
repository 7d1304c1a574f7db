#include "vramscope/export.h"

#include <algorithm>

#include "support/ask.h"

namespace vramscope::test {
namespace {

TEST(Export, CsvHasALineATermWithWholeBytes) {
  const Reply reply = ask(R"({"model":"llama-3.1-8b","context":8192})");
  const std::string csv = csv_of(reply);
  EXPECT_TRUE(csv.starts_with("term,place,bytes,low,high,exactness,working\n"));
  // 2 x 32 x 8 x 128 x 8,192 x 2 B; the working has thousands separators and is quoted.
  EXPECT_NE(csv.find("kv_cache,allocated,1073741824,1073741824,1073741824,exact,\"2 × 32"),
            std::string::npos)
      << csv;
  const size_t lines = static_cast<size_t>(std::count(csv.begin(), csv.end(), '\n'));
  EXPECT_EQ(lines, reply.results[0].terms.size() + 2);
}

TEST(Export, MarkdownIsATableInTheReadersLanguage) {
  const Reply reply = ask(R"({"model":"llama-3.1-8b","context":8192})");
  const std::string en = markdown_of(reply, Lang::En, Units::Gib);
  EXPECT_TRUE(en.starts_with("**Llama 3.1 8B**: "));
  EXPECT_NE(en.find("| --- | ---: | --- | --- |"), std::string::npos);
  EXPECT_NE(en.find("| 1.00 GiB |"), std::string::npos);
  const std::string zh = markdown_of(reply, Lang::Zh, Units::Gb);
  EXPECT_NE(zh.find("权重"), std::string::npos);
  EXPECT_NE(zh.find("| 1.07 GB |"), std::string::npos);
  for (const std::string& text : {en, zh}) {  // every line of the table has four cells
    for (size_t at = text.find("\n|"); at != std::string::npos; at = text.find("\n|", at + 1)) {
      const std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
      EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 5) << line;
    }
  }
}

TEST(Export, OfAnErrorIsEmpty) {
  EXPECT_EQ(markdown_of(ask(R"({"model":"no-such"})"), Lang::En, Units::Gib), "");
}

}  // namespace
}  // namespace vramscope::test
