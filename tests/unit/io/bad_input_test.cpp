// Bad input is data: an error that names the field, never a crash, a hang or a wrong number.
#include "support/ask.h"
#include "vramscope/answer.h"
#include "vramscope/config_reader.h"

namespace vramscope::test {
namespace {

struct Case {
  std::string document, field, code;
};

TEST(BadInput, EachFaultNamesItsField) {
  const Case cases[] = {
      {"", "", "json_syntax"},
      {"[]", "", "not_an_object"},
      {"{", "", "json_syntax"},
      {R"({"context":NaN})", "", "json_syntax"},
      {R"({"context":-1})", "context", "out_of_range"},
      {R"({"context":1e300})", "context", "out_of_range"},
      {R"({"context":0})", "context", "out_of_range"},
      {R"({"context":1.5})", "context", "out_of_range"},
      {R"({"context":"8192"})", "context", "wrong_type"},
      {R"({"batch":99999999999})", "batch", "out_of_range"},
      {R"({"kontext":8192})", "kontext", "unknown_field"},
      {R"({"training":{"zer0":1}})", "training.zer0", "unknown_field"},
      {R"({"training":3})", "training", "wrong_type"},
      {R"({"training":{"zero":4}})", "training.zero", "out_of_range"},
      {R"({"task":"dreaming"})", "task", "not_a_choice"},
      {R"({"v":2})", "v", "unknown_version"},
      {R"({"gpus":0})", "gpus", "out_of_range"},
      {R"({"gpus":1e9})", "gpus", "out_of_range"},
      {R"({"gpu":7})", "gpu", "wrong_type"},
      {R"({"gpu":{"base":"rtx-4090","memory_gib":-5}})", "gpu.memory_gib", "out_of_range"},
      {R"({"devices":[]})", "devices", "wrong_type"},
      {R"({"gpu":"rtx-4090","devices":[{"gpu":"rtx-4090"}]})", "devices", "gpu_and_devices"},
      {R"({"compare":"rtx-4090"})", "compare", "wrong_type"},
      {R"({"overrides":{"wieghts":5}})", "overrides.wieghts", "unknown_field"},
      {R"({"model":{"config":{"hidden_size":4096}}})", "model.config.num_hidden_layers",
       "missing_field"},
      {R"({"model":{"config":{"model_type":"llama","hidden_size":-4}}})",
       "model.config.hidden_size", "out_of_range"},
      {R"({"model":{"spec":{"hidden_size":4096}}})", "model.spec.groups", "missing_field"},
      {R"({"parallel":{"split":[20,"x"]}})", "parallel.split", "wrong_type"},
      {R"({"weights":{"fromat":"awq"}})", "weights.fromat", "unknown_field"},
      {R"({"weights":{"bits":"4"}})", "weights.bits", "wrong_type"},
      {R"({"weights":{"skip":"lm_head"}})", "weights.skip", "wrong_type"},
  };
  for (const Case& c : cases) {
    const Result<Request> request = parse_request(c.document);
    ASSERT_FALSE(request.ok()) << c.document;
    EXPECT_TRUE(has_problem(request.errors(), c.field, c.code))
        << c.document << " gave " << request.errors()[0].field << ' ' << request.errors()[0].code;
  }
}

TEST(BadInput, UnknownIdsNameTheField) {
  EXPECT_TRUE(has_problem(ask(R"({"model":"llama-9"})").errors, "model", "unknown_id"));
  EXPECT_TRUE(has_problem(ask(R"({"gpu":"rtx-9999"})").errors, "gpu", "unknown_id"));
  EXPECT_TRUE(
      has_problem(ask(R"({"compare":["rtx-4090","x"]})").errors, "compare.1", "unknown_id"));
  EXPECT_TRUE(has_problem(ask(R"({"engine":"x"})").errors, "engine", "unknown_id"));
  EXPECT_TRUE(has_problem(ask(R"({"weights":"q9"})").errors, "weights", "unknown_id"));
  EXPECT_TRUE(has_problem(ask(R"({"kv":"q9"})").errors, "kv", "unknown_id"));
  EXPECT_TRUE(
      has_problem(ask(R"({"weights":{"format":"q9"}})").errors, "weights.format", "unknown_id"));
  EXPECT_TRUE(has_problem(ask(R"({"weights":{"format":"awq","skip":["x"]}})").errors,
                          "weights.skip", "unknown_id"));
  EXPECT_TRUE(
      has_problem(ask(R"({"weights":{"bits":0.5}})").errors, "weights.bits", "not_a_choice"));
}

TEST(BadInput, DegreesMustMultiplyToTheDevices) {
  const Reply reply = ask(R"({"gpus":4,"parallel":{"tensor":3}})");
  ASSERT_FALSE(reply.ok);
  EXPECT_TRUE(has_problem(reply.errors, "parallel", "devices_do_not_match"));
  EXPECT_EQ(
      say(reply.errors[0], Lang::En),
      "The parallel degrees multiply to 3, but there are 4 devices. Change one or the other.");
}

TEST(BadInput, DeepNestingIsRefused) {
  std::string deep(100000, '[');
  EXPECT_TRUE(has_problem(parse_request(deep).errors(), "", "too_deep"));
  const std::string objects = R"({"a":)";
  std::string nested;
  for (int i = 0; i < 100; ++i) nested += objects;
  EXPECT_TRUE(has_problem(read_config_json(nested).errors(), "", "too_deep"));
}

TEST(BadInput, TwoHundredMegabytesAreRefusedByName) {
  const std::string garbage(size_t{200} << 20, 'x');
  EXPECT_TRUE(has_problem(parse_request(garbage).errors(), "", "too_many_bytes"));
  EXPECT_TRUE(has_problem(read_config_json(garbage).errors(), "", "too_many_bytes"));
}

TEST(BadInput, TotalsBeyondExactCountingAreAnError) {
  const Reply reply = ask(R"({"context":4294967296,"batch":16777216})");
  ASSERT_FALSE(reply.ok);
  EXPECT_EQ(reply.errors[0].code, "too_large");
}

TEST(BadInput, TheJsonDoorAlwaysAnswers) {
  EXPECT_EQ(answer_json("{").substr(0, 19), R"({"v":1,"ok":false,")");
  EXPECT_NE(answer_json(R"({"id":"a","context":0})").find(R"("id":"a")"), std::string::npos);
  EXPECT_NE(answer_json(R"({"lang":"zh","context":0})").find("必须"), std::string::npos);
  EXPECT_NE(answer_json("\xff\xfe").find("json_syntax"), std::string::npos);
  EXPECT_NE(answer_json("{\"id\":\"\xff\"}").find("json_syntax"), std::string::npos);
}

TEST(BadInput, IgnoredFieldsAreSaid) {
  const Reply reply = ask(R"({"engine":"ideal","options":{"ubatch":256},"training":{"zero":1}})");
  ASSERT_TRUE(reply.ok);
  EXPECT_TRUE(has_problem(reply.warnings, "options.ubatch", "option_ignored"));
  EXPECT_TRUE(has_problem(reply.warnings, "training.zero", "option_ignored"));
}

// What one recipe uses and another does not: said where it is lost, silent where it counts.
TEST(BadInput, AnOptionOfAnotherRecipeSaysSo) {
  struct Row {
    const char* field;
    const char* lost;  ///< members of "training" with which the option counts for nothing
    const char* used;
  };
  constexpr Row kCases[] = {
      {"hpz_partition", R"("zero":2,"hpz_partition":8)", R"("zero":3,"hpz_partition":8)"},
      {"quantised_weights", R"("zero":1,"quantised_weights":true)",
       R"("zero":3,"quantised_weights":true)"},
      {"teacher", R"("teacher":"llama-2-13b")", R"("objective":"distill","teacher":"llama-2-13b")"},
      {"lora.rank", R"("lora":{"rank":64})", R"("method":"lora","lora":{"rank":64})"},
      {"kbit_upcast", R"("kbit_upcast":true)", R"("method":"qlora","kbit_upcast":true)"},
  };
  for (const Row& c : kCases) {
    const auto warned = [&](const char* training) {
      const Reply reply =
          ask(std::string(R"({"model":"llama-2-7b","task":"training","gpu":"a100-sxm4-80gb",)") +
              R"("gpus":16,"training":{)" + training + "}}");
      EXPECT_TRUE(reply.ok) << training;
      return has_problem(reply.warnings, std::string("training.") + c.field, "option_ignored");
    };
    EXPECT_TRUE(warned(c.lost)) << c.field;
    EXPECT_FALSE(warned(c.used)) << c.field;
  }
}

}  // namespace
}  // namespace vramscope::test
