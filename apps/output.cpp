#include "apps/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "dlx/runs/unit_file.hpp"

namespace dlx::app {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_write(const std::string& where, int why) {
  throw SystemError(where + ": cannot write: " + std::strerror(why));
}

[[noreturn]] void fail_to_print(int why) {
  if (why == EPIPE) throw ClosedPipe("<stdout>: nobody reads it");
  fail_to_write("<stdout>", why);
}

}  // namespace

void Output::print(std::string_view text) {
  messages_->clear_transient();
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_print(errno);
  // Many solutions are buffered; those of a slow search are also flushed by its progress.
  const auto now = std::chrono::steady_clock::now();
  if (now - last_flush_ > std::chrono::seconds(1)) flush();
}

void Output::flush() {
  last_flush_ = std::chrono::steady_clock::now();
  if (std::fflush(stdout) != 0) fail_to_print(errno);
}

void Messages::configure(bool quiet, ColourWhen colour) {
  quiet_ = quiet;
  terminal_ = isatty(STDERR_FILENO) == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool welcome = terminal_ && (no_color == nullptr || *no_color == '\0') && term != nullptr &&
                       std::strcmp(term, "dumb") != 0;
  colour_ = colour == ColourWhen::always || (colour == ColourWhen::automatic && welcome);
}

std::string Messages::painted(std::string_view text, const char* code) const {
  return colour_ ? std::string(code) + std::string(text) + "\x1b[0m" : std::string(text);
}

void Messages::clear_transient() {
  if (std::exchange(transient_shown_, false)) std::fputs("\r\x1b[K", stderr);
}

void Messages::line(std::string_view text) {
  clear_transient();
  std::string whole(text);
  whole += '\n';
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

void Messages::note(std::string_view text) {
  if (!quiet_) line(text);
}

void Messages::warning(std::string_view text) {
  line(program_ + ": " + painted("warning:", "\x1b[1;35m") + " " + std::string(text));
}

void Messages::error(std::string_view text) {
  line(program_ + ": " + painted("error:", "\x1b[1;31m") + " " + std::string(text));
}

void Messages::error(const InputError& e) {
  error(std::string_view(e.what()));
  if (e.place().excerpt.empty()) return;
  const std::string& excerpt = e.place().excerpt;
  const auto end = excerpt.find('\n');
  line("  " + excerpt.substr(0, end));
  line("  " + painted(excerpt.substr(end + 1), "\x1b[1;32m"));
}

void Messages::transient(std::string_view text) {
  if (!terminal_) {
    line(text);
    return;
  }
  const std::string whole = "\r" + std::string(text) + "\x1b[K";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
  transient_shown_ = true;
}

void check_writable(const std::string& path) {
  const fs::path file(path);
  std::error_code ignored;
  const bool there = fs::exists(file, ignored);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const std::string asked = there ? path : folder.string();
  if (fs::is_directory(file, ignored)) fail_to_write(path, EISDIR);
  if (access(asked.c_str(), W_OK) != 0) fail_to_write(path, errno);
}

namespace {

/// Writes it all and closes the file; 0, or errno.
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

void write_file(const std::string& path, std::string_view text) {
  struct stat old = {};
  const bool there = ::stat(path.c_str(), &old) == 0;
  // /dev/stdout may be a file; but it is to be written to where it stands.
  const bool special = path.starts_with("/dev/std") || path.starts_with("/dev/fd/") ||
                       path.starts_with("/proc/") || (there && !S_ISREG(old.st_mode)) ||
                       (!there && fs::is_symlink(fs::symlink_status(path)));
  if (!special) {
    std::error_code error;
    const std::string target = there ? fs::canonical(path, error).string() : path;
    if (error) fail_to_write(path, error.value());
    const std::string part = target + ".part";
    ::unlink(part.c_str());
    const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    // A file that may be written in a folder that may not is written in its place, below.
    if (file < 0 && !(there && (errno == EACCES || errno == EPERM))) fail_to_write(path, errno);
    if (file >= 0) {
      if (there) static_cast<void>(::fchmod(file, old.st_mode & 07777));
      try {
        if (const int why = write_and_close(file, text); why != 0) fail_to_write(path, why);
        rename_durably(part, target);
      } catch (...) {
        ::unlink(part.c_str());
        throw;
      }
      return;
    }
  }
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
  if (file < 0) fail_to_write(path, errno);
  if (const int why = write_and_close(file, text); why != 0) fail_to_write(path, why);
}

}  // namespace dlx::app
