#include "apps/cli/console.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include "dlx/core/text.hpp"

namespace dlx::app {

namespace {

// The buffer of standard output. The buffer lets a list be written in a few large blocks. If
// standard output is a terminal, the buffer is not used.
char output_buffer[std::size_t{1} << 16];

[[noreturn]] void fail_to_print(int why) {
  if (why == EPIPE) throw ClosedPipe("<stdout>: closed by its reader");
  throw io::SystemError(std::string("<stdout>: cannot write: ") + std::strerror(why));
}

/// The time of a coarse clock, which ticks every few milliseconds and takes only a few nanoseconds
/// to read.
double coarse_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

Console::Console(std::string program) : program_(std::move(program)) {
  if (isatty(STDOUT_FILENO) == 0) std::setvbuf(stdout, output_buffer, _IOFBF, sizeof output_buffer);
}

std::string to_line(const Json& object) {
  return printable(object.dump(-1, ' ', false, Json::error_handler_t::replace), Escapes::json);
}

void Console::print(std::string_view text) {
  clear_transient();
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_print(errno);
  // Flushes at most once a second. The first text is flushed at once, because the next solution of
  // a slow search may take long. Texts that follow quickly stay in the buffer.
  if (coarse_seconds() - last_flush_ > 1) flush();
}

void Console::flush() {
  last_flush_ = coarse_seconds();
  if (std::fflush(stdout) != 0) fail_to_print(errno);
}

void Console::configure(bool quiet, ColourWhen colour) {
  quiet_ = quiet;
  terminal_ = isatty(STDERR_FILENO) == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool welcome = terminal_ && (no_color == nullptr || *no_color == '\0') && term != nullptr &&
                       std::strcmp(term, "dumb") != 0;
  colour_ = colour == ColourWhen::always || (colour == ColourWhen::automatic && welcome);
  paint_ = colour == ColourWhen::always && isatty(STDOUT_FILENO) == 1
               ? drawing::palette::Paint::truecolor
               : drawing::palette::Paint::plain;
}

std::string Console::painted(std::string_view text, const char* code) const {
  return colour_ ? std::string(code) + std::string(text) + "\x1b[0m" : std::string(text);
}

void Console::clear_transient() {
  if (std::exchange(transient_shown_, false)) std::fputs("\r\x1b[K", stderr);
}

void Console::write_line(const std::string& text) {
  clear_transient();
  const std::string whole = text + '\n';
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

void Console::line(std::string_view text) {
  write_line(printable(text));
}

void Console::note(std::string_view text) {
  if (!quiet_) line(text);
}

void Console::warning(std::string_view text) {
  write_line(program_ + ": " + painted("warning:", "\x1b[1;35m") + " " + printable(text));
}

void Console::error(std::string_view text) {
  write_line(program_ + ": " + painted("error:", "\x1b[1;31m") + " " + printable(text));
}

void Console::error(const io::InputError& e) {
  error(std::string_view(e.what()));
  if (e.place().excerpt.empty()) return;
  const std::string& excerpt = e.place().excerpt;
  const auto end = excerpt.find('\n');
  line("  " + excerpt.substr(0, end));
  write_line("  " + painted(printable(excerpt.substr(end + 1)), "\x1b[1;32m"));
}

void Console::transient(std::string_view text) {
  if (!terminal_) {
    line(text);
    return;
  }
  const std::string whole = "\r" + printable(text) + "\x1b[K";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
  transient_shown_ = true;
}

}  // namespace dlx::app
