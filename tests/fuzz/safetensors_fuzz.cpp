// Any bytes as the start of a safetensors file: tensors that fit the file, a need, or named errors;
// and through the whole reader with its JSON door.
#include <cstdint>
#include <cstdlib>

#include "vramscope/model_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vramscope;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const std::optional<uint64_t> whole :
       {std::optional<uint64_t>(), std::optional<uint64_t>(size)}) {
    const Result<StoredFile> read = read_safetensors(bytes, whole);
    if (!read.ok()) {
      if (read.errors().empty()) std::abort();
      continue;
    }
    const StoredFile& file = read.value();
    if (file.needs_bytes > 0 && (file.needs_bytes <= size || whole)) std::abort();
    uint64_t sum = 0;
    for (const StoredTensor& tensor : file.tensors) sum += tensor.bytes;
    if (file.needs_bytes == 0 && sum != file.data_bytes) std::abort();
  }
  const std::string count = std::to_string(size);
  const std::string list = R"([{"name":"a","size":)" + count + R"(,"bytes":)" + count + "}]";
  if (!read_files_json(list, bytes).starts_with("{\"v\":1,\"ok\":")) std::abort();
  return 0;
}
