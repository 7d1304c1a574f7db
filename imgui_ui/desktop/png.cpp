#include "desktop/png.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

namespace vramscope::desktop {
namespace {

using Bytestring = std::string;

void put32(Bytestring& out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
}

uint32_t crc32(std::string_view bytes) {
  uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

uint32_t adler32(std::string_view bytes) {
  uint32_t a = 1;
  uint32_t b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

void put_chunk(Bytestring& out, std::string_view type, std::string_view body) {
  put32(out, static_cast<uint32_t>(body.size()));
  Bytestring checked(type);
  checked += body;
  out += checked;
  put32(out, crc32(checked));
}

/// A zlib stream of stored blocks (at most 65,535 bytes each).
Bytestring stored(std::string_view bytes) {
  Bytestring out("\x78\x01", 2);
  for (size_t at = 0; at < bytes.size();) {
    const size_t size = std::min<size_t>(65535, bytes.size() - at);
    out += at + size == bytes.size() ? '\1' : '\0';
    for (const size_t n : {size, ~size}) {
      out += static_cast<char>(n & 0xFF);
      out += static_cast<char>(n >> 8 & 0xFF);
    }
    out += bytes.substr(at, size);
    at += size;
  }
  put32(out, adler32(bytes));
  return out;
}

}  // namespace

void flip_rows(std::span<uint8_t> pixels, int height) {
  const auto row = static_cast<std::ptrdiff_t>(pixels.size()) / height;
  for (int y = 0; y < height / 2; ++y) {
    const auto top = pixels.begin() + row * y;
    std::swap_ranges(top, top + row, pixels.begin() + row * (height - 1 - y));
  }
}

bool write_png(const std::string& path, int width, int height, std::span<const uint8_t> pixels) {
  Bytestring rows;
  for (int y = 0; y < height; ++y) {
    rows += '\0';  // no filter
    for (int x = 0; x < width; ++x) {
      const size_t at =
          (static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) * 4;
      for (size_t channel = 0; channel < 3; ++channel) {
        rows += static_cast<char>(pixels[at + channel]);
      }
    }
  }
  Bytestring header;
  put32(header, static_cast<uint32_t>(width));
  put32(header, static_cast<uint32_t>(height));
  header += Bytestring("\x08\x02\x00\x00\x00", 5);  // 8 bits, red green blue
  Bytestring file("\x89PNG\r\n\x1a\n", 8);
  put_chunk(file, "IHDR", header);
  put_chunk(file, "IDAT", stored(rows));
  put_chunk(file, "IEND", {});
  std::ofstream out(path, std::ios::binary);
  out.write(file.data(), static_cast<std::streamsize>(file.size()));
  return out.good();
}

}  // namespace vramscope::desktop
