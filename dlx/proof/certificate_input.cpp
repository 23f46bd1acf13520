#include "dlx/proof/certificate_input.hpp"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

namespace dlx {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 17;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace

/// The file, unpacked.
class CertificateInput::Source {
 public:
  Source(const std::string& path, const CertificateInput& input)
      : input_(input), file_(std::fopen(path.c_str(), "rb")) {
    if (!file_) throw SystemError(path + ": cannot open: " + std::strerror(errno));
    fill();
    const auto begins = [&](unsigned char a, unsigned char b) {
      return packed_size_ >= 2 && packed_[0] == a && packed_[1] == b;
    };
    if (begins(0x28, 0xB5)) {
      zstd_.reset(ZSTD_createDStream());
      if (!zstd_) throw std::bad_alloc();
    } else if (begins(0x1F, 0x8B)) {
      constexpr int gzip_only = 16;
      if (inflateInit2(&zlib_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
      gzip_ = true;
    }
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() {
    if (gzip_) inflateEnd(&zlib_);
  }

  /// Reads up to `size` bytes; 0 only at the end.
  std::size_t read(unsigned char* to, std::size_t size) {
    for (;;) {
      const bool more_inside = was_full_ && within_;
      if (packed_at_ == packed_size_ && !more_inside) {
        fill();
        if (packed_size_ == 0 && within_) throw input_.error("its packed data are cut short");
        if (packed_size_ == 0) return 0;
      }
      const std::size_t got = zstd_   ? unpack_zstd(to, size)
                              : gzip_ ? unpack_gzip(to, size)
                                      : copy(to, size);
      was_full_ = got == size;
      if (got > 0) return got;
    }
  }

 private:
  struct FreeStream {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  void fill() {
    errno = 0;
    packed_size_ = std::fread(packed_.data(), 1, packed_.size(), file_.get());
    packed_at_ = 0;
    if (std::ferror(file_.get()) != 0) {
      throw SystemError(input_.path_ + ": cannot read: " + std::strerror(errno));
    }
  }
  std::size_t copy(unsigned char* to, std::size_t size) {
    const std::size_t n = std::min(size, packed_size_ - packed_at_);
    std::memcpy(to, packed_.data() + packed_at_, n);
    packed_at_ += n;
    return n;
  }
  std::size_t unpack_zstd(unsigned char* to, std::size_t size) {
    ZSTD_inBuffer in{packed_.data(), packed_size_, packed_at_};
    ZSTD_outBuffer out{to, size, 0};
    const std::size_t left = ZSTD_decompressStream(zstd_.get(), &out, &in);
    if (ZSTD_isError(left) != 0) {
      if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      throw input_.error(std::string("its zstd data are damaged: ") + ZSTD_getErrorName(left));
    }
    packed_at_ = in.pos;
    within_ = left != 0;
    return out.pos;
  }
  std::size_t unpack_gzip(unsigned char* to, std::size_t size) {
    if (!within_) inflateReset(&zlib_);
    zlib_.next_in = packed_.data() + packed_at_;
    zlib_.avail_in = static_cast<uInt>(packed_size_ - packed_at_);
    zlib_.next_out = to;
    zlib_.avail_out = static_cast<uInt>(size);
    const int code = inflate(&zlib_, Z_NO_FLUSH);
    packed_at_ = packed_size_ - zlib_.avail_in;
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      throw input_.error("its gzip data are damaged");
    }
    within_ = code != Z_STREAM_END;
    return size - zlib_.avail_out;
  }

  const CertificateInput& input_;
  File file_;
  std::vector<unsigned char> packed_ = std::vector<unsigned char>(chunk);
  std::size_t packed_at_ = 0;
  std::size_t packed_size_ = 0;
  std::unique_ptr<ZSTD_DStream, FreeStream> zstd_;
  z_stream zlib_ = {};
  bool gzip_ = false;
  bool within_ = false;    // a frame or a member
  bool was_full_ = false;  // more may come of what has been read
};

CertificateInput::CertificateInput(const std::string& path) : path_(path), buffer_(chunk) {
  source_ = std::make_unique<Source>(path, *this);
}

CertificateInput::~CertificateInput() = default;

int CertificateInput::byte() {
  if (at_ == end_) {
    taken_ += end_;
    at_ = 0;
    end_ = 0;
    end_ = source_->read(buffer_.data(), buffer_.size());
    if (end_ == 0) return -1;
  }
  return buffer_[at_++];
}

std::string CertificateInput::line() {
  constexpr std::size_t longest = 100'000'000;  // a count may have many digits
  std::string text;
  for (int c = byte(); c != '\n'; c = byte()) {
    if (c < 0) throw error("it ends early");
    if (text.size() == longest) throw error("a line that does not end");
    text.push_back(static_cast<char>(c));
  }
  return text;
}

std::uint64_t CertificateInput::number(std::uint64_t end) {
  std::uint64_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    const int c = byte();
    if (c < 0) throw error("it ends early");
    if (shift >= 63) throw error("a number of more than nine bytes");
    n |= static_cast<std::uint64_t>(c & 0x7F) << shift;
    if (c < 0x80) break;
  }
  if (n >= end)
    throw error(std::to_string(n) + " where a number below " + std::to_string(end) + " must stand");
  return n;
}

bool CertificateInput::at_end() {
  if (byte() < 0) return true;
  --at_;
  return false;
}

InputError CertificateInput::error(const std::string& message) const {
  return InputError({.file = path_, .line = 0, .column = 0, .word = {}, .excerpt = {}},
                    message + " (byte " + std::to_string(taken_ + at_) + ")");
}

}  // namespace dlx
