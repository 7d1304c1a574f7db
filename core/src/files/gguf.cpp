// The header of a GGUF file.   Source: ggml docs/gguf.md.
#include <algorithm>
#include <array>
#include <cstring>

#include "files/checks.h"
#include "files/cursor.h"

namespace vramscope {
namespace {

enum class ValueClass : uint8_t { Unsigned, Signed, Float, Bool, String, Array };

// Metadata value types by their number | width in bytes (of a string or array: the least)
struct ValueType {
  ValueClass kind;
  unsigned width;
};
constexpr std::array<ValueType, 13> kValueTypes = {{
    {ValueClass::Unsigned, 1},  // uint8
    {ValueClass::Signed, 1},    // int8
    {ValueClass::Unsigned, 2},  // uint16
    {ValueClass::Signed, 2},    // int16
    {ValueClass::Unsigned, 4},  // uint32
    {ValueClass::Signed, 4},    // int32
    {ValueClass::Float, 4},     // float32
    {ValueClass::Bool, 1},      // bool
    {ValueClass::String, 4},    // string: its length, 4 bytes in version 1
    {ValueClass::Array, 8},     // array: type and length
    {ValueClass::Unsigned, 8},  // uint64
    {ValueClass::Signed, 8},    // int64
    {ValueClass::Float, 8},     // float64
}};

constexpr uint64_t kMaxName = 65535;
constexpr uint64_t kMaxDimensions = 4;
constexpr uint64_t kMaxKeptText = 4096;
constexpr uint64_t kMaxKeptNumbers = 4096;
constexpr uint64_t kMaxNesting = 4;  // of arrays in arrays
constexpr uint64_t kLeastKeyValue = 4 + 4 + 1;
constexpr uint64_t kLeastTensorInfo = 4 + 4 + 4 + 8;
constexpr uint64_t kDefaultAlignment = 32;
constexpr uint64_t kMaxAlignment = uint64_t{1} << 24;

uint64_t align(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// std::bit_cast, which the oldest library we build with does not have.
template <typename To, typename From>
To bits_as(From bits) {
  static_assert(sizeof(To) == sizeof(From));
  To value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

double as_double(uint64_t raw, ValueType type) {
  switch (type.kind) {
    case ValueClass::Signed: {
      const unsigned spare = 64 - 8 * type.width;
      return static_cast<double>(static_cast<int64_t>(raw << spare) >> spare);
    }
    case ValueClass::Float:
      return type.width == 4 ? bits_as<float>(static_cast<uint32_t>(raw)) : bits_as<double>(raw);
    case ValueClass::Unsigned:
    case ValueClass::Bool:
    case ValueClass::String:
    case ValueClass::Array:
      break;
  }
  return static_cast<double>(raw);
}

class HeaderReader {
 public:
  HeaderReader(std::string_view prefix, std::optional<uint64_t> size)
      : in_(prefix), have_(prefix.size()), size_(size) {
    // No count may claim more items than the bytes that can still come have room for.
    end_ = size ? std::min(*size, kMaxGgufHeader) : kMaxGgufHeader;
  }

  Result<StoredFile> read() {
    file_.kind = FileKind::Gguf;
    const uint64_t tensors = read_start();
    for (uint64_t i = 0; good() && i < keys_; ++i) read_key_value();
    if (good()) sort_metadata(file_);
    std::vector<uint64_t> offsets;
    for (uint64_t i = 0; good() && i < tensors; ++i) offsets.push_back(read_tensor());
    if (good()) place_tensors(offsets);
    if (good()) problems_ = check_names(file_.tensors);
    if (!problems_.empty()) return problems_;
    if (in_.missing() == 0) return std::move(file_);
    if (in_.missing() > kMaxGgufHeader && (!size_ || *size_ > kMaxGgufHeader)) {
      return Problem{"",
                     "header_too_long",
                     {count_param("bytes", in_.missing()), count_param("max", kMaxGgufHeader)}};
    }
    return ask_for(file_, in_.missing(), std::min(have_, kMaxGgufHeader / 2), size_);
  }

 private:
  bool good() const { return in_.missing() == 0 && problems_.empty(); }

  void problem(std::string field, std::string code, std::vector<Param> params) {
    if (good()) problems_.push_back({std::move(field), std::move(code), std::move(params)});
  }

  /// Magic, version and counts; the number of tensors.
  uint64_t read_start() {
    if (in_.take(4) != "GGUF" && good()) problem("", "not_a_model_file", {});
    uint64_t version = in_.number(4);
    if ((version & 0xffff) == 0 && version != 0) {  // the other byte order
      in_.set_big_endian(true);
      version = version >> 24 | (version >> 8 & 0xff00);
    }
    if (version < 1 || version > 3) problem("", "gguf_version", {count_param("value", version)});
    wide_ = version == 1 ? 4 : 8;
    const uint64_t tensors = read_count("tensor_count", kLeastTensorInfo);
    keys_ = read_count("metadata_kv_count", kLeastKeyValue);
    return tensors;
  }

  /// A count of things that take at least `least` bytes each.
  uint64_t read_count(std::string_view what, uint64_t least) {
    const uint64_t at = in_.at();
    const uint64_t count = in_.number(wide_);
    if (good() && count > (end_ - std::min(end_, in_.at())) / least) {
      problem(std::string(what), "count_too_large",
              {count_param("value", count), count_param("offset", at)});
    }
    return good() ? count : 0;
  }

  std::string_view read_string(std::string_view what) {
    const uint64_t length = read_count(what, 1);
    return in_.take(length);
  }

  std::string_view read_name(std::string_view what) {
    const uint64_t at = in_.at();
    const std::string_view name = read_string(what);
    if (name.size() > kMaxName) {
      problem(std::string(what), "count_too_large",
              {count_param("value", name.size()), count_param("offset", at)});
    }
    return name;
  }

  const ValueType* read_type(std::string_view key) {
    const uint64_t at = in_.at();
    const uint64_t type = in_.number(4);
    if (good() && type < kValueTypes.size()) return &kValueTypes[type];
    problem(std::string(key), "gguf_value_type",
            {count_param("value", type), count_param("offset", at)});
    return nullptr;
  }

  void read_key_value() {
    MetaValue value;
    value.key = read_name("metadata");
    const ValueType* type = read_type(value.key);
    if (!type) return;
    if (type->kind == ValueClass::Array) {
      read_array(value, kMaxNesting);
    } else if (type->kind == ValueClass::String) {
      value.kind = ConfigKind::Text;
      value.text = read_string(value.key).substr(0, kMaxKeptText);
    } else {
      value.kind = type->kind == ValueClass::Bool ? ConfigKind::Bool : ConfigKind::Number;
      value.number = as_double(in_.number(type->width), *type);
    }
    if (good()) file_.metadata.push_back(std::move(value));
  }

  void read_array(MetaValue& value, uint64_t depth) {
    const ValueType* type = read_type(value.key);
    if (!type) return;
    const uint64_t least = type->kind == ValueClass::String ? wide_ : uint64_t{type->width};
    const uint64_t count = read_count(value.key, least);
    value.length = count;
    if (type->kind == ValueClass::String) {
      for (uint64_t i = 0; good() && i < count; ++i) read_string(value.key);
    } else if (type->kind == ValueClass::Array) {
      if (depth == 0) problem(value.key, "too_deep", {count_param("max", kMaxNesting)});
      for (uint64_t i = 0; good() && i < count; ++i) {
        MetaValue inner{.key = value.key};
        read_array(inner, depth - 1);
      }
    } else if (count > kMaxKeptNumbers) {
      in_.take(count * type->width);
    } else {
      for (uint64_t i = 0; good() && i < count; ++i) {
        value.numbers.push_back(as_double(in_.number(type->width), *type));
      }
    }
  }

  /// One row of the tensor table; its offset in the data section.
  uint64_t read_tensor() {
    StoredTensor tensor;
    tensor.name = read_name("tensor");
    const uint64_t dimensions = in_.number(4);
    if (dimensions > kMaxDimensions) problem(tensor.name, "bad_shape", {});
    for (uint64_t i = 0; good() && i < dimensions; ++i) tensor.shape.push_back(in_.number(wide_));
    const uint64_t row = tensor.shape.empty() ? 1 : tensor.shape.front();
    std::reverse(tensor.shape.begin(), tensor.shape.end());
    const uint64_t type = in_.number(4);
    const uint64_t offset = in_.number(8);
    if (!good()) return 0;
    const StoredDtype dtype = ggml_dtype(static_cast<uint32_t>(type));
    tensor.dtype = dtype.id;
    if (dtype.id.empty()) {
      problem(tensor.name, "unknown_ggml_type", {count_param("value", type)});
    } else if (row % dtype.elements != 0 || !measure(tensor, dtype)) {
      problem(tensor.name, "bad_shape", {});
    }
    file_.tensors.push_back(std::move(tensor));
    return offset;
  }

  /// Tensors follow each other, each padded to the alignment.
  void place_tensors(const std::vector<uint64_t>& offsets) {
    uint64_t alignment = kDefaultAlignment;
    if (const MetaValue* given = file_.find("general.alignment")) {
      const double value = given->number;
      const bool fair = value >= 1 && value <= static_cast<double>(kMaxAlignment);
      alignment = fair ? static_cast<uint64_t>(value) : 0;
      if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        return problem("general.alignment", "gguf_alignment", {});
      }
    }
    file_.header_bytes = align(in_.at(), alignment);
    uint64_t padded = 0;
    uint64_t least = in_.at();
    for (size_t i = 0; i < offsets.size(); ++i) {
      const StoredTensor& tensor = file_.tensors[i];
      if (offsets[i] != padded) {
        return problem(tensor.name, "tensor_gap", {count_param("offset", padded)});
      }
      least = file_.header_bytes + padded + tensor.bytes;
      padded = align(padded + tensor.bytes, alignment);
      if (padded >= kMostCountable) return problem(tensor.name, "bad_shape", {});
    }
    file_.data_bytes = padded;
    check_size(file_, least, size_);
  }

  Cursor in_;
  StoredFile file_;
  std::vector<Problem> problems_;
  uint64_t keys_ = 0;
  uint64_t have_;
  std::optional<uint64_t> size_;
  uint64_t end_ = 0;
  unsigned wide_ = 8;  ///< bytes of a count
};

}  // namespace

Result<StoredFile> read_gguf(std::string_view prefix, std::optional<uint64_t> size) {
  return HeaderReader(prefix, size).read();
}

}  // namespace vramscope
