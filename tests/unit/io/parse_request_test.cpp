#include "support/ask.h"
#include "vramscope/flags.h"

namespace vramscope::test {
namespace {

TEST(ParseRequest, AnEmptyDocumentIsTheDefaultRequest) {
  const Result<Request> request = parse_request("{}");
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request.value(), default_request());
}

TEST(ParseRequest, LookupsIgnoreCaseAndUnderscores) {
  EXPECT_TRUE(ask(R"({"model":"Meta-Llama/LLAMA-3.1-8B","gpu":"RTX_4090"})").ok);
  EXPECT_TRUE(ask(R"({"weights":"F16"})").ok);
}

TEST(ParseRequest, ShorthandAndDevicesAreTheSame) {
  const auto a = parse_request(R"({"gpus":2,"gpu":"rtx-3090"})");
  const auto b = parse_request(R"({"devices":[{"gpu":"rtx-3090","count":2}]})");
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a.value().machine, b.value().machine);
}

TEST(ParseRequest, NullMeansUnset) {
  EXPECT_TRUE(ask(R"({"parallel":{"tensor":null},"compare":null,"prompt":null})").ok);
}

TEST(ParseRequest, TheNormalisedDocumentReadsBackAsItself) {
  const char* documents[] = {
      "{}",
      R"({"model":"gpt2","task":"training","gpus":8,"training":{"zero":3,"precision":"bf16"}})",
      R"({"compare":["rtx-4090",{"gpu":"a100-sxm4-80gb","gpus":2}],"kv":"q8_0","id":"x"})",
      R"({"devices":[{"gpu":{"base":"rtx-4090","memory_gib":48},"count":2}],"reserve_bytes":5})",
      R"({"overrides":{"workspace":77},"options":{"max_num_seqs":8},"engine":"vllm"})",
      R"({"model":{"config":{"model_type":"gemma2","hidden_size":2304,"num_hidden_layers":26,
          "num_attention_heads":8,"num_key_value_heads":4,"intermediate_size":9216,
          "vocab_size":256000,"head_dim":256,"sliding_window":4096}}})",
  };
  for (const char* document : documents) {
    const Result<Request> request = parse_request(document);
    ASSERT_TRUE(request.ok()) << document;
    const std::string text = request_json(request.value());
    const Result<Request> again = parse_request(text);
    ASSERT_TRUE(again.ok()) << text;
    EXPECT_EQ(request_json(again.value()), text);
  }
}

TEST(ParseRequest, FlagsAreLaidOverADocument) {
  const std::vector<Param> flags = {
      {"gpus", "2"}, {"gpu", "rtx-3090"}, {"context", "4096"}, {"zero", "3"}};
  const Result<Request> request = request_from_flags(R"({"context":1,"batch":7})", flags);
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request.value().context, 4096u);
  EXPECT_EQ(request.value().batch, 7u);
  EXPECT_EQ(request.value().training.zero, 3u);
  EXPECT_EQ(request.value().machine.devices[0].gpu, "rtx-3090");
  EXPECT_EQ(request.value().machine.devices[0].count, 2u);
  EXPECT_TRUE(has_problem(request_from_flags("", std::vector<Param>{{"context", "many"}}).errors(),
                          "context", "wrong_type"));
}

}  // namespace
}  // namespace vramscope::test
