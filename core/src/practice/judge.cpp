// Reads an answer and says whether it is right, or which mistake it comes from.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "practice/templates.h"
#include "text/practice_words.h"
#include "vramscope/text.h"

namespace vramscope::practice {
namespace {

constexpr std::string_view kUnits[] = {"GiB", "GB", "MiB", "MB", "KiB", "B"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Takes a comma before three figures, ASCII or full-width, off the front.
bool take_separator(std::string_view& text) {
  constexpr std::string_view kWide = "，";
  const size_t n = text.substr(0, 1) == "," ? 1 : text.substr(0, kWide.size()) == kWide ? 3 : 0;
  if (n == 0 || text.size() < n + 3) return false;
  for (size_t i = n; i < n + 3; ++i) {
    if (!is_digit(text[i])) return false;
  }
  text.remove_prefix(n);
  return true;
}

double power_of_ten(int exponent) {
  double value = 1;
  for (int i = 0; i < std::abs(exponent) && i < 400; ++i) value *= 10;
  return exponent < 0 ? 1 / value : value;
}

/// The exponent behind a number, where one stands there.
double take_exponent(std::string_view& text) {
  if (text.empty() || lower(text.front()) != 'e') return 1;
  std::string_view rest = text.substr(1);
  const bool negative = !rest.empty() && rest.front() == '-';
  if (negative || (!rest.empty() && rest.front() == '+')) rest.remove_prefix(1);
  if (rest.empty() || !is_digit(rest.front())) return 1;
  int exponent = 0;
  for (; !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1)) {
    exponent = std::min(exponent * 10 + (rest.front() - '0'), 400);
  }
  text = rest;
  return power_of_ten(negative ? -exponent : exponent);
}

/// The number at the front of the text. Figures are read as the page reads them: digits, at most
/// one point, separators of thousands, an exponent.
std::optional<double> take_number(std::string_view& text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  double value = 0;
  int decimals = 0;
  bool point = false;
  bool figures = false;
  while (!text.empty()) {
    if (is_digit(text.front())) {
      value = value * 10 + (text.front() - '0');
      decimals += point ? 1 : 0;
      figures = true;
    } else if (text.front() == '.' && !point) {
      point = true;
    } else if (figures && take_separator(text)) {
      continue;
    } else {
      break;
    }
    text.remove_prefix(1);
  }
  if (!figures) return std::nullopt;
  value = value / power_of_ten(decimals) * take_exponent(text);
  if (!std::isfinite(value)) return std::nullopt;
  return negative ? -value : value;
}

}  // namespace

std::optional<double> read_answer(std::string_view text, std::string_view unit) {
  text = trimmed(text);
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  text = trimmed(text);
  if (text.empty() || text == unit) return number;
  for (const std::string_view given : kUnits) {
    if (same_word(given, text) && unit_size(unit) > 0) {
      return *number * unit_size(given) / unit_size(unit);
    }
  }
  return std::nullopt;
}

Judgement judge(const Question& question, double value) {
  const auto near = [&](double other) { return std::fabs(value / other - 1) <= kTolerance; };
  if (near(question.answer)) return {.right = true};
  for (const Mistake& one : question.mistakes) {
    if (near(one.value)) return {.mistake = &one};
  }
  return {};
}

std::string_view mistake_text(std::string_view id, Lang lang) {
  const Message* row = find_message(practice_words(), "mistake." + std::string(id));
  return row ? row->in(lang) : id;
}

std::vector<WorkingLine> working(const Question& question) {
  std::vector<WorkingLine> lines;
  const Reply reply = answer(question.request);
  if (!reply.ok || reply.results.empty()) return lines;
  const MachineResult& result = reply.results.front();
  const Units units = question.unit == "GB" ? Units::Gb : Units::Gib;
  for (const TermId id : question.terms) {
    for (const Term& term : result.terms) {
      if (term.id != id || term.place == Place::Host || term.formula.empty()) continue;
      lines.push_back({"term." + std::string(term_id(id)), term.formula, term.working,
                       format_bytes(term.size.bytes, units)});
    }
  }
  for (const UtilisationLine& line : result.utilisation) {
    if (question.id == "mfu" && line.id == "utilisation_mfu") {
      lines.push_back({{}, line.formula, line.working, format_percent(line.share)});
    }
  }
  if (question.id == "parameters-yi") {
    lines.push_back({{}, {}, format_number(reply.model.parameters) + " ÷ 100,000,000", {}});
  }
  return lines;
}

}  // namespace vramscope::practice
