// Tells a file by its content, and reads it as what it is.
#pragma once

#include "io/json.h"
#include "vramscope/model_files.h"

namespace vramscope {

/// A file as it was read; which members are filled depends on the kind.
struct ReadFile {
  std::string name;
  FileKind kind = FileKind::Config;
  uint64_t needs_bytes = 0;  ///< > 0: nothing else is filled
  StoredFile stored;         ///< Safetensors, Gguf
  ShardIndex index;          ///< Index
  Json json;                 ///< Config, QuantizeConfig
  std::vector<Problem> warnings;
};

/// Errors and warnings name the file.
Result<ReadFile> read_file(const FilePrefix& file);

/// The problems with the file's name as their field; what was the field becomes a parameter.
std::vector<Problem> name_file(std::vector<Problem> problems, const std::string& file);

}  // namespace vramscope
