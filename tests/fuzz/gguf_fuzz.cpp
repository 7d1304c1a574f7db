// Any bytes as the start of a GGUF file, and through the whole reader with its JSON door.
#include <cstdint>
#include <cstdlib>

#include "vramscope/model_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vramscope;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<StoredFile> open = read_gguf(bytes, std::nullopt);
  if (open.ok() && open.value().needs_bytes > 0 && open.value().needs_bytes <= size) std::abort();
  const Result<StoredFile> whole = read_gguf(bytes, size);
  if (whole.ok() && whole.value().needs_bytes > 0) std::abort();
  const std::string list = R"([{"name":"a.gguf","size":)" + std::to_string(size) + R"(,"bytes":)" +
                           std::to_string(size) + "}]";
  if (!read_files_json(list, bytes).starts_with("{\"v\":1,\"ok\":")) std::abort();
  return 0;
}
