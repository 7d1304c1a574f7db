// The list of shards that goes with a checkpoint in several files.
#include <algorithm>

#include "files/checks.h"
#include "files/order.h"
#include "io/json_file.h"

namespace vramscope {
namespace {

constexpr size_t kMaxNames = size_t{1} << 20;

/// Takes weight_map and two figures of metadata; nothing else of the document is kept.
class IndexSink final : public JsonSink {
 public:
  explicit IndexSink(ShardIndex& index) : index_(index) {}

  bool value(Json::Kind kind, double number, std::string_view text) override {
    if (depth_ == 0) return false;
    if (depth_ != 2) return true;
    if (section_ == "weight_map" && kind == Json::Kind::Text) {
      if (index_.tensors.size() >= kMaxNames) return false;
      index_.tensors.push_back(key_);
      if (index_.shards.empty() || index_.shards.back() != text) index_.shards.emplace_back(text);
    } else if (section_ == "metadata" && key_ == "total_size") {
      said_ = true;
      if (kind == Json::Kind::Number && is_count(number) && number > 0) {
        index_.total_size = static_cast<uint64_t>(number);
      }
    } else if (section_ == "metadata" && key_ == "total_parameters" && is_count(number)) {
      if (number > 0) index_.total_parameters = static_cast<uint64_t>(number);
    }
    return true;
  }
  bool open(Json::Kind kind) override { return ++depth_ > 1 || kind == Json::Kind::Object; }
  bool close() override { return --depth_, true; }
  bool key(std::string_view name) override {
    if (depth_ <= 2) (depth_ == 1 ? section_ : key_) = name;
    return true;
  }

  bool size_was_said() const { return said_; }

 private:
  ShardIndex& index_;
  std::string section_, key_;
  size_t depth_ = 0;
  bool said_ = false;
};

}  // namespace

Result<ShardIndex> read_index(std::string_view text) {
  if (std::vector<Problem> foreign = foreign_file(text); !foreign.empty()) return foreign;
  ShardIndex index;
  IndexSink sink(index);
  const JsonScan scan = scan_json(text, sink);
  if (scan.end == JsonScan::End::Syntax && scan.offset >= text.size()) {
    return Problem{"", "ends_early", {count_param("offset", text.size())}};
  }
  if (scan.end == JsonScan::End::Refused && index.tensors.empty()) {
    return Problem{"", "not_an_object", {}};
  }
  if (scan.end != JsonScan::End::Done) return scan_problem(scan);
  if (index.tensors.empty()) return Problem{"weight_map", "missing_field", {}};
  sort_rows(index.shards, [](const std::string& a, const std::string& b) { return a < b; });
  index.shards.erase(std::unique(index.shards.begin(), index.shards.end()), index.shards.end());
  if (text.find_first_not_of(" \t\r\n", scan.offset) != std::string_view::npos) {
    index.warnings.push_back({"", "second_document", {count_param("offset", scan.offset)}});
  }
  if (!index.total_size) {
    index.warnings.push_back(
        {"", sink.size_was_said() ? "total_size_not_credible" : "total_size_absent", {}});
  }
  return index;
}

}  // namespace vramscope
