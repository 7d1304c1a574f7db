#include "files/checks.h"

#include <algorithm>
#include <cmath>

#include "vramscope/text.h"

namespace vramscope {
namespace {

/// False when the product is not below 2^53.
bool multiply(uint64_t& value, uint64_t factor) {
  if (factor != 0 && value >= kMostCountable / factor) return false;
  value *= factor;
  return true;
}

}  // namespace

Param count_param(std::string name, uint64_t value) {
  return {std::move(name), format_number(static_cast<double>(value))};
}

bool is_count(double number) {
  return number >= 0 && number < static_cast<double>(kMostCountable) &&
         std::floor(number) == number;
}

bool measure(StoredTensor& tensor, const StoredDtype& dtype) {
  tensor.elements = 1;
  // An empty side makes the whole empty, however long the others are.
  if (std::find(tensor.shape.begin(), tensor.shape.end(), uint64_t{0}) != tensor.shape.end()) {
    tensor.elements = 0;
  }
  for (uint64_t side : tensor.shape) {
    if (tensor.elements != 0 && !multiply(tensor.elements, side)) return false;
  }
  tensor.bytes = tensor.elements / dtype.elements;
  return tensor.elements % dtype.elements == 0 && multiply(tensor.bytes, dtype.bytes);
}

Result<StoredFile> ask_for(const StoredFile& file, uint64_t bytes, uint64_t have,
                           std::optional<uint64_t> size) {
  if (size && bytes > *size) {
    return Problem{
        "", "ends_in_header", {count_param("offset", *size), count_param("bytes", bytes)}};
  }
  StoredFile asking{.kind = file.kind};
  // Growing by doubling, so that a long header is not read over and over.
  asking.needs_bytes = std::max(bytes, size ? std::min(2 * have, *size) : 2 * have);
  return asking;
}

std::vector<Problem> check_names(const std::vector<StoredTensor>& tensors) {
  std::vector<std::string_view> names;
  names.reserve(tensors.size());
  for (const StoredTensor& tensor : tensors) names.push_back(tensor.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  return {{std::string(*twice), "duplicate_tensor", {}}};
}

void sort_metadata(StoredFile& file) {
  std::stable_sort(file.metadata.begin(), file.metadata.end(),
                   [](const MetaValue& a, const MetaValue& b) { return a.key < b.key; });
}

void check_size(StoredFile& file, uint64_t least_bytes, std::optional<uint64_t> size) {
  if (!size) return;
  const uint64_t whole = file.header_bytes + file.data_bytes;
  if (*size < least_bytes) {
    file.warnings.push_back(
        {"", "file_cut", {count_param("bytes", *size), count_param("whole", whole)}});
  } else if (*size > whole) {
    file.warnings.push_back({"", "bytes_after_data", {count_param("bytes", *size - whole)}});
  }
}

std::string_view file_kind_id(FileKind kind) {
  switch (kind) {
    case FileKind::Config:
      return "config";
    case FileKind::QuantizeConfig:
      return "quantize_config";
    case FileKind::Index:
      return "index";
    case FileKind::Safetensors:
      return "safetensors";
    case FileKind::Gguf:
      return "gguf";
  }
  return {};
}

const MetaValue* StoredFile::find(std::string_view key) const {
  const auto place = std::lower_bound(
      metadata.begin(), metadata.end(), key,
      [](const MetaValue& value, std::string_view wanted) { return value.key < wanted; });
  return place != metadata.end() && place->key == key ? &*place : nullptr;
}

}  // namespace vramscope
