#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "apps/cli/request.hpp"
#include "dlx/io/errors.hpp"
#include "reductions/drawing/palette.hpp"

namespace dlx::app {

using Json = nlohmann::ordered_json;

/// The exit codes of the command. docs/command.md explains each code.
enum ExitCode : int {
  success = 0,
  internal_error = 1,
  bad_input = 2,
  incomplete = 3,
  out_of_memory = 4,
  io_error = 5,
  checkpoint_unusable = 6,
  answer_is_no = 7,
};

/// Thrown when standard output is a pipe whose reading end has been closed.
class ClosedPipe : public io::SystemError {
 public:
  using io::SystemError::SystemError;
};

/// JSON on a single line, with characters that could control the terminal escaped; see printable().
[[nodiscard]] std::string to_line(const Json& object);

/// Prints data to standard output and everything else to standard error. Every write of data is
/// checked: a full disk throws SystemError, and a closed pipe throws ClosedPipe. Each text on
/// standard error is one line, escaped by printable(), because file names and words of an input may
/// contain any characters. The console does not escape data. Callers must pass names in data
/// through printable(), except names of items.
class Console {
 public:
  /// `program`: the name that is printed before warnings and errors.
  explicit Console(std::string program);

  /// With ColourWhen::automatic, messages are coloured if standard error is a terminal, unless
  /// NO_COLOR is set (https://no-color.org) or TERM is "dumb".
  void configure(bool quiet, ColourWhen colour);

  void print(std::string_view text);
  /// Prints a JSON object on a single line.
  void print_json(const Json& object) { print(to_line(object) + '\n'); }
  /// Writes buffered data. A command must call flush() before it reports success.
  void flush();

  [[nodiscard]] bool quiet() const noexcept { return quiet_; }
  void note(std::string_view text);  ///< prints a note, unless --quiet is given
  /// Prints a warning. Warnings are printed even with --quiet, because they affect the answer.
  void warning(std::string_view text);
  void error(std::string_view text);
  void error(const io::InputError& error);
  /// Prints a line on standard error, without colour, even with --quiet.
  void line(std::string_view text);
  /// Prints a line that the next line overwrites. If standard error is not a terminal, the line is
  /// an ordinary line.
  void transient(std::string_view text);
  [[nodiscard]] bool on_terminal() const noexcept { return terminal_; }
  /// The style in which pictures are printed. Pictures are coloured if ColourWhen::always is set
  /// and standard output is a terminal. Data other than pictures is never coloured.
  [[nodiscard]] drawing::palette::Paint paint() const noexcept { return paint_; }

 private:
  /// Writes a line to standard error without escaping or colour.
  void write_line(const std::string& text);
  /// Removes a transient line from the terminal.
  void clear_transient();
  [[nodiscard]] std::string painted(std::string_view text, const char* code) const;

  std::string program_;
  bool quiet_ = false;
  bool terminal_ = false;
  bool colour_ = false;
  drawing::palette::Paint paint_ = drawing::palette::Paint::plain;
  bool transient_shown_ = false;
  double last_flush_ = -1e9;  // time of the last flush, in seconds
};

}  // namespace dlx::app
