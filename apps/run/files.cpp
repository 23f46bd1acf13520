#include "apps/run/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "dlx/io/errors.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_write(const std::string& where, int why) {
  throw io::SystemError(where + ": cannot write: " + std::strerror(why));
}

std::string folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path().string() : ".";
}

/// Writes the entire text and closes the file. Returns 0, or the value of errno on failure.
int write_and_close(int file, std::string_view text) {
  int why = 0;
  while (!text.empty() && why == 0) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      why = errno;
    }
  }
  if (::close(file) != 0 && why == 0) why = errno;
  return why;
}

}  // namespace

std::map<std::string, std::string>& named_files() {
  static std::map<std::string, std::string> files;
  return files;
}

bool is_file(const std::string& word) {
  return word == "-" || named_files().contains(word) || ::access(word.c_str(), F_OK) == 0;
}

io::Input open_named(const std::string& name, std::uint64_t bytes) {
  auto& files = named_files();
  if (!files.contains(name)) {
    files[name] = io::Input::open(name, {.bytes = bytes, .line_bytes = bytes}).rest();
  }
  return io::Input::from_text(files[name], name == "-" ? "<stdin>" : name);
}

void write_file(const std::string& path, std::string_view text) {
  struct stat old = {};
  const bool there = ::stat(path.c_str(), &old) == 0;
  // If /dev/stdout is a regular file, it must be written at its current position, not replaced.
  const bool special = path.starts_with("/dev/std") || path.starts_with("/dev/fd/") ||
                       path.starts_with("/proc/") || (there && !S_ISREG(old.st_mode)) ||
                       (!there && fs::is_symlink(fs::symlink_status(path)));
  std::error_code error;
  const std::string target = there && !special ? fs::canonical(path, error).string() : path;
  if (error) fail_to_write(path, error.value());
  // If the folder is not writable, the file cannot be replaced, so it is overwritten.
  const bool in_place = special || (there && ::access(folder_of(target).c_str(), W_OK) != 0);
  if (!in_place) {
    io::DurableFile file(target, there ? std::optional(old.st_mode & 07777) : std::nullopt);
    file.append(text);
    file.keep();
    return;
  }
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
  if (file < 0) fail_to_write(path, errno);
  if (const int why = write_and_close(file, text); why != 0) fail_to_write(path, why);
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-./:@%+=,") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string command_to_resume(const std::string& file) {
  return (file.starts_with('-') ? "dlx resume -- " : "dlx resume ") + shell_word(file);
}

}  // namespace dlx::app
