// A library to be preloaded: it writes down what a program does to the files below the folder
// DLX_DISK_FOLDER, in the file DLX_DISK_LOG. What stdio writes is seen when the file is
// synchronised, which is when it matters. power_test.cpp reads the log. With DLX_DISK_FAILS_AT, the
// operation of this number fails, and DLX_DISK_FAILURES - 1 after it, as if the disk were full; a
// write still writes half of its bytes. With DLX_DISK_KILLS_AT, the program is killed just before
// the operation of this number.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>

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

bool is_in_folder(const std::string& path) {
  static const char* const folder = std::getenv("DLX_DISK_FOLDER");
  return folder != nullptr && path.rfind(folder, 0) == 0 &&
         (path.size() < 4 || path.compare(path.size() - 4, 4, "-shm") != 0);
}

std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// What was done, to which file, where in it or to which name, and the bytes.
void log(char what, const std::string& path, const std::string& where, const std::string& bytes) {
  static const int file = [] {
    const char* name = std::getenv("DLX_DISK_LOG");
    return name == nullptr
               ? -1
               : static_cast<int>(syscall(SYS_openat, AT_FDCWD, name,
                                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  }();
  if (file < 0 || !is_in_folder(path)) return;
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

/// Whether this operation on a file or folder is to fail; errno is set then.
bool fails(const std::string& path) {
  static const std::uint64_t last = number("DLX_DISK_KILLS_AT", 0);
  static const std::uint64_t first = number("DLX_DISK_FAILS_AT", 0);
  static const std::uint64_t failures = number("DLX_DISK_FAILURES", ~std::uint64_t{0});
  static std::atomic<std::uint64_t> operations = 0;
  if ((first == 0 && last == 0) || !is_in_folder(path)) return false;
  const std::uint64_t number = ++operations;
  if (number == last) raise(SIGKILL);
  if (first == 0) return false;
  if (number < first || number - first >= failures) return false;
  log('F', path, "", "");
  errno = ENOSPC;
  return true;
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

/// Opens a file by open_it() where that may make it, or empty it.
template <class Open>
auto opened(const char* path, bool empties, decltype(std::declval<Open>()()) failure,
            Open open_it) {
  const std::string name = absolute(path);
  if (!is_in_folder(name)) return open_it();
  const bool there = access(path, F_OK) == 0;
  if (there && !empties) return open_it();
  if (fails(name)) return failure;
  const auto result = open_it();
  if (result != failure) log('C', name, "", "");
  return result;
}

}  // namespace

extern "C" {

int open64(const char* path, int flags, ...) {
  static auto* const real = original<int(const char*, int, ...)>("open64");
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  const auto open_it = [&] { return real(path, flags, mode); };
  if ((flags & (O_CREAT | O_TRUNC)) == 0) return open_it();
  return opened(path, (flags & O_TRUNC) != 0, -1, open_it);
}

int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  return open64(path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
  static auto* const real = original<decltype(fopen)>("fopen");
  const auto open_it = [&] { return real(path, mode); };
  if (mode[0] != 'w') return open_it();
  return opened(path, true, static_cast<FILE*>(nullptr), open_it);
}

// Each is logged before it can be over: what another thread does next comes after it.
ssize_t pwrite64(int file, const void* data, size_t size, off64_t place) {
  static auto* const real = original<decltype(pwrite64)>("pwrite64");
  if (file > STDERR_FILENO && fails(path_of(file))) {
    return size < 2 ? -1 : real(file, data, size / 2, place);
  }
  const ssize_t written = real(file, data, size, place);
  log_write(file, data, written, place);
  return written;
}

ssize_t pwrite(int file, const void* data, size_t size, off_t place) {
  static auto* const real = original<decltype(pwrite)>("pwrite");
  if (file > STDERR_FILENO && fails(path_of(file))) {
    return size < 2 ? -1 : real(file, data, size / 2, place);
  }
  const ssize_t written = real(file, data, size, place);
  log_write(file, data, written, place);
  return written;
}

ssize_t write(int file, const void* data, size_t size) {
  static auto* const real = original<decltype(write)>("write");
  if (file > STDERR_FILENO && fails(path_of(file))) {
    return size < 2 ? -1 : real(file, data, size / 2);
  }
  const off_t place = lseek(file, 0, SEEK_CUR);
  const ssize_t written = real(file, data, size);
  log_write(file, data, written, place);
  return written;
}

int ftruncate64(int file, off64_t size) noexcept {
  static auto* const real = original<int(int, off64_t)>("ftruncate64");
  if (fails(path_of(file))) return -1;
  const int code = real(file, size);
  if (code == 0) log('T', path_of(file), std::to_string(size), "");
  return code;
}

int ftruncate(int file, off_t size) noexcept {
  return ftruncate64(file, size);
}

int fsync(int file) {
  static auto* const real = original<decltype(fsync)>("fsync");
  if (fails(path_of(file))) return -1;
  log_sync(file);
  return real(file);
}

int fdatasync(int file) {
  static auto* const real = original<decltype(fdatasync)>("fdatasync");
  if (fails(path_of(file))) return -1;
  log_sync(file);
  return real(file);
}

int rename(const char* from, const char* to) noexcept {
  static auto* const real = original<int(const char*, const char*)>("rename");
  if (fails(absolute(to))) return -1;
  const int code = real(from, to);
  if (code == 0) log('R', absolute(from), absolute(to), "");
  return code;
}

int unlink(const char* path) noexcept {
  static auto* const real = original<int(const char*)>("unlink");
  if (fails(absolute(path))) return -1;
  const int code = real(path);
  if (code == 0) log('U', absolute(path), "", "");
  return code;
}

}  // extern "C"
