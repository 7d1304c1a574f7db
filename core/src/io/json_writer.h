// Writes a JSON document as it goes: a fixed order, whole numbers as integers.
#pragma once

#include <string>
#include <string_view>

namespace vramscope {

/// Every call takes the member's name; inside a list it is empty.
class JsonWriter {
 public:
  void begin_object(std::string_view name = {}) { open(name, '{'); }
  void end_object() { text_ += '}'; }
  void begin_list(std::string_view name = {}) { open(name, '['); }
  void end_list() { text_ += ']'; }

  void text(std::string_view name, std::string_view value);
  void number(std::string_view name, double value);
  void flag(std::string_view name, bool value);
  void null(std::string_view name);

  const std::string& document() const { return text_; }

 private:
  void open(std::string_view name, char bracket);
  void start(std::string_view name);
  void quote(std::string_view value);

  std::string text_;
};

/// The frame of a reply that is not the estimator's: {"v":1,"ok":…, until end_document().
JsonWriter begin_document(bool ok);
std::string end_document(JsonWriter& out);

/// A number as JSON writes it.
std::string number_text(double value);

}  // namespace vramscope
