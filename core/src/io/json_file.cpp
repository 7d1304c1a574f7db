#include "io/json_file.h"

#include <algorithm>
#include <array>

#include "vramscope/text.h"

namespace vramscope {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// How a file begins that was meant to be a model file | id of the message
struct Foreign {
  std::string_view start, code;
};
constexpr std::array kForeign = {
    Foreign{"version https://git-lfs", "lfs_pointer"},
    Foreign{"<", "web_page"},
    Foreign{"PK\x03\x04", "pickle_file"},
    Foreign{"\x80\x02", "pickle_file"},
};

// Words that Python writes and JSON does not have; they become an empty list, which reads as absent
// and has room in each of them.
constexpr std::array<std::string_view, 3> kNotFinite = {"-Infinity", "Infinity", "NaN"};

/// Overwrites what JSON does not have with blanks, so that every byte keeps its place.
class Mender {
 public:
  explicit Mender(std::string& text) : text_(text) {}

  std::vector<Problem> mend() {
    while (at_ < text_.size()) step();
    return std::move(warnings_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"') return skip_string();
    if (text_.compare(at_, 2, "//") == 0) return blank_until("\n", 0);
    if (text_.compare(at_, 2, "/*") == 0) return blank_until("*/", 2);
    for (std::string_view word : kNotFinite) {
      if (text_.compare(at_, word.size(), word) != 0) continue;
      warn("json_not_finite");
      text_.replace(at_, word.size(), "[]" + std::string(word.size() - 2, ' '));
      last_ = text_.size();
      at_ += word.size();
      return;
    }
    const bool closes = c == '}' || c == ']';
    if (closes && last_ < text_.size()) {
      text_[last_] = ' ';
      warn("json_trailing_comma");
    }
    if (kBlank.find(c) == std::string_view::npos) last_ = c == ',' ? at_ : text_.size();
    line_ += c == '\n';
    ++at_;
  }

  void skip_string() {
    last_ = text_.size();
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
      at_ += text_[at_] == '\\';
    }
    at_ = std::min(at_, text_.size());
    at_ += at_ < text_.size() && text_[at_] == '"';
  }

  void blank_until(std::string_view end, size_t taken) {
    warn("json_comment");
    const size_t found = text_.find(end, at_ + 2);
    const size_t stop = found == std::string::npos ? text_.size() : found + taken;
    for (; at_ < stop; ++at_) {
      line_ += text_[at_] == '\n';
      if (text_[at_] != '\n') text_[at_] = ' ';
    }
  }

  /// Once a kind.
  void warn(std::string_view code) {
    const auto same = [&](const Problem& problem) { return problem.code == code; };
    if (std::any_of(warnings_.begin(), warnings_.end(), same)) return;
    warnings_.push_back({"", std::string(code), {{"line", std::to_string(line_)}}});
  }

  std::string& text_;
  std::vector<Problem> warnings_;
  size_t at_ = 0;
  size_t last_ = std::string::npos;  ///< the last mark, where it was a comma; else past the end
  size_t line_ = 1;
};

/// A fault at the very end, or in an escape that the end cuts off, means that the rest is missing.
std::vector<Problem> name_the_end(std::vector<Problem> errors, std::string_view text) {
  if (errors[0].code != "json_syntax") return errors;
  const auto number = [](size_t at) { return format_number(static_cast<double>(at)); };
  std::string& offset = errors[0].params[0].value;
  bool cut = offset == number(text.size());
  constexpr size_t kLongestEscape = 12;  // of a character in two halves
  for (size_t at = text.size(); at > 0 && text.size() - at < kLongestEscape && !cut; --at) {
    if (text[at - 1] == '"') break;
    cut = text[at - 1] == '\\' && offset == number(at - 1);
  }
  if (!cut) return errors;
  errors[0].code = "ends_early";
  offset = number(text.size());
  return errors;
}

}  // namespace

std::vector<Problem> foreign_file(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {{"", "empty_file", {}}};
  for (const Foreign& row : kForeign) {
    if (text.substr(first).starts_with(row.start)) return {{"", std::string(row.code), {}}};
  }
  return {};
}

Result<JsonFile> read_json_file(std::string_view text, size_t max_bytes) {
  if (std::vector<Problem> foreign = foreign_file(text); !foreign.empty()) return foreign;
  Result<Json> parsed = parse_json(text, max_bytes);
  if (parsed.ok()) return JsonFile{std::move(parsed.value()), {}};
  if (parsed.errors()[0].code != "json_syntax") return parsed.errors();
  std::string mended(text);
  std::vector<Problem> warnings = Mender(mended).mend();
  if (!warnings.empty()) parsed = parse_json(mended, max_bytes);
  if (!parsed.ok()) return name_the_end(parsed.errors(), text);
  return JsonFile{std::move(parsed.value()), std::move(warnings)};
}

}  // namespace vramscope
