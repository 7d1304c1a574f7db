#include "property/evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace vramscope::test {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& line) : line_(line) {}

  std::optional<double> all() {
    const double value = sum();
    skip();
    if (failed_ || at_ != line_.size()) return std::nullopt;
    return value;
  }

 private:
  void skip() {
    while (at_ < line_.size() && line_[at_] == ' ') ++at_;
  }
  bool take(const std::string& token) {
    skip();
    if (line_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }
  double sum() {
    double value = product();
    while (true) {
      if (take("+")) {
        value += product();
      } else if (take("−")) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = atom();
    while (true) {
      if (take("×")) {
        value *= atom();
      } else if (take("÷")) {
        value /= atom();
      } else {
        return value;
      }
    }
  }
  double pair(bool larger) {
    const double a = sum();
    failed_ = failed_ || !take(",");
    const double b = sum();
    failed_ = failed_ || !take(")");
    return larger ? std::max(a, b) : std::min(a, b);
  }
  double atom() {
    if (take("min(")) return pair(false);
    if (take("max(")) return pair(true);
    if (take("(")) {
      const double value = sum();
      failed_ = failed_ || !take(")");
      return value;
    }
    if (take("⌈")) {
      const double value = sum();
      failed_ = failed_ || !take("⌉");
      return std::ceil(value);
    }
    return number();
  }
  double number() {
    skip();
    std::string digits;
    while (at_ < line_.size()) {
      const char c = line_[at_];
      const bool separator = c == ',' && at_ + 1 < line_.size() && std::isdigit(line_[at_ + 1]);
      if (std::isdigit(c) || c == '.') {
        digits += c;
      } else if (!separator) {
        break;
      }
      ++at_;
    }
    failed_ = failed_ || digits.empty();
    if (line_.compare(at_, 2, " B") == 0) at_ += 2;
    return std::strtod(digits.c_str(), nullptr);
  }

  const std::string& line_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<double> evaluate(const std::string& line) { return Reader(line).all(); }

}  // namespace vramscope::test
