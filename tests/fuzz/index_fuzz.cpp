// Any bytes as an index of shards, alone and beside a small config and a shard.
#include <cstdint>
#include <cstdlib>

#include "vramscope/model_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vramscope;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<ShardIndex> index = read_index(bytes);
  if (index.ok() ? index.value().tensors.empty() : index.errors().empty()) std::abort();
  static constexpr std::string_view kShard =
      "\x3b\0\0\0\0\0\0\0{\"a.weight\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}ab";
  static constexpr std::string_view kConfig =
      R"({"model_type":"llama","hidden_size":8,"intermediate_size":8,"num_hidden_layers":1,)"
      R"("num_attention_heads":2,"vocab_size":9})";
  const FilePrefix files[] = {{"model.safetensors.index.json", size, bytes},
                              {"a.safetensors", kShard.size(), kShard},
                              {"config.json", kConfig.size(), kConfig}};
  const Result<ModelFiles> read = read_model_files(files);
  if (read.ok()) {
    stored_model_json(read.value().model, Lang::En);
  } else if (read.errors().empty()) {
    std::abort();
  }
  return 0;
}
