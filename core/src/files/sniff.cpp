#include "files/sniff.h"

#include <array>

#include "files/checks.h"
#include "io/json_file.h"

namespace vramscope {
namespace {

constexpr std::string_view kBlank = " \t\r\n\xef\xbb\xbf";

/// Eight bytes of length, then a JSON object. Text has no length this small.
bool looks_like_safetensors(std::string_view bytes) {
  if (bytes.size() < 9 || bytes[8] != '{') return false;
  return bytes[7] == '\0' || bytes.find_first_not_of(kBlank) != bytes.find_first_of("{/[");
}

bool looks_like_json(std::string_view bytes) {
  const size_t first = bytes.find_first_not_of(kBlank);
  return first != std::string_view::npos &&
         std::string_view("{[/").find(bytes[first]) != std::string_view::npos;
}

void adopt(StoredFile stored, ReadFile& read) {
  read.needs_bytes = stored.needs_bytes;
  read.warnings = stored.warnings;
  read.stored = std::move(stored);
}

std::vector<Problem> read_json(std::string_view bytes, ReadFile& read) {
  if (bytes.find("\"weight_map\"") != std::string_view::npos) {
    Result<ShardIndex> index = read_index(bytes);
    if (!index.ok()) return index.errors();
    read.kind = FileKind::Index;
    read.warnings = index.value().warnings;
    read.index = std::move(index.value());
    return {};
  }
  Result<JsonFile> file = read_json_file(bytes, kMaxConfigBytes);
  if (!file.ok()) return file.errors();
  read.json = std::move(file.value().value);
  read.warnings = std::move(file.value().warnings);
  if (!read.json.is_object()) return {{"", "not_an_object", {}}};
  const bool bare = read.json.find("bits") || read.json.find("w_bit");
  if (bare && !read.json.find("model_type")) read.kind = FileKind::QuantizeConfig;
  return {};
}

/// JSON is read whole.
std::vector<Problem> read_text(const FilePrefix& file, ReadFile& read) {
  const uint64_t size = file.size.value_or(file.bytes.size());
  if (size > kMaxConfigBytes) {
    return {
        {"", "header_too_long", {count_param("bytes", size), count_param("max", kMaxConfigBytes)}}};
  }
  if (file.bytes.size() >= size) return read_json(file.bytes, read);
  read.needs_bytes = size;
  return {};
}

std::vector<Problem> read_content(const FilePrefix& file, ReadFile& read) {
  const std::string_view bytes = file.bytes;
  constexpr size_t kTelling = 9;  // bytes that tell the kind
  if (bytes.size() < kTelling && file.size && *file.size > bytes.size()) {
    read.needs_bytes = std::min(*file.size, kFirstPrefix);
    return {};
  }
  const bool gguf = bytes.starts_with("GGUF");
  if (gguf || looks_like_safetensors(bytes)) {
    read.kind = gguf ? FileKind::Gguf : FileKind::Safetensors;
    Result<StoredFile> stored =
        gguf ? read_gguf(bytes, file.size) : read_safetensors(bytes, file.size);
    if (!stored.ok()) return stored.errors();
    adopt(std::move(stored.value()), read);
    return {};
  }
  if (std::vector<Problem> foreign = foreign_file(bytes); !foreign.empty()) return foreign;
  if (looks_like_json(bytes)) return read_text(file, read);
  return {{"", "not_a_model_file", {}}};
}

}  // namespace

std::vector<Problem> name_file(std::vector<Problem> problems, const std::string& file) {
  for (Problem& problem : problems) {
    if (!problem.field.empty()) problem.params.push_back({"field", std::move(problem.field)});
    problem.field = file;
  }
  return problems;
}

Result<ReadFile> read_file(const FilePrefix& file) {
  ReadFile read;
  read.name = file.name;
  std::vector<Problem> problems = read_content(file, read);
  if (!problems.empty()) return name_file(std::move(problems), file.name);
  read.warnings = name_file(std::move(read.warnings), file.name);
  return read;
}

}  // namespace vramscope
