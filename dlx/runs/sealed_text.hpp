#pragma once

#include <charconv>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/search/options.hpp"

/// Files that go from machine to machine: lines of text, the last of which has a digest of the
/// others.
namespace dlx {

/// Bytes as two digits each.
[[nodiscard]] std::string hex(std::string_view bytes);
/// Throws std::invalid_argument if that is not what the text is.
[[nodiscard]] std::string from_hex(std::string_view text);

/// With the last line put behind it.
[[nodiscard]] std::string sealed(std::string text);

/// A problem as lines of such a file; each begins with blanks, for a problem's own may begin with
/// any word.
[[nodiscard]] std::string indented(const Problem& problem);

/// The lines of a sealed file, which is_end() checks. All throw InputError for damage, and what
/// Input throws.
class SealedLines {
 public:
  /// Reads the first line, which must be that one.
  SealedLines(Input& input, std::string_view first_line);

  /// The next line.
  std::string next();
  /// What follows a word and a blank on the next line.
  std::string next(std::string_view word);
  /// Whether this is the last line, and it is right.
  bool is_end(const std::string& line);
  [[noreturn]] void damaged(const std::string& what) const;

 private:
  Input* input_;
  std::string text_;
  std::size_t before_ = 0;  // the last line
};

/// The problem that `problem`, which must be the line, announces, and the file's end behind it.
[[nodiscard]] Problem read_problem_and_end(SealedLines& lines, std::string line);

/// A whole number and nothing else; or throws std::invalid_argument.
template <class Integer>
Integer number_in(std::string_view text) {
  Integer value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) {
    throw std::invalid_argument("no number");
  }
  return value;
}

/// An engine whose search can be divided, by its name; or throws std::invalid_argument.
[[nodiscard]] EngineKind engine_in(std::string_view word);

/// `read(lines)`, whose std::invalid_argument means damage.
template <class Read>
auto read_sealed(Input& input, std::string_view first_line, Read read) {
  SealedLines lines(input, first_line);
  try {
    return read(lines);
  } catch (const std::invalid_argument& e) {
    lines.damaged(e.what());
  }
}

}  // namespace dlx
