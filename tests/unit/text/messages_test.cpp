#include <gtest/gtest.h>

#include <set>

#include "tables/sources.h"
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

std::set<std::string> holes_of(std::string_view text) {
  std::set<std::string> holes;
  for (size_t open = text.find('{'); open != std::string_view::npos;
       open = text.find('{', open + 1)) {
    holes.insert(std::string(text.substr(open, text.find('}', open) - open)));
  }
  return holes;
}

TEST(Messages, BothLanguagesHaveTheSameHoles) {
  for (const Message& row : messages()) EXPECT_EQ(holes_of(row.en), holes_of(row.zh)) << row.id;
}

TEST(Messages, HolesAreFilled) {
  const Problem problem{"training.zero", "out_of_range", {{"low", "0"}, {"high", "3"}}};
  EXPECT_EQ(say(problem, Lang::En), "training.zero must be from 0 to 3.");
  EXPECT_EQ(say(problem, Lang::Zh), "training.zero 必须在 0 到 3 之间。");
  EXPECT_EQ(say("no.such.row", {}, Lang::En), "no.such.row");
}

TEST(Messages, EveryTermVerdictAndPlaceHasAName) {
  for (size_t i = 0; i < kTermCount; ++i) {
    const std::string id = "term." + std::string(term_id(static_cast<TermId>(i)));
    EXPECT_NE(find_message(id), nullptr) << id;
    EXPECT_NE(find_message(id + ".hint"), nullptr) << id;
  }
  for (Verdict verdict : {Verdict::Fits, Verdict::Tight, Verdict::No}) {
    EXPECT_NE(find_message("verdict." + std::string(verdict_id(verdict))), nullptr);
    EXPECT_NE(find_message("summary." + std::string(verdict_id(verdict))), nullptr);
  }
  for (Place place : {Place::Allocated, Place::Device, Place::Host}) {
    EXPECT_NE(find_message("place." + std::string(place_id(place))), nullptr);
  }
}

TEST(Messages, EverySymbolHasAMeaningInBothLanguages) {
  std::set<std::string_view> seen;
  for (size_t i = 1; i < kSymbolCount; ++i) {
    const SymbolRow& row = symbol_row(static_cast<Symbol>(i));
    EXPECT_FALSE(row.text.empty());
    EXPECT_FALSE(row.en.empty()) << row.text;
    EXPECT_FALSE(row.zh.empty()) << row.text;
    EXPECT_TRUE(seen.insert(row.text).second) << row.text << " stands for two things";
  }
}

TEST(Messages, EverySourceHasACitation) {
  for (size_t i = 0; i < static_cast<size_t>(Source::Count); ++i) {
    EXPECT_FALSE(citation(static_cast<Source>(i)).empty());
  }
}

}  // namespace
}  // namespace vramscope
