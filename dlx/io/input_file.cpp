// Apart from input.cpp, so that programs which read text from memory only need neither files nor
// zlib.

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "dlx/io/input.hpp"

namespace dlx {

/// Bytes of a file, decompressed if it begins like gzip. zlib's own gzread() would take a damaged
/// second member for the end of the file and say nothing; here whatever is not gzip is an error.
class Input::File final : public Input::Source {
 public:
  File(const std::string& path, const Input& input) : input_(input) {
    const bool standard = path == "-";
    descriptor_ =
        standard ? dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) {
      throw SystemError(input.name() + ": cannot open: " + std::strerror(errno));
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() override {
    if (gzip_) inflateEnd(&stream_);
    close(descriptor_);
  }

  std::size_t read(char* to, std::size_t size) override {
    if (!started_) start();
    if (!gzip_) return take_raw(to, size);
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out == size && !finished_) inflate_more();
    return size - stream_.avail_out;
  }

 private:
  void start() {
    started_ = true;
    while (raw_end_ < 2 && fill()) continue;
    gzip_ = raw_end_ >= 2 && raw_[0] == '\x1f' && raw_[1] == '\x8b';
    constexpr int gzip_only = 16;
    if (gzip_ && inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) {
      gzip_ = false;
      throw std::bad_alloc();
    }
  }

  /// Reads from the system behind what is left; false at the end of the file.
  bool fill() {
    if (raw_begin_ == raw_end_) raw_begin_ = raw_end_ = 0;
    for (;;) {
      const ssize_t got = ::read(descriptor_, raw_.data() + raw_end_, raw_.size() - raw_end_);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw SystemError(input_.name() + ": cannot read: " + std::strerror(errno));
      raw_end_ += static_cast<std::size_t>(got);
      return got > 0;
    }
  }

  std::size_t take_raw(char* to, std::size_t size) {
    if (raw_begin_ == raw_end_ && !fill()) return 0;
    const std::size_t n = std::min(size, raw_end_ - raw_begin_);
    std::memcpy(to, raw_.data() + raw_begin_, n);
    raw_begin_ += n;
    return n;
  }

  void inflate_more() {
    const bool more = raw_begin_ != raw_end_ || fill();
    if (between_members_) {
      if (!more) {
        finished_ = true;
        return;
      }
      between_members_ = false;
      inflateReset(&stream_);
    } else if (!more) {
      throw input_.error("the gzip data is cut short");
    }
    stream_.next_in = reinterpret_cast<Bytef*>(raw_.data() + raw_begin_);
    stream_.avail_in = static_cast<uInt>(raw_end_ - raw_begin_);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    raw_begin_ = raw_end_ - stream_.avail_in;
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_STREAM_END) {
      between_members_ = true;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      throw input_.error(std::string("the gzip data is damaged (") +
                         (stream_.msg != nullptr ? stream_.msg : "no gzip") + ")");
    }
  }

  const Input& input_;
  int descriptor_ = -1;
  std::vector<char> raw_ = std::vector<char>(std::size_t{1} << 18);
  std::size_t raw_begin_ = 0;
  std::size_t raw_end_ = 0;
  bool started_ = false;
  bool gzip_ = false;
  bool between_members_ = false;
  bool finished_ = false;
  z_stream stream_ = {};
};

Input::Input(const std::string& path, const InputLimits& limits)
    : name_(path == "-" ? "<stdin>" : path), limits_(limits) {
  source_ = std::make_unique<File>(path, *this);
}

}  // namespace dlx
