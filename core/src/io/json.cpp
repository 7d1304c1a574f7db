#include "io/json.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "vramscope/text.h"

namespace vramscope {
namespace {

/// Builds the value from the parser's events; stops at the first error and keeps its place.
class Builder {
 public:
  explicit Builder(Json& root) : root_(root) {}

  // The names are the parser's.
  bool Null() { return put({}); }
  bool Bool(bool value) {
    Json json;
    json.kind = Json::Kind::Bool;
    json.number = value ? 1 : 0;
    return put(std::move(json));
  }
  bool Int(int value) { return put(Json::of(static_cast<double>(value))); }
  bool Uint(unsigned value) { return put(Json::of(static_cast<double>(value))); }
  bool Int64(int64_t value) { return put(Json::of(static_cast<double>(value))); }
  bool Uint64(uint64_t value) { return put(Json::of(static_cast<double>(value))); }
  bool Double(double value) { return put(Json::of(value)); }
  bool RawNumber(const char*, unsigned, bool) { return false; }
  bool String(const char* text, unsigned size, bool) {
    return put(Json::of(std::string_view(text, size)));
  }
  bool StartObject() { return open(Json::object()); }
  bool StartArray() { return open(Json::list()); }
  bool EndObject(unsigned) { return close(); }
  bool EndArray(unsigned) { return close(); }
  bool Key(const char* text, unsigned size, bool) {
    key_.assign(text, size);
    return true;
  }

  bool too_deep() const { return too_deep_; }

 private:
  Json& place(Json value) {
    value.name = std::exchange(key_, {});
    if (open_.empty()) {
      root_ = std::move(value);
      return root_;
    }
    std::vector<Json>& siblings = open_.back()->children;
    siblings.push_back(std::move(value));
    return siblings.back();
  }
  bool put(Json value) {
    place(std::move(value));
    return true;
  }
  /// Deep nesting is refused, so that nothing later has to recurse without end.
  bool open(Json value) {
    too_deep_ = open_.size() >= kMaxDepth;
    if (too_deep_) return false;
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json& root_;
  std::vector<Json*> open_;  ///< a parent's children do not move while a child is open
  std::string key_;
  bool too_deep_ = false;
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

Result<Json> parse_json(std::string_view text, size_t max_bytes) {
  if (text.size() > max_bytes) {
    return Problem{"",
                   "too_many_bytes",
                   {{"max", format_bytes(Bytes::of(static_cast<double>(max_bytes)), Units::Gib)}}};
  }
  Json root;
  Builder builder(root);
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  const size_t skipped = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  rapidjson::MemoryStream stream(text.data() + skipped, text.size() - skipped);
  rapidjson::Reader reader;
  constexpr unsigned kFlags =
      rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (!result.IsError()) return root;
  if (builder.too_deep()) {
    return Problem{"", "too_deep", {{"max", std::to_string(kMaxDepth)}}};
  }
  return Problem{"",
                 "json_syntax",
                 {{"offset", format_number(static_cast<double>(result.Offset() + skipped))}}};
}

Json parse_scalar(std::string_view text) {
  Result<Json> parsed = parse_json(text, kMaxRequestBytes);
  return parsed.ok() ? std::move(parsed.value()) : Json::of(text);
}

}  // namespace vramscope
