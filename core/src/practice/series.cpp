// Which questions come, and which of their mistakes can be told apart.
#include <algorithm>
#include <cmath>

#include "practice/templates.h"

namespace vramscope::practice {
namespace {

constexpr int kAttempts = 400;  // draws until a model suits
constexpr int kTurns = 50;      // templates that ran out of new questions are passed over
constexpr double kLeast = 0.05, kMost = 1e5;  // numbers that one works out by hand

bool apart(double a, double b, double by) { return std::fabs(a / b - 1) > by; }

/// Mistakes that lead to a number of their own.
void keep_distinct(Question& question) {
  std::vector<Mistake> kept;
  for (const Mistake& one : question.mistakes) {
    if (!(one.value > 0) || !apart(one.value, question.answer, 2 * kTolerance)) continue;
    const bool alone = std::all_of(kept.begin(), kept.end(), [&](const Mistake& other) {
      return apart(other.value, one.value, kTolerance);
    });
    if (alone) kept.push_back(one);
  }
  question.mistakes = std::move(kept);
}

bool draw(const Template& row, Random& random, Question& question) {
  for (int i = 0; i < kAttempts; ++i) {
    question.id = row.id;
    question.place = row.place;
    question.terms.clear();
    question.mistakes.clear();
    if (!row.draw(random, question)) continue;
    if (!(question.answer >= kLeast && question.answer < kMost)) continue;
    keep_distinct(question);
    return true;
  }
  return false;
}

}  // namespace

double Random::next() {
  state_ += 0x6D2B79F5u;
  uint32_t mixed = state_;
  mixed = (mixed ^ (mixed >> 15)) * (mixed | 1);
  mixed ^= mixed + (mixed ^ (mixed >> 7)) * (mixed | 61);
  return static_cast<double>(mixed ^ (mixed >> 14)) / 4294967296.0;
}

size_t Random::below(size_t count) {
  return static_cast<size_t>(next() * static_cast<double>(count));
}

void Series::next(Question& question) {
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto& rows = templates();
    const Template& row = rows[(turn_ + static_cast<size_t>(turn)) % rows.size()];
    if (!draw(row, random_, question)) continue;
    std::string key = std::string(question.id) + question.en;
    if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) continue;
    seen_.push_back(std::move(key));
    break;
  }
  ++turn_;
}

}  // namespace vramscope::practice
