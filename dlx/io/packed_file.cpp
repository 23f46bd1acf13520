#include "dlx/io/packed_file.hpp"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

namespace dlx::io {

struct PackedFile::State {
  State(const char* path, std::string file_name,
        std::function<InputError(const std::string&)> make_error)
      : name(std::move(file_name)),
        error(std::move(make_error)),
        descriptor(path == nullptr ? ::dup(STDIN_FILENO)
                                   : ::open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)) {
    if (descriptor < 0) fail("open");
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (format == Format::gzip) inflateEnd(&gzip);
    ZSTD_freeDStream(zstd);
    ::close(descriptor);
  }

  std::size_t read(char* to, std::size_t size) {
    if (!started) start();
    for (;;) {
      const bool more_inside = was_full && within;
      if (begin == end && !more_inside && !fill()) {
        if (within) throw error(damage("cut short"));
        return 0;
      }
      const std::size_t got = format == Format::gzip   ? unpack_gzip(to, size)
                              : format == Format::zstd ? unpack_zstd(to, size)
                                                       : copy(to, size);
      was_full = got == size;
      if (got > 0) return got;
    }
  }

 private:
  enum class Format { plain, gzip, zstd };

  [[noreturn]] void fail(const char* what) const {
    throw SystemError(name + ": cannot " + what + ": " + std::strerror(errno));
  }
  [[nodiscard]] std::string damage(const std::string& what) const {
    return std::string("the ") + (format == Format::gzip ? "gzip" : "zstd") + " data is " + what;
  }

  void start() {
    started = true;
    while (end < 4 && fill()) continue;
    const std::string_view head(raw.get(), end);
    if (head.starts_with("\x1f\x8b")) {
      constexpr int gzip_only = 16;
      if (inflateInit2(&gzip, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
      format = Format::gzip;
    } else if (head.starts_with("\x28\xb5\x2f\xfd")) {
      zstd = ZSTD_createDStream();
      if (zstd == nullptr) throw std::bad_alloc();
      format = Format::zstd;
    }
  }

  /// Reads bytes from the file and appends them to the unread rest of the buffer. Returns false at
  /// the end of the file.
  bool fill() {
    if (begin == end) begin = end = 0;
    for (;;) {
      const ssize_t got = ::read(descriptor, raw.get() + end, room - end);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail("read");
      end += static_cast<std::size_t>(got);
      return got > 0;
    }
  }

  std::size_t copy(char* to, std::size_t size) {
    const std::size_t n = std::min(size, end - begin);
    std::memcpy(to, raw.get() + begin, n);
    begin += n;
    return n;
  }

  std::size_t unpack_gzip(char* to, std::size_t size) {
    if (!within) inflateReset(&gzip);
    gzip.next_in = reinterpret_cast<Bytef*>(raw.get() + begin);
    gzip.avail_in = static_cast<uInt>(end - begin);
    gzip.next_out = reinterpret_cast<Bytef*>(to);
    gzip.avail_out = static_cast<uInt>(size);
    const int code = inflate(&gzip, Z_NO_FLUSH);
    begin = end - gzip.avail_in;
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      throw error(
          damage(std::string("damaged (") + (gzip.msg != nullptr ? gzip.msg : "no gzip") + ")"));
    }
    within = code != Z_STREAM_END;
    return size - gzip.avail_out;
  }

  std::size_t unpack_zstd(char* to, std::size_t size) {
    ZSTD_inBuffer in{raw.get(), end, begin};
    ZSTD_outBuffer out{to, size, 0};
    const std::size_t left = ZSTD_decompressStream(zstd, &out, &in);
    begin = in.pos;
    if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (ZSTD_isError(left) != 0) {
      throw error(damage(std::string("damaged (") + ZSTD_getErrorName(left) + ")"));
    }
    within = left != 0;
    return out.pos;
  }

  static constexpr std::size_t room = std::size_t{1} << 18;

  std::string name;
  std::function<InputError(const std::string&)> error;
  int descriptor;
  // The buffer is not initialised, because most files are much smaller than the buffer.
  std::unique_ptr<char[]> raw = std::make_unique_for_overwrite<char[]>(room);
  // The bounds of the bytes in `raw` that were read from the file and not yet used.
  std::size_t begin = 0, end = 0;
  Format format = Format::plain;
  z_stream gzip = {};
  ZSTD_DStream* zstd = nullptr;
  bool started = false;
  bool within = false;  // whether the current position is within a gzip member or a zstd frame
  // Whether the decompressor filled its output buffer, so that it may have more output without
  // further input.
  bool was_full = false;
};

PackedFile::PackedFile(const char* path, const std::string& name,
                       std::function<InputError(const std::string&)> error)
    : state_(std::make_unique<State>(path, name, std::move(error))) {}

PackedFile::~PackedFile() = default;

std::size_t PackedFile::read(char* to, std::size_t size) {
  return state_->read(to, size);
}

}  // namespace dlx::io
