#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dlx {

/// Something wrong in the text of a puzzle. If `word` is not empty it points into the text, or the
/// line, that was given.
class TextError : public std::invalid_argument {
 public:
  /// `message` says what is wrong; `line` as line().
  TextError(const std::string& message, std::size_t line, std::string_view word = {})
      : std::invalid_argument(message), line_(line), word_(word) {}

  [[nodiscard]] std::size_t line() const noexcept { return line_; }  ///< from 1; 0: the whole
  /// The offending word; empty if it is no single one.
  [[nodiscard]] std::string_view word() const noexcept { return word_; }

 private:
  std::size_t line_;
  std::string_view word_;
};

}  // namespace dlx
