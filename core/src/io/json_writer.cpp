#include "io/json_writer.h"

#include <rapidjson/internal/dtoa.h>

#include <array>
#include <cmath>

namespace vramscope {

std::string number_text(double value) {
  if (std::floor(value) == value && std::fabs(value) < 9007199254740992.0) {
    return std::to_string(static_cast<int64_t>(value));
  }
  std::array<char, 64> digits;  // the shortest digits that read back as this number
  return {digits.data(), rapidjson::internal::dtoa(value, digits.data())};
}

void JsonWriter::quote(std::string_view value) {
  constexpr std::string_view kHex = "0123456789abcdef";
  text_ += '"';
  size_t copied = 0;  // runs without special characters are copied whole
  for (size_t i = 0; i < value.size(); ++i) {
    const auto c = static_cast<unsigned char>(value[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    text_ += value.substr(copied, i - copied);
    copied = i + 1;
    text_ += '\\';
    if (c >= 0x20) {
      text_ += value[i];
    } else {
      text_ += "u00";
      text_ += kHex[c >> 4];
      text_ += kHex[c & 15];
    }
  }
  text_ += value.substr(copied);
  text_ += '"';
}

void JsonWriter::start(std::string_view name) {
  const bool first = text_.empty() || text_.back() == '{' || text_.back() == '[';
  if (!first) text_ += ',';
  if (name.empty()) return;
  quote(name);
  text_ += ':';
}

void JsonWriter::open(std::string_view name, char bracket) {
  start(name);
  text_ += bracket;
}

void JsonWriter::text(std::string_view name, std::string_view value) {
  start(name);
  quote(value);
}

void JsonWriter::number(std::string_view name, double value) {
  start(name);
  text_ += number_text(value);
}

void JsonWriter::flag(std::string_view name, bool value) {
  start(name);
  text_ += value ? "true" : "false";
}

void JsonWriter::null(std::string_view name) {
  start(name);
  text_ += "null";
}

JsonWriter begin_document(bool ok) {
  JsonWriter out;
  out.begin_object();
  out.number("v", 1);
  out.flag("ok", ok);
  return out;
}

std::string end_document(JsonWriter& out) {
  out.end_object();
  return out.document();
}

}  // namespace vramscope
