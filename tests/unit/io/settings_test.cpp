#include "vramscope/settings.h"

#include <algorithm>

#include "io/fields.h"
#include "io/json_writer.h"
#include "support/ask.h"
#include "vramscope/flags.h"

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

/// A value other than the default; empty for texts that are looked up.
std::string another_value(const Field& field) {
  const std::string usual = field_text(field, default_request());
  std::span<const std::string_view> names = field.values;
  if (const EnumAccess* row = std::get_if<EnumAccess>(&field.access)) names = row->names;
  for (const std::string_view name : names) {
    if (name != usual) return std::string(name);
  }
  const FieldAccess& access = std::get<FieldAccess>(field.access);
  using Flag = bool& (*)(Request&);
  using MaybeFlag = std::optional<bool>& (*)(Request&);
  if (std::holds_alternative<Flag>(access) || std::holds_alternative<MaybeFlag>(access)) {
    return usual == "true" ? "false" : "true";
  }
  for (const double value : {field.low, field.low + 1, field.high}) {
    const std::string text = number_text(value);
    if (value <= field.high && field.high > 0 && text != usual) return text;
  }
  return {};
}

TEST(Settings, WhatNobodyUsesIsSaidToBeIgnored) {
  size_t ignored = 0;
  for (const Engine& engine : engines()) {
    for (const char* task : {"inference", "training"}) {
      if (task[0] == 't' ? !engine.training : !engine.inference) continue;
      std::vector<Param> flags = {{"engine", std::string(engine.id)}, {"task", task}};
      const Request plain = request_from_flags({}, flags).value();
      for (const Field& field : request_fields()) {
        const std::string value = another_value(field);
        if (value.empty() || is_used(field, plain, engine)) continue;
        flags.resize(2);
        flags.push_back({std::string(field.short_name), value});
        const Result<Request> request = request_from_flags({}, flags);
        ASSERT_TRUE(request.ok()) << engine.id << ' ' << field.path << '=' << value;
        const Reply reply = answer(request.value());
        ASSERT_TRUE(reply.ok) << engine.id << ' ' << field.path << '=' << value;
        EXPECT_TRUE(has_problem(reply.warnings, std::string(field.path), "option_ignored"))
            << engine.id << ' ' << field.path << '=' << value;
        ++ignored;
      }
    }
  }
  EXPECT_GT(ignored, 500u);
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
