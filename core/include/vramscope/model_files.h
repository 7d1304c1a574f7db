// A model from the files a person has: config.json, safetensors, index, GGUF, alone or together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/request.h"
#include "vramscope/stored_tensors.h"

namespace vramscope {

/// The first bytes of a file. `size` unknown means that there may be more.
struct FilePrefix {
  std::string name;
  std::optional<uint64_t> size;
  std::string_view bytes;
};

/// Bytes that a file must be read up to before it can be understood.
struct FileNeed {
  std::string name;
  uint64_t bytes = 0;
};

/// A module and what lies below it. Layers that are alike are one node: "0-31", 32 copies.
struct ModuleNode {
  std::string name;
  uint64_t copies = 1;
  double parameters = 0;  ///< unique parameters, all copies; a packed byte counts as its weights
  double stored_elements = 0;  ///< numbers as the file counts them, scales and buffers included
  double bytes = 0;
  std::vector<ModuleNode> children;
};

/// What is stored under one number format.
struct DtypeTotal {
  std::string_view dtype;
  uint64_t tensors = 0;
  double elements = 0;
  double bytes = 0;
};

/// Stored elements that are no parameters of their own.
struct ExtraTotal {
  std::string_view id;  ///< scales | zero_points | indices | buffers | tied_head
  uint64_t tensors = 0;
  double elements = 0;
  double bytes = 0;
};

struct StoredModel {
  ModelChoice
      model;  ///< spec where the files give the structure; parameters and bytes from headers
  std::vector<FileKind> kinds;     ///< of the files, in the order given
  ModuleNode root;                 ///< without a name; no children where no header was given
  std::vector<DtypeTotal> dtypes;  ///< largest first
  std::vector<ExtraTotal> extras;
  std::vector<Problem> warnings;  ///< of the files; a reply adds those of the spec

  bool has_tensors() const { return !root.children.empty(); }
};

struct ModelFiles {
  std::vector<FileNeed> needs;  ///< not empty: read on, then ask again; the model is not filled
  StoredModel model;
};

/// Tells each file by its content and puts them together. Errors name the file.
Result<ModelFiles> read_model_files(std::span<const FilePrefix> files);

/// How much of a file to read before the first call.
inline constexpr uint64_t kFirstPrefix = uint64_t{1} << 20;

/// In a folder, the files worth looking at.
bool is_model_file_name(std::string_view name);

/// The JSON door. `list` is {"lang":…,"files":[{"name","size","bytes"}…]}, where `bytes` is how
/// many of the bytes in `prefixes` are this file's, one after the other. The reply is
/// {"v","ok":true, "needs":[{"name","bytes"}…]}, or that of stored_model_json(), or
/// {"v","ok":false,"errors"}.
std::string read_files_json(std::string_view list, std::string_view prefixes);
/// {"v","ok":true,"model":{"id","spec","parameters","weight_bytes"} (as a request takes it),
/// "kinds","dtypes","extras","tree","warnings"}.
std::string stored_model_json(const StoredModel& model, Lang lang);

}  // namespace vramscope
