// Questions with a number for an answer: drawn from the catalogue by a seed, answered by answer(),
// judged with the mistakes that people make. A library of its own: only what asks questions links
// it. The handbook's page draws the same series (web/handbook/shared/numeric.js); a test holds the
// two together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/reply.h"
#include "vramscope/request.h"

namespace vramscope::practice {

/// The same numbers for the same seed everywhere (mulberry32).
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed) {}
  double next();  ///< from 0 up to 1
  size_t below(size_t count);

 private:
  uint32_t state_;
};

/// A way to a wrong number that people really take.
struct Mistake {
  std::string_view id;  ///< "gb_for_gib"; of its text too
  double value = 0;     ///< what it leads to, in the unit asked for
};

struct Question {
  std::string_view id;  ///< of the template
  std::string_view
      place;  ///< of the explanation, below the handbook's folder: "kv-cache/#kv-formula"
  std::string_view unit;  ///< GiB, GB, KiB, %, 亿
  std::string en, zh;
  Request request;
  std::vector<TermId> terms;  ///< whose working explains the answer
  double answer = 0;
  std::vector<Mistake> mistakes;

  const std::string& ask(Lang lang) const { return lang == Lang::Zh ? zh : en; }
};

inline constexpr double kTolerance = 0.02;

/// Questions without end, none twice.
class Series {
 public:
  explicit Series(uint32_t seed) : random_(seed) {}
  void next(Question& question);  ///< into what was the last one

 private:
  Random random_;
  size_t turn_ = 0;
  std::vector<std::string> seen_;
};

/// What somebody typed, in the unit asked for: "12.5", "12,500 MiB". Nothing when it is no number
/// or has a unit of another kind.
std::optional<double> read_answer(std::string_view text, std::string_view unit);

struct Judgement {
  bool right = false;
  const Mistake* mistake = nullptr;  ///< of the question; nullptr: a number of no known origin
};
Judgement judge(const Question& question, double value);

/// What went wrong, as a sentence.
std::string_view mistake_text(std::string_view id, Lang lang);

/// The lines that lead from the catalogue's figures to the answer.
struct WorkingLine {
  std::string name;  ///< id of a label, "term.kv_cache"; empty where there is only one
  std::string formula, working;
  std::string value;
};
std::vector<WorkingLine> working(const Question& question);

}  // namespace vramscope::practice
