// Practice: what is drawn, what counts as right, which mistakes are named.
#include "vramscope/practice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "practice/templates.h"
#include "vramscope/text.h"

namespace vramscope::practice {
namespace {

TEST(PracticeRandom, FollowsMulberry32) {
  // The first numbers of seed 1, as web/handbook/shared/random.js gives them.
  Random random(1);
  EXPECT_NEAR(random.next(), 0.6270739405881613, 1e-15);
  EXPECT_NEAR(random.next(), 0.002735721180215478, 1e-15);
  EXPECT_NEAR(random.next(), 0.5274470399599522, 1e-15);
}

std::vector<Question> some(uint32_t seed, size_t count) {
  Series series(seed);
  std::vector<Question> list;
  while (list.size() < count) series.next(list.emplace_back());
  return list;
}

TEST(Practice, TakesTurnsAndAsksNothingTwice) {
  const std::vector<Question> list = some(7, 70);
  std::set<std::string> asked;
  std::map<std::string_view, int> turns;  // one that has no new question is passed over
  for (size_t i = 0; i < list.size(); ++i) {
    ++turns[list[i].id];
    EXPECT_TRUE(asked.insert(list[i].en).second) << list[i].en;
    EXPECT_EQ(list[i].en.find('{'), std::string::npos) << list[i].en;
    EXPECT_EQ(list[i].zh.find('{'), std::string::npos) << list[i].zh;
    EXPECT_FALSE(list[i].mistakes.empty()) << list[i].en;
  }
  EXPECT_EQ(turns.size(), templates().size());
  for (const auto& [id, count] : turns) EXPECT_GE(count, 7) << id;
}

TEST(Practice, TheSameSeedAsksTheSame) {
  const std::vector<Question> a = some(3, 7);
  const std::vector<Question> b = some(3, 7);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].zh, b[i].zh);
    EXPECT_EQ(a[i].answer, b[i].answer);
  }
}

TEST(Practice, AMistakeIsNamedAndNeverRight) {
  for (const Question& question : some(11, 70)) {
    EXPECT_TRUE(judge(question, question.answer).right);
    EXPECT_TRUE(judge(question, question.answer * 1.019).right);
    EXPECT_FALSE(judge(question, question.answer * 1.021).right);
    for (const Mistake& mistake : question.mistakes) {
      const Judgement judgement = judge(question, mistake.value);
      EXPECT_FALSE(judgement.right);
      ASSERT_NE(judgement.mistake, nullptr) << question.en;
      EXPECT_EQ(judgement.mistake->id, mistake.id) << question.en;
      EXPECT_NE(mistake_text(mistake.id, Lang::En), mistake.id);
      EXPECT_NE(mistake_text(mistake.id, Lang::Zh), mistake_text(mistake.id, Lang::En));
    }
  }
}

TEST(Practice, GibibytesAndGigabytesAreToldApart) {
  bool seen = false;
  for (const Question& question : some(5, 14)) {
    if (question.unit != "GiB" && question.unit != "GB") continue;
    seen = true;
    const double bytes = question.answer * unit_size(question.unit);
    const double other = bytes / unit_size(question.unit == "GiB" ? "GB" : "GiB");
    const Judgement judgement = judge(question, other);
    ASSERT_NE(judgement.mistake, nullptr);
    EXPECT_EQ(judgement.mistake->id, question.unit == "GiB" ? "gb_for_gib" : "gib_for_gb");
  }
  EXPECT_TRUE(seen);
}

TEST(Practice, ItsWorkingIsTheEstimatorsOwn) {
  for (const Question& question : some(9, 14)) {
    EXPECT_FALSE(working(question).empty()) << question.en;
  }
}

struct Typed {
  const char* text;
  const char* unit;
  double value;  ///< NaN: no number
};
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr Typed kTyped[] = {
    {"12.5", "GiB", 12.5},
    {" 12.5 GiB ", "GiB", 12.5},
    {"12,800 MiB", "GiB", 12.5},
    {"12，800 MiB", "GiB", 12.5},
    {"13.4217728gb", "GiB", 12.5},
    {"1.5e3", "GB", 1500},
    {"80.3亿", "亿", 80.3},
    {"41 %", "%", 41},
    {"-3", "GB", -3},
    {"", "GB", kNone},
    {"abc", "GB", kNone},
    {"12 kg", "GB", kNone},
    {"12 GB", "%", kNone},
    {"1.2.3", "GB", kNone},
    {"1e999", "GB", kNone},
};

TEST(Practice, ReadsNumbersWithTheirUnits) {
  for (const Typed& typed : kTyped) {
    const std::optional<double> value = read_answer(typed.text, typed.unit);
    EXPECT_EQ(value.has_value(), !std::isnan(typed.value)) << typed.text;
    if (!value || std::isnan(typed.value)) continue;
    EXPECT_NEAR(*value, typed.value, 1e-9) << typed.text;
  }
}

}  // namespace
}  // namespace vramscope::practice
