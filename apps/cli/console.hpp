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

/// How the command ends; docs/command.md lists them.
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

/// The reader of standard output has closed it.
class ClosedPipe : public io::SystemError {
 public:
  using io::SystemError::SystemError;
};

/// JSON in one line that cannot control the terminal; see printable().
[[nodiscard]] std::string to_line(const Json& object);

/// Data on standard output, with every write checked: a full disk throws SystemError and a closed
/// pipe ClosedPipe. Everything else goes to standard error: each text is one line of it, printed as
/// printable() makes it, because names of files and words of an input may contain anything. Names
/// in data need printable() themselves, unless they are names of items.
class Console {
 public:
  /// `program`: the name in front of warnings and errors.
  explicit Console(std::string program);

  /// ColourWhen::automatic: on a terminal, unless NO_COLOR is set (https://no-color.org) or TERM is
  /// "dumb".
  void configure(bool quiet, ColourWhen colour);

  void print(std::string_view text);
  /// Prints an object on a line of its own.
  void print_json(const Json& object) { print(to_line(object) + '\n'); }
  /// Writes buffered data. A command must call it before it claims success.
  void flush();

  [[nodiscard]] bool quiet() const noexcept { return quiet_; }
  void note(std::string_view text);     ///< printed unless --quiet is given
  void warning(std::string_view text);  ///< also printed with --quiet: it concerns the answer
  void error(std::string_view text);
  void error(const io::InputError& error);
  /// A line on standard error that is never coloured nor silent.
  void line(std::string_view text);
  /// A line that the next one replaces; only on a terminal, otherwise an ordinary line.
  void transient(std::string_view text);
  [[nodiscard]] bool on_terminal() const noexcept { return terminal_; }
  /// How pictures are printed: in colour with ColourWhen::always if standard output is a terminal.
  /// Other data has no colour, and nothing that another program reads has any.
  [[nodiscard]] drawing::palette::Paint paint() const noexcept { return paint_; }

 private:
  /// Writes a line to standard error, as it is.
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
  double last_flush_ = -1e9;  // in seconds
};

}  // namespace dlx::app
