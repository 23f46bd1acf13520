#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dlx {

/// A fault in the text of a puzzle. If `word` is not empty, it is a view of the text or line that
/// the reader was given.
class TextError : public std::invalid_argument {
 public:
  /// Constructs an error. `message` describes the fault. The arguments `line` and `word` become the
  /// results of line() and word().
  TextError(const std::string& message, std::size_t line, std::string_view word = {})
      : std::invalid_argument(message), line_(line), word_(word) {}

  /// The line of the fault, from 1; 0 if the fault concerns the text as a whole.
  [[nodiscard]] std::size_t line() const noexcept { return line_; }
  /// The invalid word of the text; empty if the fault does not concern a single word.
  [[nodiscard]] std::string_view word() const noexcept { return word_; }

 private:
  std::size_t line_;
  std::string_view word_;
};

}  // namespace dlx
