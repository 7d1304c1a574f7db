#include "files/checks.h"

#include <algorithm>
#include <cmath>

#include "files/order.h"
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
  const std::vector<size_t> order = ordered(
      tensors.size(), [&](size_t a, size_t b) { return tensors[a].name < tensors[b].name; });
  for (size_t i = 1; i < order.size(); ++i) {
    const std::string& name = tensors[order[i]].name;
    if (name == tensors[order[i - 1]].name) return {{name, "duplicate_tensor", {}}};
  }
  return {};
}

void sort_metadata(StoredFile& file) {
  sort_rows(file.metadata, [](const MetaValue& a, const MetaValue& b) { return a.key < b.key; });
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
