#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dlx {

/// A fault in the text of a puzzle. If `word` is not empty it points into the text, or the line,
/// that was given.
class TextError : public std::invalid_argument {
 public:
  /// `message` describes the fault; `line`: see line().
  TextError(const std::string& message, std::size_t line, std::string_view word = {})
      : std::invalid_argument(message), line_(line), word_(word) {}

  /// Line of the fault, from 1; 0: the whole text.
  [[nodiscard]] std::size_t line() const noexcept { return line_; }
  /// The offending word; empty if the fault is not a single word.
  [[nodiscard]] std::string_view word() const noexcept { return word_; }

 private:
  std::size_t line_;
  std::string_view word_;
};

}  // namespace dlx
