#include "dlx/io/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "dlx/io/errors.hpp"

namespace dlx::io {
namespace {

constexpr std::size_t block = std::size_t{1} << 16;

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw SystemError(path + ": cannot " + what + ": " + std::strerror(errno));
}

/// Makes the content of a file or folder durable: the content survives a power failure.
void sync(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, "open");
  const int why = ::fsync(file) == 0 ? 0 : errno;
  ::close(file);
  errno = why;
  // The error EINVAL is ignored, because some file systems cannot synchronise folders.
  if (why != 0 && why != EINVAL) fail(path, "write");
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

void sync_folder_of(const std::string& path) {
  sync(folder_of(path));
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code none;
  return a == b || fs::equivalent(a, b, none) ||
         fs::weakly_canonical(fs::absolute(a, none), none) ==
             fs::weakly_canonical(fs::absolute(b, none), none);
}

void check_writable(const std::string& path) {
  std::error_code ignored;
  const bool there = std::filesystem::exists(path, ignored);
  if (std::filesystem::is_directory(path, ignored)) {
    errno = EISDIR;
    fail(path, "write");
  }
  if (::access((there ? path : folder_of(path)).c_str(), W_OK) != 0) fail(path, "write");
}

void rename_durably(const std::string& from, const std::string& to) {
  sync(from);
  if (std::rename(from.c_str(), to.c_str()) != 0) fail(to, "rename to this");
  sync_folder_of(to);
}

void remove_durably(const std::string& path) {
  if (::unlink(path.c_str()) == 0) return sync_folder_of(path);
  if (errno != ENOENT) fail(path, "remove");
}

DurableFile::DurableFile(std::string path, std::optional<mode_t> mode)
    : path_(std::move(path)), part_(path_ + ".part") {
  ::unlink(part_.c_str());
  file_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file_ < 0) fail(path_, "write");
  if (mode) static_cast<void>(::fchmod(file_, *mode));
}

DurableFile::~DurableFile() {
  if (file_ >= 0) ::close(file_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

void DurableFile::append(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= block) flush();
}

void DurableFile::truncate(std::uint64_t size) {
  flush();
  const auto end = static_cast<off_t>(size);
  if (::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end) fail(path_, "write");
  written_ = size;
}

void DurableFile::flush() {
  for (std::string_view rest = buffer_; !rest.empty();) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) fail(path_, "write");
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  written_ += buffer_.size();
  buffer_.clear();
}

void DurableFile::keep() {
  flush();
  if (::close(std::exchange(file_, -1)) != 0) fail(path_, "write");
  rename_durably(part_, path_);
  part_.clear();
}

void copy_durably(const std::string& from, const std::string& to) {
  std::ifstream in(from, std::ios::binary);
  DurableFile copy(to);
  std::string bytes(block, '\0');
  do {
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    copy.append(std::string_view(bytes).substr(0, static_cast<std::size_t>(in.gcount())));
  } while (in);
  if (!in.eof()) throw SystemError(from + ": cannot read");
  copy.keep();
}

}  // namespace dlx::io
