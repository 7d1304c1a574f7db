// Small model files made byte by byte.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace vramscope::test {

inline void put(std::string& out, uint64_t value, size_t width, bool big = false) {
  for (size_t i = 0; i < width; ++i) {
    const size_t shift = 8 * (big ? width - 1 - i : i);
    out += static_cast<char>(value >> shift & 0xff);
  }
}

/// A safetensors file: length, header, and `data` zero bytes.
inline std::string safetensors(const std::string& header, size_t data = 0) {
  std::string out;
  put(out, header.size(), 8);
  return out + header + std::string(data, '\0');
}

/// `"name":{"dtype":…,"shape":[…],"data_offsets":[…]}`
inline std::string entry(const std::string& name, const std::string& dtype,
                         const std::string& shape, uint64_t begin, uint64_t end) {
  return '"' + name + R"(":{"dtype":")" + dtype + R"(","shape":[)" + shape +
         R"(],"data_offsets":[)" + std::to_string(begin) + ',' + std::to_string(end) + "]}";
}

/// Writes the header of a GGUF file.
class GgufBytes {
 public:
  explicit GgufBytes(unsigned version = 3, bool big = false) : version_(version), big_(big) {}

  GgufBytes& text(const std::string& key, const std::string& value) {
    begin_key(key, 8);
    string(keys_, value);
    return *this;
  }
  GgufBytes& u32(const std::string& key, uint64_t value) { return fixed(key, 4, value, 4); }
  GgufBytes& f32(const std::string& key, float value) {
    return fixed(key, 6, std::bit_cast<uint32_t>(value), 4);
  }
  GgufBytes& fixed(const std::string& key, unsigned type, uint64_t value, size_t width) {
    begin_key(key, type);
    put(keys_, value, width, big_);
    return *this;
  }
  GgufBytes& list(const std::string& key, const std::vector<uint64_t>& values, unsigned type = 4,
                  size_t width = 4) {
    begin_key(key, 9);
    put(keys_, type, 4, big_);
    put(keys_, values.size(), wide(), big_);
    for (uint64_t value : values) put(keys_, value, width, big_);
    return *this;
  }
  GgufBytes& texts(const std::string& key, size_t count, const std::string& each) {
    begin_key(key, 9);
    put(keys_, 8, 4, big_);
    put(keys_, count, wide(), big_);
    for (size_t i = 0; i < count; ++i) string(keys_, each);
    return *this;
  }
  /// `sides` fastest first, as the file has them; `bytes` without padding.
  GgufBytes& tensor(const std::string& name, const std::vector<uint64_t>& sides, unsigned type,
                    uint64_t bytes) {
    ++tensor_count_;
    string(tensors_, name);
    put(tensors_, sides.size(), 4, big_);
    for (uint64_t side : sides) put(tensors_, side, wide(), big_);
    put(tensors_, type, 4, big_);
    put(tensors_, offset_, 8, big_);
    offset_ += (bytes + 31) / 32 * 32;
    return *this;
  }

  std::string header() const {
    std::string out = "GGUF";
    put(out, version_, 4, big_);
    put(out, tensor_count_, wide(), big_);
    put(out, key_count_, wide(), big_);
    out += keys_ + tensors_;
    out.resize((out.size() + 31) / 32 * 32, '\0');
    return out;
  }
  uint64_t size() const { return header().size() + offset_; }

 private:
  size_t wide() const { return version_ == 1 ? 4 : 8; }
  void string(std::string& out, const std::string& text) const {
    put(out, text.size(), wide(), big_);
    out += text;
  }
  void begin_key(const std::string& key, unsigned type) {
    ++key_count_;
    string(keys_, key);
    put(keys_, type, 4, big_);
  }

  unsigned version_;
  bool big_;
  std::string keys_, tensors_;
  uint64_t key_count_ = 0, tensor_count_ = 0, offset_ = 0;
};

/// Two layers of a llama with 8 heads, vocabulary of 64: parameters 64·256·2 + 256 + 2·(4·256·256 +
/// 3·512·256 + 2·256).
inline GgufBytes small_llama(unsigned version = 3, bool big = false, bool tied = false) {
  GgufBytes file(version, big);
  file.text("general.architecture", "llama")
      .text("general.name", "Small")
      .u32("general.file_type", 15);
  file.u32("llama.block_count", 2).u32("llama.context_length", 4096);
  file.u32("llama.embedding_length", 256).u32("llama.feed_forward_length", 512);
  file.u32("llama.attention.head_count", 8).u32("llama.attention.head_count_kv", 8);
  file.texts("tokenizer.ggml.tokens", 64, "ab");
  const auto q4 = [&](const std::string& name, uint64_t in, uint64_t out) {
    file.tensor(name, {in, out}, 12, in * out / 256 * 144);
  };
  q4("token_embd.weight", 256, 64);
  for (int i = 0; i < 2; ++i) {
    const std::string layer = "blk." + std::to_string(i) + '.';
    file.tensor(layer + "attn_norm.weight", {256}, 0, 1024);
    for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output"}) {
      q4(layer + name + ".weight", 256, 256);
    }
    file.tensor(layer + "ffn_norm.weight", {256}, 0, 1024);
    q4(layer + "ffn_gate.weight", 256, 512);
    q4(layer + "ffn_up.weight", 256, 512);
    q4(layer + "ffn_down.weight", 512, 256);
  }
  file.tensor("output_norm.weight", {256}, 0, 1024);
  if (!tied) file.tensor("output.weight", {256, 64}, 14, 256 * 64 / 256 * 210);
  return file;
}

}  // namespace vramscope::test
