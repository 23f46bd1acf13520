#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "dlx/io/errors.hpp"

namespace dlx::app {

/// How the command ends; docs/command.md lists them.
enum ExitCode : int {
  success = 0,
  internal_error = 1,
  bad_input = 2,
  incomplete = 3,
  out_of_memory = 4,
  io_error = 5,
  checkpoint_unusable = 6,
};

/// The reader of standard output has closed its end: there is nobody to tell.
class ClosedPipe : public SystemError {
 public:
  using SystemError::SystemError;
};

/// Everything else, on standard error.
enum class ColourWhen { automatic, always, never };

class Messages {
 public:
  /// Colour in `automatic`: on a terminal, unless NO_COLOR is set (https://no-color.org) or TERM
  /// is "dumb".
  void configure(bool quiet, ColourWhen colour);
  /// The name that stands before warnings and errors.
  void set_program(std::string name) { program_ = std::move(name); }

  [[nodiscard]] bool quiet() const noexcept { return quiet_; }
  void note(std::string_view text);     ///< silent if quiet
  void warning(std::string_view text);  ///< also if quiet: it concerns the answer
  void error(std::string_view text);
  void error(const InputError& error);

  /// A line for programs, never painted.
  void json(std::string_view text) { line(text); }

  /// A line that the next one replaces; only on a terminal, otherwise an ordinary line.
  void transient(std::string_view text);
  /// Takes such a line off the terminal again, before data is written there.
  void clear_transient();
  [[nodiscard]] bool on_terminal() const noexcept { return terminal_; }

 private:
  void line(std::string_view text);
  [[nodiscard]] std::string painted(std::string_view text, const char* code) const;

  std::string program_ = "dlx";
  bool quiet_ = false;
  bool terminal_ = false;
  bool colour_ = false;
  bool transient_shown_ = false;
};

/// Data, on standard output, with every write checked: a full disk throws SystemError and a closed
/// pipe ClosedPipe, rather than passing for success.
class Output {
 public:
  explicit Output(Messages& messages) : messages_(&messages) {}

  void print(std::string_view text);
  /// Must be called before success is claimed.
  void flush();

 private:
  Messages* messages_;
  std::chrono::steady_clock::time_point last_flush_ = std::chrono::steady_clock::now();
};

/// Throws SystemError unless a file can be written there; it is not touched.
void check_writable(const std::string& path);

/// Writes a file whole, or throws SystemError; until it is whole it has another name, ending in
/// ".part". Devices and pipes are written as they are.
void write_file(const std::string& path, std::string_view text);

}  // namespace dlx::app
