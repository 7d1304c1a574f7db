#include "unpack.h"

#include <cstdio>
#include <vector>

#ifdef VRAMSCOPE_ZLIB
#include <zlib.h>
#endif

namespace vramscope::cli {
namespace {

constexpr size_t kPiece = size_t{1} << 18;
using Take = std::function<void(std::string_view)>;

struct File {
  explicit File(const std::string& path) : own(path != "-") {
    handle = own ? std::fopen(path.c_str(), "rb") : stdin;
  }
  ~File() {
    if (own && handle) std::fclose(handle);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  size_t read(std::vector<char>& piece) const {
    return std::fread(piece.data(), 1, piece.size(), handle);
  }

  bool own;
  std::FILE* handle = nullptr;
};

#ifdef VRAMSCOPE_ZLIB
/// Members of a gzip file, one after the other.
class Inflater {
 public:
  Inflater() { ready_ = inflateInit2(&stream_, 15 + 16) == Z_OK; }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool unpack(std::string_view packed, const Take& take) {
    std::vector<char> out(kPiece);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    while (ready_ && stream_.avail_in > 0) {
      if (ended_ && inflateReset(&stream_) != Z_OK) return false;
      ended_ = false;
      int code = Z_OK;
      do {  // also what the inflater still holds back when the input is used up
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        code = inflate(&stream_, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return false;
        take({out.data(), out.size() - stream_.avail_out});
      } while (code == Z_OK && stream_.avail_out == 0);
      ended_ = code == Z_STREAM_END;
    }
    return ready_;
  }
  bool ended() const { return ended_; }

 private:
  z_stream stream_ = {};
  bool ready_ = false;
  bool ended_ = false;
};
#endif

}  // namespace

Unpacked read_in_pieces(const std::string& path, const Take& take) {
  const File file(path);
  if (!file.handle) return Unpacked::CannotRead;
  std::vector<char> piece(kPiece);
  size_t got = file.read(piece);
#ifdef VRAMSCOPE_ZLIB
  if (std::string_view(piece.data(), got).starts_with("\x1f\x8b")) {
    Inflater inflater;
    for (; got > 0; got = file.read(piece)) {
      if (!inflater.unpack({piece.data(), got}, take)) return Unpacked::CutOff;
    }
    return inflater.ended() ? Unpacked::Whole : Unpacked::CutOff;
  }
#endif
  for (; got > 0; got = file.read(piece)) take({piece.data(), got});
  return std::ferror(file.handle) != 0 ? Unpacked::CannotRead : Unpacked::Whole;
}

}  // namespace vramscope::cli
