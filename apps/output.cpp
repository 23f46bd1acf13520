#include "apps/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace dlx::app {

namespace {

[[noreturn]] void fail_to_write(int why) {
  throw SystemError(std::string("<stdout>: cannot write: ") + std::strerror(why));
}

}  // namespace

void Output::print(std::string_view text) {
  messages_->clear_transient();
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_write(errno);
  // Many solutions are buffered; those of a slow search are also flushed by its progress.
  const auto now = std::chrono::steady_clock::now();
  if (now - last_flush_ > std::chrono::seconds(1)) flush();
}

void Output::flush() {
  last_flush_ = std::chrono::steady_clock::now();
  if (std::fflush(stdout) != 0) fail_to_write(errno);
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
  line("dlx: " + painted("warning:", "\x1b[1;35m") + " " + std::string(text));
}

void Messages::error(std::string_view text) {
  line("dlx: " + painted("error:", "\x1b[1;31m") + " " + std::string(text));
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

}  // namespace dlx::app
