// A JSON document as a plain value. RapidJSON reads the text, through its event interface: nothing
// throws, and it needs neither printf nor long doubles, which would fill a tenth of the small
// module.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/error.h"

namespace vramscope {

inline constexpr size_t kMaxRequestBytes = size_t{16} << 20;
inline constexpr size_t kMaxConfigBytes = size_t{64} << 20;
inline constexpr size_t kMaxDepth = 64;
inline constexpr size_t kMaxValues = size_t{1} << 20;  ///< of one document kept as a value

struct Json {
  enum class Kind : uint8_t { Null, Bool, Number, Text, List, Object };

  std::string name;  ///< of a member; empty in a list
  Kind kind = Kind::Null;
  double number = 0;  ///< Number; Bool as 0 or 1
  std::string text;
  std::vector<Json> children;  ///< of a List or Object, in the document's order
  bool operator==(const Json&) const = default;

  static Json object() { return of(Kind::Object); }
  static Json list() { return of(Kind::List); }
  static Json of(std::string_view text);
  static Json of(double number);

  bool is_null() const { return kind == Kind::Null; }
  bool is_text() const { return kind == Kind::Text; }
  bool is_number() const { return kind == Kind::Number; }
  bool is_bool() const { return kind == Kind::Bool; }
  bool is_list() const { return kind == Kind::List; }
  bool is_object() const { return kind == Kind::Object; }

  /// The member with this name (the last, where a document repeats it), or nullptr.
  const Json* find(std::string_view member) const;
  /// The member with this name, made if need be.
  Json& at(std::string_view member);
  void set(std::string_view member, Json value);
  void erase(std::string_view member);
  void append(Json value);

 private:
  static Json of(Kind kind);
};

/// Hears a document as it is read, without keeping it. False stops the reading.
class JsonSink {
 public:
  virtual bool value(Json::Kind kind, double number, std::string_view text) = 0;
  virtual bool open(Json::Kind kind) = 0;  ///< List or Object
  virtual bool close() = 0;
  virtual bool key(std::string_view name) = 0;

 protected:
  ~JsonSink() = default;
};

/// How far a reading came.
struct JsonScan {
  enum class End : uint8_t { Done, Syntax, TooDeep, Refused };
  End end = End::Done;
  size_t offset = 0;  ///< first byte after the document, or of the fault
};

/// Reads one document from the start of `text`; what follows it is not looked at. A byte order mark
/// is skipped.
JsonScan scan_json(std::string_view text, JsonSink& sink);

/// Parses a document; a syntax error names its byte offset. A byte order mark is skipped.
Result<Json> parse_json(std::string_view text, size_t max_bytes);
/// The same for a short text inside a link or flag; the text itself where it is not JSON.
Json parse_scalar(std::string_view text);

/// What a scan that did not end well is called.
Problem scan_problem(const JsonScan& scan);

}  // namespace vramscope
