// A library to be preloaded: it writes down what a program does to the files below a folder, in the
// file DLX_DISK_LOG. What stdio writes is seen when the file is synchronised, which is when it
// matters. power_test.cpp reads the log.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string>

namespace {

template <class Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

std::string path_of(int file) {
  std::array<char, 4096> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t size = readlink(link.c_str(), path.data(), path.size());
  return size > 0 ? std::string(path.data(), static_cast<std::size_t>(size)) : std::string();
}

void append(std::string& record, const std::string& text) {
  const std::uint64_t size = text.size();
  record.append(reinterpret_cast<const char*>(&size), sizeof size);
  record += text;
}

/// What was done, to which file, where in it or to which name, and the bytes.
void log(char what, const std::string& path, const std::string& where, const std::string& bytes) {
  static const char* const folder = std::getenv("DLX_DISK_FOLDER");
  static const int file = [] {
    const char* name = std::getenv("DLX_DISK_LOG");
    return name == nullptr
               ? -1
               : static_cast<int>(syscall(SYS_openat, AT_FDCWD, name,
                                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  }();
  if (file < 0 || folder == nullptr || path.rfind(folder, 0) != 0) return;
  std::string record(1, what);
  append(record, path);
  append(record, where);
  append(record, bytes);
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if (syscall(SYS_write, file, record.data(), record.size()) != static_cast<long>(record.size())) {
    std::abort();
  }
}

void log_write(int file, const void* data, ssize_t written, off_t place) {
  if (written <= 0 || file <= STDERR_FILENO) return;
  log('W', path_of(file), std::to_string(place),
      {static_cast<const char*>(data), static_cast<std::size_t>(written)});
}

void log_sync(int file) {
  const std::string path = path_of(file);
  struct stat what = {};
  if (fstat(file, &what) != 0) return;
  if (S_ISDIR(what.st_mode)) return log('D', path, "", "");
  // The file may be open for writing only.
  const int again = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string bytes;
  std::array<char, 65536> part{};
  for (ssize_t got = 0; (got = read(again, part.data(), part.size())) > 0;) {
    bytes.append(part.data(), static_cast<std::size_t>(got));
  }
  syscall(SYS_close, again);
  log('S', path, "", bytes);
}

std::string absolute(const char* path) {
  if (path[0] == '/') return path;
  std::array<char, 4096> folder{};
  return getcwd(folder.data(), folder.size()) == nullptr ? path
                                                         : std::string(folder.data()) + '/' + path;
}

}  // namespace

extern "C" {

// Each is logged before it can be over: what another thread does next comes after it.
ssize_t pwrite64(int file, const void* data, size_t size, off64_t place) {
  static auto* const real = original<decltype(pwrite64)>("pwrite64");
  const ssize_t written = real(file, data, size, place);
  log_write(file, data, written, place);
  return written;
}

ssize_t pwrite(int file, const void* data, size_t size, off_t place) {
  static auto* const real = original<decltype(pwrite)>("pwrite");
  const ssize_t written = real(file, data, size, place);
  log_write(file, data, written, place);
  return written;
}

ssize_t write(int file, const void* data, size_t size) {
  static auto* const real = original<decltype(write)>("write");
  const off_t place = lseek(file, 0, SEEK_CUR);
  const ssize_t written = real(file, data, size);
  log_write(file, data, written, place);
  return written;
}

int ftruncate64(int file, off64_t size) noexcept {
  static auto* const real = original<int(int, off64_t)>("ftruncate64");
  const int code = real(file, size);
  if (code == 0) log('T', path_of(file), std::to_string(size), "");
  return code;
}

int ftruncate(int file, off_t size) noexcept {
  return ftruncate64(file, size);
}

int fsync(int file) {
  static auto* const real = original<decltype(fsync)>("fsync");
  log_sync(file);
  return real(file);
}

int fdatasync(int file) {
  static auto* const real = original<decltype(fdatasync)>("fdatasync");
  log_sync(file);
  return real(file);
}

int rename(const char* from, const char* to) noexcept {
  static auto* const real = original<int(const char*, const char*)>("rename");
  const int code = real(from, to);
  if (code == 0) log('R', absolute(from), absolute(to), "");
  return code;
}

int unlink(const char* path) noexcept {
  static auto* const real = original<int(const char*)>("unlink");
  const int code = real(path);
  if (code == 0) log('U', absolute(path), "", "");
  return code;
}

}  // extern "C"
