#include "io/json.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <utility>

#include "vramscope/text.h"

namespace vramscope {
namespace {

/// Passes the parser's events on. Deep nesting is refused, so that nothing later has to recurse
/// without end.
class Events {
 public:
  explicit Events(JsonSink& sink) : sink_(sink) {}

  // The names are the parser's.
  bool Null() { return sink_.value(Json::Kind::Null, 0, {}); }
  bool Bool(bool value) { return sink_.value(Json::Kind::Bool, value ? 1 : 0, {}); }
  bool Int(int value) { return Double(value); }
  bool Uint(unsigned value) { return Double(value); }
  bool Int64(int64_t value) { return Double(static_cast<double>(value)); }
  bool Uint64(uint64_t value) { return Double(static_cast<double>(value)); }
  bool Double(double value) { return sink_.value(Json::Kind::Number, value, {}); }
  bool RawNumber(const char*, unsigned, bool) { return false; }
  bool String(const char* text, unsigned size, bool) {
    return sink_.value(Json::Kind::Text, 0, {text, size});
  }
  bool StartObject() { return open(Json::Kind::Object); }
  bool StartArray() { return open(Json::Kind::List); }
  bool EndObject(unsigned) { return close(); }
  bool EndArray(unsigned) { return close(); }
  bool Key(const char* text, unsigned size, bool) { return sink_.key({text, size}); }

  bool too_deep() const { return depth_ > kMaxDepth; }

 private:
  bool open(Json::Kind kind) { return ++depth_ <= kMaxDepth && sink_.open(kind); }
  bool close() {
    --depth_;
    return sink_.close();
  }

  JsonSink& sink_;
  size_t depth_ = 0;
};

/// Builds the value.
class Builder final : public JsonSink {
 public:
  explicit Builder(Json& root) : root_(root) {}

  bool value(Json::Kind kind, double number, std::string_view text) override {
    place(kind, number, text);
    return values_ <= kMaxValues;
  }
  bool open(Json::Kind kind) override {
    open_.push_back(&place(kind, 0, {}));
    return values_ <= kMaxValues;
  }
  bool close() override {
    open_.pop_back();
    return true;
  }
  bool key(std::string_view name) override {
    key_ = name;
    return true;
  }

 private:
  Json& place(Json::Kind kind, double number, std::string_view text) {
    ++values_;
    if (!open_.empty()) open_.back()->children.emplace_back();
    Json& json = open_.empty() ? root_ : open_.back()->children.back();
    json.name = std::exchange(key_, {});
    json.kind = kind;
    json.number = number;
    json.text = text;
    return json;
  }

  Json& root_;
  std::vector<Json*> open_;  ///< a parent's children do not move while a child is open
  std::string key_;
  size_t values_ = 0;
};

}  // namespace

Json Json::of(Kind kind) {
  Json json;
  json.kind = kind;
  return json;
}

Json Json::of(std::string_view text) {
  Json json = of(Kind::Text);
  json.text = text;
  return json;
}

Json Json::of(double number) {
  Json json = of(Kind::Number);
  json.number = number;
  return json;
}

const Json* Json::find(std::string_view member) const {
  const Json* found = nullptr;
  for (const Json& child : children) {
    if (child.name == member) found = &child;
  }
  return kind == Kind::Object ? found : nullptr;
}

Json& Json::at(std::string_view member) {
  if (const Json* found = find(member)) return const_cast<Json&>(*found);
  kind = Kind::Object;
  children.push_back({});
  children.back().name = member;
  return children.back();
}

void Json::set(std::string_view member, Json value) {
  value.name = member;
  at(member) = std::move(value);
}

void Json::erase(std::string_view member) {
  std::erase_if(children, [&](const Json& child) { return child.name == member; });
}

void Json::append(Json value) { children.push_back(std::move(value)); }

JsonScan scan_json(std::string_view text, JsonSink& sink) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  const size_t skipped = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  rapidjson::MemoryStream stream(text.data() + skipped, text.size() - skipped);
  rapidjson::Reader reader;
  constexpr unsigned kFlags = rapidjson::kParseValidateEncodingFlag |
                              rapidjson::kParseIterativeFlag | rapidjson::kParseStopWhenDoneFlag;
  Events events(sink);
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, events);
  using End = JsonScan::End;
  if (!result.IsError()) return {End::Done, skipped + stream.Tell()};
  const End end = events.too_deep()                                    ? End::TooDeep
                  : result.Code() == rapidjson::kParseErrorTermination ? End::Refused
                                                                       : End::Syntax;
  return {end, skipped + result.Offset()};
}

Problem scan_problem(const JsonScan& scan) {
  switch (scan.end) {
    case JsonScan::End::TooDeep:
      return {"", "too_deep", {{"max", std::to_string(kMaxDepth)}}};
    case JsonScan::End::Refused:
      return {"", "too_many_values", {{"max", format_number(static_cast<double>(kMaxValues))}}};
    case JsonScan::End::Done:
    case JsonScan::End::Syntax:
      break;
  }
  return {"", "json_syntax", {{"offset", format_number(static_cast<double>(scan.offset))}}};
}

Result<Json> parse_json(std::string_view text, size_t max_bytes) {
  if (text.size() > max_bytes) {
    return Problem{"",
                   "too_many_bytes",
                   {{"max", format_bytes(Bytes::of(static_cast<double>(max_bytes)), Units::Gib)}}};
  }
  Json root;
  Builder builder(root);
  JsonScan scan = scan_json(text, builder);
  if (scan.end == JsonScan::End::Done) {
    scan.offset = std::min(text.find_first_not_of(" \t\r\n", scan.offset), text.size());
    if (scan.offset == text.size()) return root;
  }
  return scan_problem(scan);
}

Json parse_scalar(std::string_view text) {
  Result<Json> parsed = parse_json(text, kMaxRequestBytes);
  return parsed.ok() ? std::move(parsed.value()) : Json::of(text);
}

}  // namespace vramscope
