#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace dlx::io {

/// Thrown for a fault in the input. The exception contains the place of the fault. what() is
/// "file:line:column: message".
class InputError : public std::runtime_error {
 public:
  /// The place of a fault in the input.
  struct Place {
    std::string file;  ///< the path of the file, or the name of the input in memory
    /// The number of the line, from 1; 0 if the fault does not concern a line.
    std::size_t line = 0;
    std::size_t column = 0;  ///< the position of the fault in its line, in characters, from 1
    std::string word;        ///< the word at fault; may be empty
    /// The line at fault, or a part of it, and below it a line with a caret.
    std::string excerpt;
  };

  /// Constructs an error. `message` describes the fault without its place.
  InputError(Place place, const std::string& message)
      : std::runtime_error(prefix(place) + message), place_(std::move(place)) {}

  /// The place of the fault in the input.
  [[nodiscard]] const Place& place() const noexcept { return place_; }

  /// A copy of this error with the text `more` appended to its message.
  [[nodiscard]] InputError with(const std::string& more) const {
    return {place_, what() + prefix(place_).size() + more};
  }

 private:
  static std::string prefix(const Place& place) {
    std::string text = place.file + ":";
    if (place.line != 0) {
      text += std::to_string(place.line) + ":" + std::to_string(place.column) + ":";
    }
    return text + " ";
  }

  Place place_;
};

/// Thrown if the input exceeds one of the InputLimits.
class InputLimitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if the operating system could not open, read or write a file. what() names the file and
/// the reason.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dlx::io
