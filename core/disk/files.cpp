#include "disk/files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace vramscope::disk {
namespace {

namespace fs = std::filesystem;

// Larger files are refused by the reader that gets them; this only bounds memory.
constexpr size_t kReadLimit = (size_t{64} << 20) + 1;

struct OpenFile {
  std::string path;
  std::optional<uint64_t> size;
  std::string bytes;
};

/// Reads on up to `bytes` of the file. False when it cannot be read.
bool read_up_to(OpenFile& file, uint64_t bytes) {
  std::ifstream in(file.path, std::ios::binary);
  const size_t have = file.bytes.size();
  if (!in.seekg(static_cast<std::streamoff>(have))) return false;
  file.bytes.resize(bytes);
  in.read(file.bytes.data() + have, static_cast<std::streamsize>(bytes - have));
  file.bytes.resize(have + static_cast<size_t>(in.gcount()));
  if (file.bytes.size() < bytes) file.size = file.bytes.size();  // it ended before its size
  return !in.bad();
}

bool open_file(OpenFile& file) {
  if (file.path == "-") {
    if (!read_file(file.path, file.bytes)) return false;
    file.size = file.bytes.size();
    return true;
  }
  std::error_code error;
  const uintmax_t size = fs::file_size(file.path, error);
  if (error) return false;
  file.size = size;
  return read_up_to(file, std::min<uint64_t>(size, kFirstPrefix));
}

/// Paths in a fixed order, folders replaced by the model files in them.
std::vector<std::string> spread(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
      const bool file = entry.is_regular_file(error);
      if (file && is_model_file_name(entry.path().string()))
        inside.push_back(entry.path().string());
    }
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

std::vector<Problem> grow(std::vector<OpenFile>& files, const std::vector<FileNeed>& needs) {
  for (const FileNeed& need : needs) {
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&](const OpenFile& f) { return f.path == need.name; });
    if (file == files.end() || !read_up_to(*file, need.bytes)) {
      return {{need.name, "cannot_read", {}}};
    }
  }
  return {};
}

}  // namespace

bool read_file(const std::string& path, std::string& text) {
  std::ifstream file;
  if (path != "-") file.open(path, std::ios::binary);
  std::istream& in = path == "-" ? std::cin : file;
  if (!in) return false;
  std::vector<char> block(1 << 16);
  while (text.size() < kReadLimit &&
         in.read(block.data(), static_cast<long>(block.size())).gcount() > 0) {
    text.append(block.data(), static_cast<size_t>(in.gcount()));
  }
  return !in.bad();
}

Result<StoredModel> read_model(const std::vector<std::string>& paths) {
  std::vector<OpenFile> files;
  for (const std::string& path : spread(paths)) {
    files.push_back({path, {}, {}});
    if (!open_file(files.back())) return Problem{path, "cannot_read", {}};
  }
  for (;;) {
    std::vector<FilePrefix> prefixes;
    for (const OpenFile& file : files) prefixes.push_back({file.path, file.size, file.bytes});
    Result<ModelFiles> read = read_model_files(prefixes);
    if (!read.ok()) return read.errors();
    if (read.value().needs.empty()) return std::move(read.value().model);
    if (auto problems = grow(files, read.value().needs); !problems.empty()) return problems;
  }
}

}  // namespace vramscope::disk
