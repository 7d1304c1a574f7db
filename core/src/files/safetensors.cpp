// The JSON header of a safetensors file.   Source: safetensors README, format.
#include <algorithm>
#include <array>

#include "files/checks.h"
#include "files/order.h"
#include "io/json.h"
#include "tables/dtypes.h"
#include "vramscope/stored_tensors.h"

namespace vramscope {
namespace {

constexpr uint64_t kLengthBytes = 8;

/// A tensor with the place the header gives it.
struct Placed {
  StoredTensor tensor;
  std::array<double, 2> offsets = {-1, -1};
  size_t offsets_given = 0;
  bool shape_given = false;
};

/// Takes tensors from the header as it is read; nothing else of it is kept.
class HeaderSink final : public JsonSink {
 public:
  explicit HeaderSink(StoredFile& file) : file_(file) {}

  bool value(Json::Kind kind, double number, std::string_view text) override {
    if (depth_ == 0) return refuse("not_an_object");
    if (in_metadata()) return keep(kind, number, text);
    if (depth_ == 1) return refuse("not_an_object");
    if (member_ == "dtype" && depth_ == 2) return set_dtype(text);
    if (depth_ != 3 || (member_ != "shape" && member_ != "data_offsets")) return true;
    if (!is_count(number) || kind != Json::Kind::Number) return refuse("not_a_count", member_);
    if (member_ == "shape") {
      now_.tensor.shape.push_back(static_cast<uint64_t>(number));
    } else if (now_.offsets_given < 2) {
      now_.offsets[now_.offsets_given++] = number;
    } else {
      return refuse("bad_offsets");
    }
    return true;
  }

  bool open(Json::Kind kind) override {
    if (depth_ < 2 && kind != Json::Kind::Object) return refuse("not_an_object");
    if (++depth_ == 2) now_ = {};
    if (depth_ == 2) now_.tensor.name = name_;
    if (depth_ == 3 && member_ == "shape") now_.shape_given = true;
    return true;
  }

  bool close() override {
    if (--depth_ == 1 && name_ != kMetadata) return finish();
    return true;
  }

  bool key(std::string_view name) override {
    if (depth_ <= 2) (depth_ == 1 ? name_ : member_) = name;
    return true;
  }

  std::vector<Placed>& placed() { return placed_; }
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  static constexpr std::string_view kMetadata = "__metadata__";
  static constexpr uint64_t kMaxMetadata = 4096;

  bool in_metadata() const { return depth_ >= 2 && name_ == kMetadata; }

  bool keep(Json::Kind kind, double number, std::string_view text) {
    if (depth_ != 2 || file_.metadata.size() >= kMaxMetadata) return true;
    const bool is_number = kind == Json::Kind::Number;
    file_.metadata.push_back({.key = member_,
                              .kind = is_number ? ConfigKind::Number : ConfigKind::Text,
                              .number = number,
                              .text = std::string(text.substr(0, kMaxMetadata))});
    return true;
  }

  bool set_dtype(std::string_view name) {
    dtype_ = safetensors_dtype(name);
    if (!dtype_) return refuse("unknown_dtype", std::string(name.substr(0, 64)));
    now_.tensor.dtype = dtype_->id;
    return true;
  }

  bool finish() {
    StoredTensor& tensor = now_.tensor;
    if (tensor.dtype.empty()) return refuse("missing_in_header", "dtype");
    if (!now_.shape_given) return refuse("missing_in_header", "shape");
    if (now_.offsets_given != 2) return refuse("missing_in_header", "data_offsets");
    if (!measure(tensor, *dtype_)) return refuse("bad_shape");
    if (now_.offsets[1] - now_.offsets[0] != static_cast<double>(tensor.bytes)) {
      return refuse("bad_offsets");
    }
    placed_.push_back(std::move(now_));
    now_ = {};
    return true;
  }

  bool refuse(std::string code, std::string value = {}) {
    problems_.push_back({name_, std::move(code), {{"value", std::move(value)}}});
    return false;
  }

  StoredFile& file_;
  std::vector<Placed> placed_;
  std::vector<Problem> problems_;
  Placed now_;
  const StoredDtype* dtype_ = nullptr;
  std::string name_;    ///< of the tensor
  std::string member_;  ///< inside it
  size_t depth_ = 0;
};

/// Tensors must fill the data section from its first byte to its last.
std::vector<Problem> check_places(std::vector<Placed>& placed, StoredFile& file) {
  sort_rows(placed, [](const Placed& a, const Placed& b) { return a.offsets < b.offsets; });
  uint64_t end = 0;
  for (Placed& one : placed) {
    if (one.offsets[0] != static_cast<double>(end)) {
      return {{one.tensor.name, "tensor_gap", {count_param("offset", end)}}};
    }
    end += one.tensor.bytes;
    file.tensors.push_back(std::move(one.tensor));
  }
  file.data_bytes = end;
  return {};
}

}  // namespace

Result<StoredFile> read_safetensors(std::string_view prefix, std::optional<uint64_t> size) {
  StoredFile file{.kind = FileKind::Safetensors};
  if (prefix.size() < kLengthBytes) return ask_for(file, kLengthBytes, prefix.size(), size);
  uint64_t length = 0;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    length |= static_cast<uint64_t>(static_cast<unsigned char>(prefix[i])) << (8 * i);
  }
  if (length > kMaxSafetensorsHeader) {
    return Problem{"",
                   "header_too_long",
                   {count_param("bytes", length), count_param("max", kMaxSafetensorsHeader)}};
  }
  file.header_bytes = kLengthBytes + length;
  if (prefix.size() < file.header_bytes) {
    return ask_for(file, file.header_bytes, prefix.size(), size);
  }
  std::string_view header = prefix.substr(kLengthBytes, length);
  HeaderSink sink(file);
  JsonScan scan = scan_json(header, sink);
  if (!sink.problems().empty()) return sink.problems();
  if (scan.end == JsonScan::End::Done) {  // padded with blanks, as some writers align the data
    scan.offset = std::min(header.find_first_not_of(" \t\r\n", scan.offset), header.size());
  }
  if (scan.end != JsonScan::End::Done || scan.offset < header.size()) {
    scan.offset += kLengthBytes;
    return scan_problem(scan);
  }
  std::vector<Problem> problems = check_places(sink.placed(), file);
  if (problems.empty()) problems = check_names(file.tensors);
  if (!problems.empty()) return problems;
  sort_metadata(file);
  check_size(file, file.header_bytes + file.data_bytes, size);
  return file;
}

}  // namespace vramscope
