// What a model file says about itself in its header: tensors, their types, and a few facts. No
// tensor data is ever looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/catalogue.h"
#include "vramscope/error.h"

namespace vramscope {

enum class ConfigKind : uint8_t { Null, Bool, Number, Text };

/// No header is longer: the published limit of safetensors, and three times the largest GGUF seen.
inline constexpr uint64_t kMaxSafetensorsHeader = 100000000;
inline constexpr uint64_t kMaxGgufHeader = uint64_t{64} << 20;

struct StoredTensor {
  std::string name;
  std::string_view dtype;       ///< id: "bf16", "q4_k", "u8"
  std::vector<uint64_t> shape;  ///< slowest first, as PyTorch prints it; empty for a scalar
  uint64_t elements = 0;        ///< below 2^53
  uint64_t bytes = 0;           ///< in the file, without padding
  bool operator==(const StoredTensor&) const = default;
};

/// One entry of a file's metadata. Of a list only its length is kept, and its numbers where it is
/// short.
struct MetaValue {
  std::string key;
  ConfigKind kind = ConfigKind::Null;  ///< Null: a list
  double number = 0;                   ///< Number; Bool as 0 or 1
  std::string text;                    ///< Text, its first 4,096 bytes
  uint64_t length = 0;                 ///< of a list
  std::vector<double> numbers;         ///< of a list of up to 4,096 numbers
  bool operator==(const MetaValue&) const = default;
};

enum class FileKind : uint8_t { Config, QuantizeConfig, Index, Safetensors, Gguf };
std::string_view file_kind_id(FileKind kind);  ///< "safetensors"

struct StoredFile {
  FileKind kind = FileKind::Safetensors;
  uint64_t needs_bytes = 0;  ///< > 0: the header is longer than the prefix; nothing else is filled
  std::vector<StoredTensor> tensors;  ///< in the file's order
  std::vector<MetaValue> metadata;    ///< sorted by key
  uint64_t header_bytes = 0;          ///< up to the first byte of tensor data
  uint64_t data_bytes = 0;            ///< of the data section, padding included
  std::vector<Problem> warnings;      ///< "file_cut", "bytes_after_data"

  const MetaValue* find(std::string_view key) const;
};

/// Reads the header from the first bytes of a file; with its size, the file is checked to be whole.
/// A prefix that is too short gives `needs_bytes`, never more than the size or the limits above.
Result<StoredFile> read_safetensors(std::string_view prefix, std::optional<uint64_t> size);
/// Versions 1 to 3, either byte order, one part of a split file at a time.
Result<StoredFile> read_gguf(std::string_view prefix, std::optional<uint64_t> size);

/// model.safetensors.index.json or pytorch_model.bin.index.json.
struct ShardIndex {
  std::vector<std::string> tensors;    ///< names, in the file's order
  std::vector<std::string> shards;     ///< sorted, unique
  std::optional<uint64_t> total_size;  ///< bytes; absent where it is not credible
  std::optional<uint64_t> total_parameters;
  std::vector<Problem> warnings;
};
Result<ShardIndex> read_index(std::string_view text);

}  // namespace vramscope
