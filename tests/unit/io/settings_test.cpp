#include "vramscope/settings.h"

#include <algorithm>

#include "support/ask.h"

namespace vramscope::test {
namespace {

Request request_of(const char* document) { return parse_request(document).value(); }

const Setting* find(const std::vector<Setting>& list, std::string_view key) {
  const auto at = std::find_if(list.begin(), list.end(),
                               [&](const Setting& setting) { return setting.key == key; });
  return at != list.end() ? &*at : nullptr;
}

TEST(Settings, AreThoseOfTheEngineAndTheTask) {
  const std::vector<Setting> vllm = settings(request_of(R"({"engine":"vllm"})"));
  EXPECT_NE(find(vllm, "max-num-seqs"), nullptr);
  EXPECT_EQ(find(vllm, "cpu-moe"), nullptr);
  EXPECT_EQ(find(vllm, "zero"), nullptr);
  const std::vector<Setting> torch =
      settings(request_of(R"({"task":"training","engine":"torch"})"));
  EXPECT_NE(find(torch, "zero"), nullptr);
  EXPECT_EQ(find(torch, "max-num-seqs"), nullptr);
}

TEST(Settings, SayTheirKindAndWhatIsSet) {
  const std::vector<Setting> list =
      settings(request_of(R"({"engine":"llama.cpp","options":{"ubatch":1024}})"));
  const Setting* ubatch = find(list, "ubatch");
  ASSERT_NE(ubatch, nullptr);
  EXPECT_EQ(ubatch->kind, SettingKind::Number);
  EXPECT_EQ(ubatch->text, "1024");
  EXPECT_TRUE(ubatch->changed);
  EXPECT_EQ(find(list, "swa-full")->kind, SettingKind::Flag);
  EXPECT_EQ(find(list, "outputs")->kind, SettingKind::Choice);
  EXPECT_EQ(find(list, "kv")->kind, SettingKind::Text);
  EXPECT_FALSE(find(list, "outputs")->changed);
}

TEST(Settings, AreSetAndSetBack) {
  Request request = request_of(R"({"engine":"vllm","model":"gpt2"})");
  request.given.clear();
  const Result<Request> set = with_setting(request, "max-num-seqs", "64");
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set.value().options.max_num_seqs, 64u);
  EXPECT_EQ(set.value().model.id, "gpt2");
  const Result<Request> back = with_setting(set.value(), "max-num-seqs", "");
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back.value(), request);
}

TEST(Settings, RefuseWhatIsOutOfRangeAndNameTheField) {
  const Result<Request> result =
      with_setting(request_of(R"({"engine":"vllm"})"), "max-num-seqs", "0");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.errors().front().field, "options.max_num_seqs");
  EXPECT_FALSE(with_setting(request_of("{}"), "no-such", "1").ok());
}

TEST(Settings, AsJsonAreThoseOfTheRequest) {
  const std::string text = settings_json(R"({"task":"training","engine":"deepspeed"})");
  EXPECT_NE(text.find(R"({"path":"training.accumulation","kind":"number")"), std::string::npos);
  EXPECT_NE(text.find(R"("values":["full","lora","qlora","dora","frozen"])"), std::string::npos);
  EXPECT_EQ(text.find("options.max_num_seqs"), std::string::npos);
  EXPECT_EQ(settings_json("not a request"), "[]");
}

}  // namespace
}  // namespace vramscope::test
