#include "dlx/runs/unit_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "dlx/io/errors.hpp"

namespace dlx {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw SystemError(path + ": cannot " + what + ": " + std::strerror(errno));
}

/// Makes what a file or folder holds durable.
void sync(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) fail(path, "open");
  const int code = ::fsync(file);
  const int why = errno;
  ::close(file);
  errno = why;
  // There are file systems whose folders cannot be synchronised.
  if (code != 0 && !((flags & O_DIRECTORY) != 0 && why == EINVAL)) fail(path, "write");
}

void sync_folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  sync(slash == std::string::npos ? "." : path.substr(0, slash + 1), O_RDONLY | O_DIRECTORY);
}

}  // namespace

void rename_durably(const std::string& from, const std::string& to) {
  sync(from, O_RDONLY);
  if (std::rename(from.c_str(), to.c_str()) != 0) fail(to, "rename to this");
  sync_folder_of(to);
}

UnfinishedFile::~UnfinishedFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

void UnfinishedFile::keep_as(const std::string& path) {
  rename_durably(path_, path);
  path_.clear();
}

struct UnitFile::State {
  std::string path;
  bool gzip;
  std::optional<UnfinishedFile> unfinished = {};  // once it is opened
  std::FILE* plain = nullptr;
  gzFile packed = nullptr;

  [[nodiscard]] std::string part() const { return path + ".part"; }

  void open() {
    errno = 0;
    if (gzip) {
      packed = gzopen(part().c_str(), "wb");
    } else {
      plain = std::fopen(part().c_str(), "wb");
    }
    if (packed == nullptr && plain == nullptr) fail(part(), "write");
    unfinished.emplace(part());
  }

  /// False: not all could be written; errno says why.
  bool close() {
    if (packed != nullptr) return gzclose(std::exchange(packed, nullptr)) == Z_OK;
    if (plain != nullptr) return std::fclose(std::exchange(plain, nullptr)) == 0;
    return true;
  }
};

UnitFile::UnitFile(std::string path, bool gzip) : state_(new State{std::move(path), gzip}) {}

UnitFile::~UnitFile() {
  state_->close();
}

void UnitFile::print(std::string_view text) {
  State& s = *state_;
  if (!s.unfinished) s.open();
  if (text.empty()) return;
  errno = 0;
  const bool written = s.gzip ? gzfwrite(text.data(), 1, text.size(), s.packed) == text.size()
                              : std::fwrite(text.data(), 1, text.size(), s.plain) == text.size();
  if (!written) fail(s.part(), "write");
}

void UnitFile::keep() {
  State& s = *state_;
  errno = 0;
  if (!s.close()) fail(s.part(), "write");
  if (s.unfinished) return s.unfinished->keep_as(s.path);
  if (::unlink(s.path.c_str()) == 0) {
    sync_folder_of(s.path);
  } else if (errno != ENOENT) {
    fail(s.path, "remove");
  }
}

}  // namespace dlx
