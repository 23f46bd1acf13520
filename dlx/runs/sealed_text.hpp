#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/search/open_work.hpp"
#include "dlx/search/options.hpp"

/// Functions for sealed files, which are sent from machine to machine. A sealed file consists of
/// lines of text, the last of which is a digest of the other lines.
namespace dlx::runs {

/// Converts to bytes a text that hex() has made from bytes. Throws std::invalid_argument for any
/// other text.
[[nodiscard]] std::string from_hex(std::string_view text);

/// Converts a list of numbers or options to one word, or back. The word is never empty. Functions
/// that convert back throw std::invalid_argument for any other text.
/// @{
[[nodiscard]] std::string numbers_text(std::span<const std::uint64_t> numbers);
[[nodiscard]] std::vector<std::uint64_t> numbers_in(std::string_view text);
[[nodiscard]] std::string options_text(std::span<const OptionId> options);
[[nodiscard]] std::vector<OptionId> options_in(std::string_view text);
/// @}

/// Makes a line of a sealed file: a word, a blank and a value.
/// @{
[[nodiscard]] std::string line_of(std::string_view word, std::string_view value);
[[nodiscard]] std::string line_of(std::string_view word, std::uint64_t value);
[[nodiscard]] std::string line_of(std::string_view word, const search::OpenWork& part);
/// @}

/// Appends the line with the digest to a text, which makes it a sealed text.
[[nodiscard]] std::string sealed(std::string text);

/// Writes a problem as lines of a sealed file. Each line is indented, because a line of the problem
/// may begin with any word.
[[nodiscard]] std::string indented(const Problem& problem);

/// Converts a text that consists of an integer to this integer. Throws std::invalid_argument for
/// any other text.
template <class Integer>
Integer number_in(std::string_view text) {
  if (const auto number = to_number<Integer>(text)) return *number;
  throw std::invalid_argument("no number");
}

/// A kind of sealed file: its first line, and its name in words.
struct SealedKind {
  std::string_view first_line, what;
};

/// Reads the lines of a sealed file. All members throw InputError if the file is damaged, and the
/// exceptions of Input. next_number() and next_part() also throw std::invalid_argument.
class SealedLines {
 public:
  /// Reads the first line of the file, which must be the first line of the given kind.
  SealedLines(io::Input& input, const SealedKind& kind);

  /// Whether the next line begins with the word.
  [[nodiscard]] bool has(std::string_view word) const;
  /// Reads the value on the next line, which must begin with the word.
  std::string next(std::string_view word);
  std::uint64_t next_number(std::string_view word) { return number_in<std::uint64_t>(next(word)); }
  search::OpenWork next_part(std::string_view word);
  /// Reads the line "problem" and the lines that indented() has written below it.
  Problem next_problem();
  /// Checks that the next line is the line with the digest, that the digest is right, and that no
  /// line follows.
  void end();
  [[noreturn]] void damaged(const std::string& what) const;

 private:
  bool read_line();
  void advance();

  io::Input* input_;
  std::string text_;  // the lines of the file before the next line
  std::string line_;  // the next line of the file
};

/// Returns the engine with this name. Throws std::invalid_argument if no engine has the name, or if
/// its search cannot be divided.
[[nodiscard]] EngineKind engine_in(std::string_view word);

/// Returns `read(lines)`. If read() throws std::invalid_argument, the file is reported as damaged.
template <class Read>
auto read_sealed(io::Input& input, const SealedKind& kind, Read read) {
  SealedLines lines(input, kind);
  try {
    return read(lines);
  } catch (const std::invalid_argument& e) {
    lines.damaged(e.what());
  }
}

}  // namespace dlx::runs
